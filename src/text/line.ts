/** Foreign text on one line of a terminal: what would move the cursor or turn the writing around is a space. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

/** Foreign text as one line: no control, direction-changing or invisible characters, no dashes that a changelog avoids. */
export function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(unprintable, '')
    .replace(/ [‒–—―]+ /g, ' - ')
    .replace(/[‒–—―]/g, '-')
    .replace(/ {2,}/g, ' ')
    .trim()
}

// Joiners stay: scripts and emoji need them.
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu

/** Shortened to `length` characters, at the end of a word where there is one. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const head = Array.from(text.slice(0, length * 2))
    .slice(0, length - 1)
    .join('')
  if (head.length === text.length) return text
  const word = head.replace(/\s+\S*$/, '')
  return `${(word.length > length / 2 ? word : head).trimEnd()}…`
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
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length
}

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

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
