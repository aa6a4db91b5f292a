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
    if (prefix.length === longestPrefix) return false
    prefix = String.fromCharCode(codes[before] as number) + prefix
  }
  return prefixes.test(prefix)
}

/** How the word goes on behind a name with this stem; null if it is another word. */
export function readEnding(codes: Uint16Array, end: number, stem: Stem): Ending | null {
  const last = codes[end - 1] as number
  const sort = kindOf(last)
  let next = end
  while (codes[next] === erased) next++
  const code = codes[next] as number
  if (isThaiMark(code)) return null
  if (boundaryBetween(sort, kindOf(code)))
    return stem === 'whole'
      ? { end, text: '', languages: null, isCompound: false }
      : caseOf(sort, last, stem, '', end)
  let at = next
  let text = ''
  while (at < next + longestEnding && (kindOf(codes[at] as number) === sort || codes[at] === erased)) {
    if (codes[at] !== erased) text += String.fromCharCode(codes[at] as number)
    at++
  }
  if (sort === kind.katakana) return { end, text: '', languages: null, isCompound: true }
  return boundaryBetween(sort, kindOf(codes[at] as number)) ? caseOf(sort, last, stem, text, at) : null
}

/** What these letters behind a stem make of it, if its languages know them. */
function caseOf(sort: number, last: number, stem: Stem, text: string, end: number): Ending | null {
  if (sort === kind.latin) {
    const languages = languagesOfEnding(stem, String.fromCharCode(last), text)
    return languages.length > 0 ? { end, text, languages, isCompound: false } : null
  }
  if (sort === kind.hangul)
    return areParticles(text) ? { end: end - text.length, text, languages: null, isCompound: false } : null
  return isEnding(stem, text) ? { end, text, languages: null, isCompound: false } : null
}

function isThaiMark(code: number): boolean {
  return (code >= 0xe30 && code <= 0xe3a) || (code >= 0xe45 && code <= 0xe4e)
}

const longestEnding = 8
const longestPrefix = 4
/** And, in, to, from, like, the. */
const prefixes = /^(?:[وف]?(?:[بكل]|ال|بال|كال|لل)?|ו?(?:[בלמכשה]|כש|מה|של|שב|שה)?)$/u
const apostrophe = 0x27
const firstThaiLead = 0xe40
const lastThaiLead = 0xe44
const elision =
  /(?<![\p{L}\p{M}])(?:[cdjlmnst]|qu|(?:jus|lors|puis)qu|un|all|dall|dell|nell|sull|quest|bell|sant)$/iu
