import { areParticles, isEnding, languagesOfEnding, type Stem } from './endings.ts'
import { erased, kind, kindOf } from './fold.ts'

/**
 * What stands between the name and the end of its word: languages is null where none has to be told apart, and a
 * compound is another word of the same script, as in スラックチャンネル, a channel of スラック most likely.
 */
export type Ending = { end: number; text: string; languages: string[] | null; isCompound: boolean }

/** Whether a word may end and another start between two characters of these kinds. */
export function boundaryBetween(before: number, after: number): boolean {
  if (before < kind.digit || after < kind.digit) return true
  if (before >= kind.hiragana || after >= kind.hiragana) return true
  if (before === after || before === kind.digit) return false
  // Slack으로, в Slack'е, Slackを: where the script changes, the name is over.
  return after !== kind.digit || before >= kind.hangul
}

/** Whether a name may start here: where a word does, or behind what sticks to a word of its script. */
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

/** Whether all that the word has before this place is a prefix of Arabic or Hebrew. */
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

/** How the word goes on behind a name with this stem; null if it is another word. */
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
  // What is highlighted is the name: particles are words of their own.
  if (sort === kind.hangul && areParticles(text)) return plain(end)
  if (isCompound(sort, end - start)) return { ...plain(end), isCompound: true }
  return isEnding(stem, text) ? { end: at, text, languages: null, isCompound: false } : null
}

function plain(end: number): Ending {
  return { end, text: '', languages: null, isCompound: false }
}

/** Long names of Japan and Korea go on as compounds (카카오뱅크); a short one is more likely another word (토스트). */
function isCompound(sort: number, length: number): boolean {
  return sort === kind.katakana || (sort === kind.hangul && length >= 3)
}

function isThaiMark(code: number): boolean {
  return (code >= 0xe30 && code <= 0xe3a) || (code >= 0xe45 && code <= 0xe4e)
}

const maxEnding = 8
const maxPrefix = 4
/** And, in, to, from, like, the. */
const prefixes = /^(?:[وف]?(?:[بكل]|ال|بال|كال|لل)?|ו?(?:[בלמכשה]|כש|מה|של|שב|שה)?)$/u
const apostrophe = 0x27
const firstThaiLead = 0xe40
const lastThaiLead = 0xe44
const elision =
  /(?<![\p{L}\p{M}])(?:[cdjlmnst]|qu|(?:jus|lors|puis)qu|un|com|anch|(?:a|da|de|ne|su|que)ll|quest|bell|tutt|senz|sant)$/iu
