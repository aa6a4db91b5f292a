/** A text on one line, whatever white space it had. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Foreign text as one line: no control, direction-changing or invisible characters, no dashes but hyphens. */
export function plainLine(text: string): string {
  const printable = text
    .toWellFormed()
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(invisible, '')
  return withHyphens(printable).replace(/ {2,}/g, ' ').trim()
}

/** Foreign text as one line of a terminal: what would move its cursor or turn the writing around is a space. */
export function terminalLine(text: string): string {
  return oneLine(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '))
}

/** Foreign text for a terminal as it comes, without what would move its cursor or turn the writing around. */
export function terminalText(text: string): string {
  return text.replace(invisibleInLines, '')
}

/** Foreign text as one line for a page or a picture: no control characters and no halves of characters. */
export function printableLine(text: string): string {
  return oneLine(text.toWellFormed().replace(/[\p{Cc}\uFFFD]/gu, ' '))
}

/** Foreign text of several lines that can be stored and sent on: nothing invisible, blank lines folded, its end cut off. */
export function plainLines(text: string, most: number): string {
  return text
    .toWellFormed()
    .replace(invisibleInLines, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, most)
    .toWellFormed()
}

// Joiners stay: scripts and emoji need them.
const invisible = /[[\p{Cc}\p{Cf}]--[\u200c\u200d]]/gv
const invisibleInLines = /[[\p{Cc}\p{Cf}]--[\n\t\u200c\u200d]]/gv

/** Hyphens in place of the dashes that people seldom type. */
export function withHyphens(text: string): string {
  return text.replace(/ [‒–—―]+ /g, ' - ').replace(/[‒–—―]/g, '-')
}

/** The first characters of a text, as people count them. */
export function clip(text: string, length: number): string {
  return [...text.slice(0, length * 2)].slice(0, length).join('')
}

/** Shortened to `length` characters, at the end of a word where there is one. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const head = clip(text, length - 1)
  if (head.length === text.length) return text
  const word = head.replace(/\s+\S*$/, '')
  return `${(word.length > length / 2 ? word : head).trimEnd()}…`
}

/** Sentences up to `length` characters: whole ones, as many as there is room for, and how many more there are. */
export function joinWhole(sentences: string[], length: number): string {
  const whole = sentences.join(' ')
  if (whole.length <= length) return whole
  for (let kept = sentences.length - 1; kept > 0; kept--) {
    const told = `${sentences.slice(0, kept).join(' ')} (${sentences.length - kept} more)`
    if (told.length <= length) return told
  }
  return shorten(whole, length)
}

/** Starts with a capital, unless the first word is a name with its own ways: iOS, v2.0, src/main. */
export function capitalize(text: string): string {
  return text.replace(/^\p{Ll}(?=[\p{Ll}'-]*(?:[\s,:;.!?]|$))/u, (letter) => letter.toUpperCase())
}

/** Characters as people count them. */
export function countCharacters(text: string): number {
  return [...text].length
}

/** Words in any language, those of scripts without spaces included. */
export function countWords(text: string): number {
  if (!spaceless.test(text)) return text.split(/\s+/).filter(Boolean).length
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length
}

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
// Made when it is first needed: it takes longer than a whole command may.
let segmenter: Intl.Segmenter | undefined

/** "a", "a and b", "a, b and c". */
export function joinWords(words: string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** "one change", "12 changes". */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${small[number] ?? number} ${number === 1 ? singular : plural}`
}
