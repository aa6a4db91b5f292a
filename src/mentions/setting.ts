import type { NameMeaning } from './reading.ts'

/** Whether an ordinary word with a capital can only be the name; false where every word has a capital. */
export function isClear(answer: string, start: number, end: number, reading: NameMeaning): boolean {
  const written = answer.slice(start, end)
  // Most are in the middle of a sentence, where an ordinary word would have no capital.
  const isInside = insideSentence.test(answer.slice(Math.max(0, start - 2), start))
  if (isInside && capitalized.test(written) && !reading.isAlwaysCapital) return true
  const before = answer.slice(Math.max(0, start - 40), start)
  const after = answer.slice(end, end + 40)
  if (isSetApart(before, after) || otherScript.test(before) || otherScript.test(after)) return true
  if (reading.isAlwaysCapital) return false
  const isAcronym = /^[\p{Lu}\p{Nd}&]{1,4}$/u.test(written)
  if (isAcronym) return !/\d\s?$/.test(before)
  const isShouted =
    written === written.toUpperCase() &&
    /\p{Lu}{2}\W*$|^\W*\p{Lu}{2}/u.test(`${before.trimEnd()}${after.trimStart()}`)
  if (!isShouted && !opening.test(before)) return true
  if (reading.isGrammar) return false
  return actsAsName.test(after)
}

/** Whether a German noun can only be the name: every noun has a capital there. */
export function isClearInGerman(answer: string, start: number, end: number): boolean {
  return isSetApart(answer.slice(Math.max(0, start - 40), start), answer.slice(end, end + 40))
}

/** Bold, linked, quoted, or alone in its cell or line: unusual for an ordinary word. */
function isSetApart(before: string, after: string): boolean {
  const opener = /[*_[`"'“«‘「(|]\s?$/u.exec(before)?.[0].trim()
  const closer = /^(?:['’]\p{L}+)?\s?([*_\]`"'”»’」)|])/u.exec(after)?.[1]
  if (opener && closer) return true
  return /(?:^|\n)[\s>#]*(?:[-*+•]|\d{1,3}[.)])?\s*$/.test(before) && /^\s*(?:$|\n|[:–—(|]| - )/.test(after)
}

const insideSentence = /^[\p{Ll},;] $/u
const capitalized = /^\p{Lu}\p{Ll}/u

/** The start of a sentence, line, item or cell, before the name. */
const opening =
  /(?:^|[.!?:…]["'”’)*_]*\s+|\n\s*|[|>#•]\s*|(?:^|\n)\s*(?:[-*+]|\d{1,3}[.)])\s+)["'“‘«(*_[`]*$/u

const otherScript = /[\p{L}--\p{Script=Latin}]/v

const verbs = `offers provides lets helps supports integrates allows gives makes includes
  works comes charges costs sells remains wins leads needs delivers keeps uses runs ships brings takes adds starts lacks
  handles covers shines excels stands focuses combines connects automates tracks stores hosts serves suits fits still shows sends bills measures
  vs versus and or et ou und oder`.replace(/\s+/g, '|')

/** "And" in other languages, which is a sign of a name only before another one. */
const conjunctions = 'y e i en och og ja ve a és'.replaceAll(' ', '|')

/** Text that follows names but not ordinary words: a verb for what products do, or punctuation. */
const actsAsName = new RegExp(
  `^(?:['’]\\p{L}|\\s*(?:$|[\\n:–—(|/&]| - )|,\\s+\\p{Lu}\\S*\\s*(?:,|and\\b|or\\b)|-|\\s+(?:\\p{Lu}|(?:${verbs})\\b|(?:${conjunctions})\\s+\\p{Lu}))`,
  'u',
)
