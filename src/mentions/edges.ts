import { areParticles, isEnding, languagesOfEnding, type Stem } from './endings.ts'
import { erased, kind, kindOf } from './fold.ts'

/**
 * The characters between the name and the end of its word. `languages` is null if the ending does not depend on one.
 * A compound continues with another word of the same script, as in スラックチャンネル, most likely a channel of スラック.
 */
export type Ending = { end: number; text: string; languages: string[] | null; isCompound: boolean }

/** Whether a word boundary is possible between two characters of these kinds. */
export function boundaryBetween(before: number, after: number): boolean {
  if (before < kind.digit || after < kind.digit) return true
  if (before >= kind.hiragana || after >= kind.hiragana) return true
  if (before === after || before === kind.digit) return false
  // Slack으로, в Slack'е, Slackを: a change of script ends the name.
  return after !== kind.digit || before >= kind.hangul
}

/** Whether a name may start here: at the start of a word, or after a prefix of its script. */
export function canStart(answer: string, codes: Uint16Array, start: number): boolean {
  const sort = kindOf(codes[start] as number)
  const before = skipBack(codes, start)
  const code = codes[before] as number
  if (before < 0) return true
  if (!boundaryBetween(kindOf(code), sort)) return isPrefixed(codes, start, sort)
  if (code >= firstThaiLead && code <= lastThaiLead) return false
  if (code !== apostrophe || kindOf(codes[before - 1] as number) < kind.digit) return true
  return elision.test(answer.slice(Math.max(0, before - 12), before))
}

function skipBack(codes: Uint16Array, from: number): number {
  let before = from - 1
  while (before >= 0 && codes[before] === erased) before--
  return before
}

/** Whether the word before this position is only an Arabic or Hebrew prefix. */
function isPrefixed(codes: Uint16Array, start: number, sort: number): boolean {
  if (sort !== kind.arabic && sort !== kind.hebrew) return false
  let prefix = ''
  let before = skipBack(codes, start)
  for (
    ;
    before >= 0 && !boundaryBetween(kindOf(codes[before] as number), sort);
    before = skipBack(codes, before)
  ) {
    if (prefix.length === maxPrefix) return false
    prefix = String.fromCharCode(codes[before] as number) + prefix
  }
  return prefixes.test(prefix)
}

/** The rest of the word after a name with this stem; null if it is another word. */
export function readEnding(codes: Uint16Array, start: number, end: number, stem: Stem): Ending | null {
  const sort = kindOf(codes[end - 1] as number)
  let at = end
  while (codes[at] === erased) at++
  if (isThaiMark(codes[at] as number)) return null
  if (stem === 'whole' && boundaryBetween(sort, kindOf(codes[at] as number))) return plain(end)
  let text = ''
  for (; !boundaryBetween(sort, kindOf(codes[at] as number)) || codes[at] === erased; at++) {
    if (text.length === maxEnding)
      return isCompound(sort, end - start) ? { ...plain(end), isCompound: true } : null
    if (codes[at] !== erased) text += String.fromCharCode(codes[at] as number)
  }
  if (sort === kind.latin) {
    const languages = languagesOfEnding(stem, String.fromCharCode(codes[end - 1] as number), text)
    return languages.length > 0 ? { end: at, text, languages, isCompound: false } : null
  }
  // Only the name is highlighted: particles are separate words.
  if (sort === kind.hangul && areParticles(text)) return plain(end)
  if (isCompound(sort, end - start)) return { ...plain(end), isCompound: true }
  return isEnding(stem, text) ? { end: at, text, languages: null, isCompound: false } : null
}

function plain(end: number): Ending {
  return { end, text: '', languages: null, isCompound: false }
}

/** Long Japanese and Korean names form compounds (카카오뱅크); after a short one it is more likely another word (토스트). */
function isCompound(sort: number, length: number): boolean {
  return sort === kind.katakana || (sort === kind.hangul && length >= 3)
}

function isThaiMark(code: number): boolean {
  return (code >= 0xe30 && code <= 0xe3a) || (code >= 0xe45 && code <= 0xe4e)
}

const maxEnding = 8
const maxPrefix = 4
/** Prefixes for and, in, to, from, like, the. */
const prefixes = /^(?:[وف]?(?:[بكل]|ال|بال|كال|لل)?|ו?(?:[בלמכשה]|כש|מה|של|שב|שה)?)$/u
const apostrophe = 0x27
const firstThaiLead = 0xe40
const lastThaiLead = 0xe44
const elision =
  /(?<![\p{L}\p{M}])(?:[cdjlmnst]|qu|(?:jus|lors|puis)qu|un|com|anch|(?:a|da|de|ne|su|que)ll|quest|bell|tutt|senz|sant)$/iu
