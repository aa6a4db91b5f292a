import { sentenceValue } from '../benefit.ts'
import type { Change } from '../change.ts'
import { isForeign } from '../languages.ts'
import { stemsOf } from '../likeness.ts'
import { addedSentences } from './added-sentences.ts'
import { type ChangedValue, changedValues } from './changed-values.ts'
import type { FileDiff } from './file-diff.ts'

/** A text that a highlight takes from the changed files: a whole sentence of the documentation, or two values. */
export type Quote = { kind: 'sentence' | 'values'; text: string; file: string }

/** The best quote for a change from its diffs; null if none is certain to be about it. */
export function findQuote({ title }: Change, diffs: FileDiff[]): Quote | null {
  return quoteValues(title, diffs) ?? quoteSentence(title, diffs)
}

function quoteValues(title: string, diffs: FileDiff[]): Quote | null {
  const found = diffs
    .flatMap(changedValues)
    .filter(({ name, from, to }) => names(title, name) && !hidden.test(from + to))
  const [first, ...others] = found
  const isOne = first && others.every(({ name, from, to }) => `${name} ${from} ${to}` === textKey(first))
  if (!isOne) return null
  const { name, place, from, to, file } = first
  const where = place === null ? '' : ` in \`${place}\``
  return { kind: 'values', text: `Default of \`${name}\`${where}: ${from} → ${to}.`, file }
}

const textKey = ({ name, from, to }: ChangedValue) => `${name} ${from} ${to}`

/** Whether a title contains a name, or all of its words: "request timeout" for `requestTimeout`. */
function names(title: string, name: string): boolean {
  const said = stemsOf(title)
  const words = stemsOf(name.replace(/(?<=[a-z\d])(?=[A-Z])|[_.-]+/g, ' '))
  return title.includes(name) || (words.size > 0 && [...words].every((word) => said.has(word)))
}

const maxLength = 220
const minShared = 2

function quoteSentence(title: string, diffs: FileDiff[]): Quote | null {
  const own = stemsOf(title)
  const codeNames = codeNamesIn(title)
  function worthOf(text: string): number {
    if (
      text.length > maxLength ||
      !/^[\p{Lu}`].*\.$/u.test(text) ||
      unquotable.test(text) ||
      hidden.test(text) ||
      isForeign(text)
    )
      return 0
    const said = stemsOf(text)
    const shared = [...own].filter((word) => said.has(word)).length
    if (!codeNames.some((name) => text.includes(name)) && shared < Math.min(minShared, own.size)) return 0
    const value = sentenceValue(text, title)
    return value >= 1 ? value + shared / 10 : 0
  }
  let best: Quote | null = null
  let most = 0
  for (const diff of diffs.filter(({ file }) => isManual(file))) {
    for (const text of addedSentences(diff, (sentence) => worthOf(sentence) > 0)) {
      const value = worthOf(text)
      if (value <= most) continue
      most = value
      best = { kind: 'sentence', text, file: diff.file }
    }
  }
  return best
}

/** Code spans, options and names with capitals or dots; the last part of a dotted name too. */
function codeNamesIn(title: string): string[] {
  const found = title.match(/(?<=`)[^`]{2,}(?=`)|--[a-z][\w-]+|\b[a-z]+(?:[A-Z_.]\w+)+/g) ?? []
  return found.flatMap((name) => [name, ...(name.match(/(?<=\.)[a-z]+[A-Z]\w+$/) ?? [])])
}

/** Links, HTML and templates are lost in a quotation; the other sentences need the text around them. */
const unquotable =
  /\]\(|\]\[|[<>{}]|\*\*|^`[^`]+` ?[-:–—]|^(?:for example|see|note|make sure|remember|warning|in this|here|then|next|first|also|run|open|click|by default, it)\b|\b(?:following|below|above|example|e\.g|i\.e|section|chapter|page|table|guide|TODO)\b/iu

/** Characters that move the cursor of a terminal, or change the text direction. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** Documentation for users, in English. */
export function isManual(file: string): boolean {
  return (
    /\.mdx?$/i.test(file) &&
    !/(?:^|\/)(?:CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|LICENSE|MAINTAINERS|GOVERNANCE|RELEASING|HACKING|ROADMAP|TODO|AGENTS|CLAUDE)\b/i.test(
      file,
    ) &&
    !/(?:^|\/)(?:adrs?|rfcs?|design|proposals?|internals?|blog|posts|news|i18n|translations?|tests?|fixtures)\//i.test(
      file,
    ) &&
    !/(?:^|[/_.-])(?:zh|ja|ko|fr|de|es|pt|ru|it|tr|pl|uk|fa|ar|vi|id)(?:[-_][a-z]{2,4})?[/.]/i.test(file)
  )
}
