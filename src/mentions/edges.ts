import { erased, kind, kindOf } from './fold.ts'

/** Whether a word may end and another start between two characters of these kinds. */
export function boundaryBetween(before: number, after: number): boolean {
  if (before < kind.digit || after < kind.digit) return true
  if (before >= kind.hiragana || after >= kind.hiragana) return true
  if (before === after || before === kind.digit) return false
  // Slack으로, в Slack'е, Slackを: where the script changes, the name is over.
  return after !== kind.digit || before >= kind.hangul
}

/** Where the word ends that a name of a text ends in; null if the name is only part of another word. */
export function endOfWord(codes: Uint16Array, end: number): number | null {
  let next = end
  while (codes[next] === erased) next++
  return boundaryBetween(kindOf(codes[end - 1] as number), kindOf(codes[next] as number)) ? end : null
}
