import { type DiffLine, type FileDiff, isLarge } from './file-diff.ts'

/** A default value that a change replaced: of an option in the documentation, or of a parameter. */
export type ChangedValue = { name: string; place: string | null; from: string; to: string; file: string }

/** A commit that replaces more lines of a file is not about one default. */
const maxReplaced = 300

/** The default values that a change replaced, if the file has the old one before the range and the new one after it. */
export function changedValues(diff: FileDiff): ChangedValue[] {
  const { file, hunks, before, after } = diff
  const replaced = hunks.flatMap(replacedLines)
  if (before === null || after === null || isLarge(diff) || replaced.length > maxReplaced) return []
  const old = new Set(before.split(/\r?\n/))
  const lines = after.split(/\r?\n/)
  return replaced.flatMap(([removed, added]) => {
    const isLasting = old.has(removed) && lines.includes(added) && !lines.includes(removed)
    const pair = isLasting ? otherToken(removed, added) : null
    const named =
      pair &&
      (nameInTable(added, pair, lines) ?? nameInProse(file, added, pair) ?? nameInSignature(added, pair))
    return named ? [{ ...named, from: pair.from, to: pair.to, file }] : []
  })
}

/** Removed lines and the added lines in their places. */
function replacedLines(hunk: DiffLine[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < hunk.length; ) {
    const removed = takeWhile(hunk, at, '-')
    const added = takeWhile(hunk, at + removed.length, '+')
    if (removed.length === added.length)
      for (const [index, text] of removed.entries()) pairs.push([text, added[index] ?? ''])
    at += Math.max(1, removed.length + added.length)
  }
  return pairs
}

function takeWhile(hunk: DiffLine[], start: number, mark: DiffLine['mark']): string[] {
  const end = hunk.findIndex((line, at) => at >= start && line.mark !== mark)
  return hunk.slice(start, end === -1 ? undefined : end).map(({ text }) => text)
}

type OtherToken = { from: string; to: string; at: number }

const tokens = /`[^`]*`|"[^"]*"|'[^']*'|\d(?:[\d_.,]*\d)?|[\p{L}_$][\p{L}\p{N}_$-]*|\S/gu
const isValue = /^(?:`[^`]{1,30}`|"[^"]{0,30}"|'[^']{0,30}'|\d[\d_.,]*|true|false|on|off|yes|no|null|none)$/i
const unit =
  /^ ?((?:ms|milliseconds?|s|secs?|seconds?|min|mins|minutes?|h|hours?|days?|weeks?|[kmg]i?b|bytes|%|rows|items|characters|times)(?![\p{L}\p{N}]))/iu

/** The only token in which two lines differ, with its unit, and its position in the second; null if it is no value. */
function otherToken(removed: string, added: string): OtherToken | null {
  const [one, other] = [removed, added].map((line) => [...line.slice(0, 1_000).matchAll(tokens)])
  if (!one || !other || one.length !== other.length) return null
  const found = other.flatMap((token, at) => (one[at]?.[0] === token[0] ? [] : [{ token, old: one[at] }]))
  const [{ token, old } = {}] = found
  if (found.length !== 1 || !token || !old || !isValue.test(token[0]) || !isValue.test(old[0])) return null
  // A number of a version or an address is part of something else.
  if (
    /[\w.:/-]$/.test(added.slice(0, token.index)) ||
    /^[.:/-]\w/.test(added.slice(token.index + token[0].length))
  )
    return null
  const rest = unit.exec(added.slice(token.index + token[0].length))?.[1]
  const oldRest = unit.exec(removed.slice(old.index + old[0].length))?.[1]
  if (rest !== oldRest) return null
  const written = (value: string) => `${value.replace(/^`(.*)`$/, '$1')}${rest ? ` ${rest}` : ''}`
  return { from: written(old[0]), to: written(token[0]), at: token.index }
}

type Named = Pick<ChangedValue, 'name' | 'place'>

/** The option of a table row, if the value is in the column of defaults. */
function nameInTable(added: string, { at }: OtherToken, lines: string[]): Named | null {
  if (!/^\s*\|/.test(added)) return null
  let top = lines.indexOf(added)
  while (top > 0 && /^\s*\|/.test(lines[top - 1] ?? '')) top--
  const column = cellsOf(added.slice(0, at)).length - 1
  const heading = cellsOf(lines[top] ?? '')[column]?.trim() ?? ''
  const name = /^\s*`([\w.$-]+)`\s*$/.exec(cellsOf(added)[0] ?? '')?.[1]
  return name && column > 0 && /^defaults?(?: values?)?$/i.test(heading) ? { name, place: null } : null
}

const cellsOf = (row: string) =>
  row
    .trim()
    .replace(/^\|/, '')
    .split(/(?<!\\)\|/)

/** The only option that a line of documentation names, if the line gives its default. */
function nameInProse(file: string, added: string, { at }: OtherToken): Named | null {
  if (!/\.(?:md|mdx|rst|adoc)$/i.test(file) || /^\s*\|/.test(added)) return null
  const names = [...added.matchAll(/`([a-z][\w.$-]*|--[\w-]+)`/gi)].filter(({ index }) => index !== at)
  const [only] = names
  if (names.length !== 1 || !only?.[1] || !/\bdefaults?\b/i.test(added)) return null
  // "The default of `a` is 30, and at most 60.": the other number is no default.
  const before = added.slice(0, at)
  return /\bdefaults?(?:\s+(?:value|is|of|to|:|=|`[^`]*`)|[:=])*[\s("':]*$/i.test(before)
    ? { name: only[1], place: null }
    : null
}

const signature =
  /^\s*(?:export (?:default )?(?:async )?function\*? ([A-Za-z]\w*)|(?:async )?def ([a-z]\w*))\s*(?:<[^>]*>)?\(/

/** The parameter of a public function whose default is the value. */
function nameInSignature(added: string, { at }: OtherToken): Named | null {
  const match = signature.exec(added)
  const parameter = /[(,]\s*([A-Za-z]\w*)(?:\s*:\s*[\w.[\]|]+(?: +[\w.[\]|]+)*)?\s*=\s*$/.exec(
    added.slice(0, at),
  )?.[1]
  const name = match?.[1] ?? match?.[2]
  return name && parameter ? { name: parameter, place: `${name}()` } : null
}
