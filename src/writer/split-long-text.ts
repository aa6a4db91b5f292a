import { withShortRuns } from './short-runs.ts'

/** Longer texts are split: the time of a check grows with the square of the length. */
export const maxPart = 800
/** Each part repeats the end of the previous one, so that names and predicates at a cut are read whole. */
const repeated = 120

const wordEnd = /[\s\p{P}](?=[^\s\p{P}]*$)/u

/** Splits a text longer than any sentence into overlapping parts, between words if it has spaces or punctuation. */
export function splitLongText(text: string): string[] {
  if (text.length <= maxPart) return [text]
  const readable = withShortRuns(text)
  const parts: string[] = []
  let end = 0
  do {
    const start = end === 0 ? 0 : cutNear(readable, end - repeated)
    end = cutNear(readable, start + maxPart)
    parts.push(readable.slice(start, end).trim())
  } while (end < readable.length)
  return parts.filter(Boolean)
}

/** The last position between two words shortly before a position; the position itself if there is none. */
function cutNear(text: string, position: number): number {
  if (position >= text.length) return text.length
  const from = position - repeated
  const found = wordEnd.exec(text.slice(from, position))
  if (found) return from + found.index + 1
  const isInsidePair = /[\uDC00-\uDFFF]/.test(text.charAt(position))
  return isInsidePair ? position - 1 : position
}
