import type { Prose } from '../../../changelog/prose.ts'
import { plainInline, plainText } from '../../../markdown/rebuild.ts'
import { countWords, plainLine, shorten } from '../../../text/line.ts'
import {
  type Evidence,
  faultsOf,
  rawAddress,
  rawNumber,
  rawSha,
  titleFaults,
  withoutMarks,
  withoutThoughts,
} from '../../../writer/evidence.ts'
import { blocking, type CheckedText, minor, type TextFault } from '../../posts/text-fault.ts'
import { checkStatements, checkTitle } from '../post-checks.ts'
import type { PostStandard } from '../standard.ts'

/** Word limits of a summary by the number of changes (rule 1). */
export function summaryLength(changes: number): { least: number; most: number } {
  return changes >= 8 ? { least: 120, most: 180 } : { least: 10, most: 180 }
}

/** Reduces a model's summary to one paragraph of plain text and returns its faults. */
export function checkSummary(text: string, standard: PostStandard): { summary: string; faults: TextFault[] } {
  const said = withoutThoughts(text, 4_000)
  const summary = plainLine(plainInline(said))
  const { least, most } = summaryLength(standard.changes)
  const words = countWords(summary)
  const isParagraph = !/\n\s*(?:\n|[-*+#>]|\d+[.)])/.test(said)
  const [reference] = rawNumber.exec(summary) ?? rawSha.exec(summary) ?? []
  return {
    summary,
    faults: [
      ...checkStatements(summary, summary, standard),
      ...(rawAddress.test(summary) ? [blocking('links', 'The text has a link.')] : []),
      ...(words < least || words > most
        ? [minor('length', `The text has ${words} words instead of ${least} to ${most}.`)]
        : []),
      ...(isParagraph ? [] : [minor('paragraph', 'The text is not one paragraph of prose.')]),
      ...(reference ? [minor('references', 'The text names a pull request or a commit.', reference)] : []),
    ],
  }
}

/** Checks the model's text in a stored changelog: the title, and the summary before the first heading. */
export function checkStored({ title, markdown }: CheckedText, standard: PostStandard): TextFault[] {
  const [summary = ''] = markdown.split(/^#{1,6} /m)
  const text = plainText(summary)
  const faults = [
    ...checkSummary(text, standard).faults,
    // Plain text has no links with addresses.
    ...checkStatements('', summary, standard).filter(({ rule }) => rule === 'links'),
  ]
  return [
    ...checkTitle(title, standard, []),
    ...faults.map((fault) => ({ ...fault, message: `Summary: ${fault.message}` })),
  ]
}

/** Reduces a model's text for a highlight to one or two sentences; null if it cannot be used. */
export function checkSentences(text: string, evidence: Evidence): string | null {
  const kept = firstSentences(text)
  return explainUnusable(kept, evidence) === null ? shorten(kept, 400) : null
}

function firstSentences(text: string): string {
  const sentences = withoutMarks(text).match(/.+?(?:[.!?。!?]+(?=\s|$|\P{ASCII})|$)/gu) ?? []
  return sentences.slice(0, 2).join('').trim()
}

/** Returns why sentences cannot be used; null if they can. */
function explainUnusable(text: string, evidence: Evidence): string | null {
  if (text === '') return 'The text is empty.'
  if (rawAddress.test(text)) return 'The text has a link.'
  if (isUnfit(text)) return 'The text names a pull request or a commit.'
  return faultsOf(text, evidence)[0] ?? null
}

/** Returns the reason for each proposed highlight text that is not used. */
export function explainLeftOut(
  proposed: { id: string; text: string }[],
  used: Prose['highlights'],
  evidence: Evidence,
): string[] {
  const others = new Map(proposed.filter(({ id }) => !used.has(id)).map(({ id, text }) => [id, text]))
  return [...others.values()].map(
    (text) => explainUnusable(firstSentences(text), evidence) ?? 'The text repeats another highlight.',
  )
}

/** Cleans up a model's title for a change; null if the original is better. */
export function checkChangeTitle(text: string, evidence: Evidence): string | null {
  const title = withoutMarks(text).replace(/(?<!\.)\.$/, '')
  if (rawAddress.test(text)) return null
  if (title === '' || title.length > 120 || isUnfit(title) || faultsOf(title, evidence).length > 0)
    return null
  return title
}

/** Cleans up a model's title for the changelog; null if the rules have to write one. */
export function checkHeadline(text: string, tags: string[], evidence: Evidence): string | null {
  const title = withoutMarks(text)
  if (rawAddress.test(text)) return null
  return titleFaults(title, tags).length + faultsOf(title, evidence).length > 0 ? null : title
}

function isUnfit(text: string): boolean {
  return rawAddress.test(text) || rawNumber.test(text) || rawSha.test(text)
}

/** Returns the usable texts that a model proposed by change id. No two changes get the same text. */
export function checkWords(
  proposed: { id: string; text: string }[],
  check: (text: string) => string | null,
): Prose['titles'] {
  const words: Prose['titles'] = new Map()
  const used = new Set<string>()
  for (const { id, text } of proposed) {
    const checked = words.has(id) ? null : check(text)
    if (checked === null || used.has(checked.toLowerCase())) continue
    used.add(checked.toLowerCase())
    words.set(id, checked)
  }
  return words
}
