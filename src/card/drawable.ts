import ranges from '@fontsource/inter/unicode.json'

/** The subsets of the font that the program carries. */
export const subsets = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const

const drawable = subsets.flatMap((subset) =>
  ranges[subset].split(',').map((range) => range.replace('U+', '')),
)
const undrawable = new RegExp(`[^${drawable.map(toPattern).join('')}]|[\\p{Cc}\\p{Cf}\\uFFFD]`, 'gu')
const gap = '\uFFFD'
const leadingGap = new RegExp(`^${gap}[${gap}\\s,;:.!?–—-]*`)

/** A text of one line without control characters and halves of characters, as a page may show it. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFD]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** What of a text the font can draw, empty when no letter or digit is left: emoji and scripts it lacks are left out. */
export function drawableText(text: string): string {
  const plain = plainText(text).normalize('NFC').replaceAll('→', '->')
  const left = plain
    .replace(undrawable, (letter) => (/\p{M}/u.test(letter) ? '' : gap))
    // What separated a lost beginning from the rest goes with it.
    .replace(leadingGap, '')
    .replaceAll(gap, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(left) ? left : ''
}

/** `0131` or `0000-00FF` as a part of a character class. */
function toPattern(range: string): string {
  return range
    .split('-')
    .map((point) => `\\u{${point}}`)
    .join('-')
}
