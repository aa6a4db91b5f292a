/** A text on one line, with runs of white space collapsed. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * Untrusted text as one line: without control, bidirectional or invisible characters, and with hyphens for all
 * dashes.
 */
export function plainLine(text: string): string {
  const printable = text
    .toWellFormed()
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(invisible, '')
  return withHyphens(printable).replace(/ {2,}/g, ' ').trim()
}

/**
 * Untrusted text as one line for a terminal: characters that move the cursor or change the text direction become
 * spaces.
 */
export function terminalLine(text: string): string {
  return oneLine(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '))
}

/** Untrusted text for a terminal, without characters that move the cursor or change the text direction. */
export function terminalText(text: string): string {
  return text.replace(invisibleInLines, '')
}

/** Untrusted text as one line for a page or an image: without control characters and lone surrogates. */
export function printableLine(text: string): string {
  return oneLine(text.toWellFormed().replace(/[\p{Cc}\uFFFD]/gu, ' '))
}

/**
 * Untrusted text of several lines for storage and output: without invisible characters, with blank lines collapsed,
 * truncated.
 */
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

// Joiners are kept: scripts and emoji need them.
const invisible = /[[\p{Cc}\p{Cf}]--[\u200c\u200d]]/gv
const invisibleInLines = /[[\p{Cc}\p{Cf}]--[\n\t\u200c\u200d]]/gv

/** Hyphens instead of dashes, which people rarely type. */
export function withHyphens(text: string): string {
  return text.replace(/ [‒–—―]+ /g, ' - ').replace(/[‒–—―]/g, '-')
}

/** The first characters (code points) of a text. */
export function clip(text: string, length: number): string {
  return [...text.slice(0, length * 2)].slice(0, length).join('')
}

/** A text of at most `length` characters, cut at the end of a word if possible. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const head = clip(text, length - 1)
  if (head.length === text.length) return text
  const word = head.replace(/\s+\S*$/, '')
  return `${(word.length > length / 2 ? word : head).trimEnd()}…`
}

/** Whole sentences up to `length` characters, and the number of the remaining ones. */
export function joinWhole(sentences: string[], length: number): string {
  const whole = sentences.join(' ')
  if (whole.length <= length) return whole
  for (let kept = sentences.length - 1; kept > 0; kept--) {
    const shortened = `${sentences.slice(0, kept).join(' ')} (${sentences.length - kept} more)`
    if (shortened.length <= length) return shortened
  }
  return shorten(whole, length)
}

/** Capitalizes the first letter, unless the first word is a name with its own spelling: iOS, v2.0, src/main. */
export function capitalize(text: string): string {
  return text.replace(/^\p{Ll}(?=[\p{Ll}'-]*(?:[\s,:;!?]|\.?(?:\s|$)))/u, (letter) => letter.toUpperCase())
}

/** Number of characters (code points). */
export function countCharacters(text: string): number {
  let pairs = 0
  for (let at = 1; at < text.length; at++)
    if (isLowHalf(text.charCodeAt(at)) && isHighHalf(text.charCodeAt(at - 1))) pairs++
  return text.length - pairs
}

const isHighHalf = (unit: number) => (unit & 0xfc00) === 0xd800
const isLowHalf = (unit: number) => (unit & 0xfc00) === 0xdc00

/** Number of words in any language, including scripts without spaces. */
export function countWords(text: string): number {
  if (!spaceless.test(text)) return text.split(/\s+/).filter(Boolean).length
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length
}

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
// Created on first use: it takes longer than some whole commands.
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
