import type { Text } from '@codemirror/state'
import { readLine } from '../../../../changelog/entry-matching/blocks.ts'

/** The complete blocks of a range. */
export function widen(doc: Text, from: number, to: number): { from: number; text: string } {
  const first = startOfBlock(doc, doc.lineAt(from).number)
  let last = doc.lineAt(to).number
  while (last < doc.lines && doc.line(last + 1).text.trim() !== '') last += 1
  const start = doc.line(first).from
  return { from: start, text: doc.sliceString(start, doc.line(last).to) }
}

/** The maximum number of lines searched for the start of a block. */
const maxLines = 60

/** The first line of the block of a line: its bullet, its heading of the third level or lower, or itself. */
export function startOfBlock(doc: Text, number: number): number {
  for (let at = number; at > Math.max(0, number - maxLines); at--) {
    const read = readLine(doc.line(at).text)
    if (!read) continue
    const isHead = 'bullet' in read || read.level > 2
    return isHead && (at === number || reaches(doc, at, number)) ? at : number
  }
  return number
}

/**
 * Whether a block that starts at a line includes another one: below a heading always, below a bullet until
 * the list item ends.
 */
function reaches(doc: Text, at: number, number: number): boolean {
  if (!('bullet' in (readLine(doc.line(at).text) ?? {}))) return true
  for (let each = at + 1; each <= number; each++) {
    const { text } = doc.line(each)
    if (text.trim() === '' && !/^(?: {2,}|\t)/.test(doc.line(Math.min(number, each + 1)).text)) return false
  }
  return true
}

/** The last line of the block that starts at a line. */
export function endOfBlock(doc: Text, number: number): number {
  let end = number
  for (let at = number + 1; at <= Math.min(doc.lines, number + maxLines); at++) {
    const { text } = doc.line(at)
    if (readLine(text) || !(text.trim() === '' || reaches(doc, number, at))) break
    if (text.trim() !== '') end = at
  }
  return end
}
