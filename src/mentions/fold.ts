/** Characters that a reader does not see: emphasis marks, combining accents, zero-width characters. */
export const erased = 0
/** No name crosses it: code, link targets, and the end of the text. */
export const barrier = 1

/** Kinds of characters; from `digit` on they are part of a word. */
export const kind = {
  unknown: 0,
  other: 1,
  space: 2,
  line: 3,
  stroke: 4,
  digit: 5,
  latin: 6,
  greek: 7,
  cyrillic: 8,
  arabic: 9,
  hebrew: 10,
  letter: 11,
  hangul: 12,
  katakana: 13,
  hiragana: 14,
  dense: 15,
} as const

const unlearned = 0xffff
const folds = new Uint16Array(0x10000).fill(unlearned)
const kinds = new Uint8Array(0x10000)
kinds[erased] = kind.other
kinds[barrier] = kind.other

/** Writes the folded text into `codes`, one unit for each of the text, and a barrier at the end. */
export function foldInto(codes: Uint16Array, text: string): void {
  const { length } = text
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    const folded = folds[code] as number
    codes[at] = folded === unlearned ? learn(code) : folded
  }
  codes[length] = barrier
}

/** The folded text, one unit for each of its own. */
export function fold(text: string): Uint16Array {
  const codes = new Uint16Array(text.length + 1)
  foldInto(codes, text)
  return codes.subarray(0, text.length)
}

/** The kind of a folded character. */
export function kindOf(code: number): number {
  return kinds[code] as number
}

/** Whether a folded character is a to z, as most are. */
export function isPlainLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}

/** Whether a Latin letter has an accent or is a variant of a plain one, as ø is of o. */
export function isAccented(letter: string): boolean {
  const plain = letter.toLowerCase()
  return latin.test(plain) && (plain in sisters || plain.normalize('NFD').length > plain.length)
}

function learn(code: number): number {
  const folded = foldOne(String.fromCharCode(code))
  folds[code] = folded
  if (kinds[folded] === kind.unknown) kinds[folded] = nameKind(String.fromCharCode(folded))
  return folded
}

function foldOne(character: string): number {
  if (invisible.test(character)) return erased
  if (hyphens.test(character)) return hyphen
  if (apostrophes.test(character)) return apostrophe
  if (superscripts.test(character)) return character.charCodeAt(0)
  const compatible = character.normalize('NFKC')
  const lower = (compatible.length === 1 ? compatible : character).toLowerCase()
  const plain = sisters[lower] ?? (stripped.test(lower) ? lower.normalize('NFD') : lower)
  // An İ becomes two characters in lower case; the first is the letter.
  return plain.charCodeAt(0)
}

function nameKind(character: string): number {
  return patterns.find(([, pattern]) => pattern.test(character))?.[0] ?? kind.other
}

const latin = /\p{Script=Latin}/u
const hyphen = 0x2d
const apostrophe = 0x27
const invisible = /\p{Cf}|[*`~\\]|[\u0300-\u036f]|[\u064b-\u065f]|\u0640|[\u0591-\u05c7]/u
const hyphens = /[\u2010\u2011\u2212\ufe63\uff0d]/
const apostrophes = /[\u2018\u2019\u201b\u02bc\u2032\u00b4\u05f3\uff07]/
const superscripts = /[\u00b2\u00b3\u00b9\u2070-\u209f]/
/** Scripts whose marks are accents: in others (が, й, ไ) they make a different letter. */
const stripped = /[\p{Script=Latin}\p{Script=Greek}ёЁأإآؤئ]/u
const sisters: Record<string, string> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
}

const patterns: [number, RegExp][] = [
  [kind.line, /[\n\r\u2028\u2029]/],
  [kind.space, /[\s\p{Zs}]/u],
  [kind.stroke, /[-_/@.·・]/],
  [kind.other, superscripts],
  [kind.digit, /\p{Nd}/u],
  [kind.latin, latin],
  [kind.greek, /\p{Script=Greek}/u],
  [kind.cyrillic, /\p{Script=Cyrillic}/u],
  [kind.arabic, /[[\p{L}\p{M}]&&\p{Script=Arabic}]/v],
  [kind.hebrew, /[[\p{L}\p{M}]&&\p{Script=Hebrew}]/v],
  [kind.hangul, /\p{Script=Hangul}/u],
  [kind.katakana, /[\p{Script=Katakana}ー]/u],
  [kind.hiragana, /\p{Script=Hiragana}/u],
  [kind.dense, /[\p{Script=Han}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々]/u],
  [kind.letter, /[\p{L}\p{M}\p{N}]/u],
]
