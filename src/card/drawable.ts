import ranges from '@fontsource/inter/unicode.json'
import { oneLine, printableLine } from '../text/line.ts'

/** The subsets of the font that the program contains. */
export const subsets = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const

const drawable = subsets.flatMap((subset) =>
  ranges[subset].split(',').map((range) => range.replace('U+', '')),
)
const undrawable = new RegExp(`[^${drawable.map(toPattern).join('')}]|[\\p{Cc}\\p{Cf}\\uFFFD]`, 'gu')
const gap = '\uFFFD'
const leadingGap = new RegExp(`^${gap}[${gap}\\s,;:.!?–—-]*`)

/**
 * The part of a text that the font can draw, without emoji and unsupported scripts; empty if no letter or digit is
 * left.
 */
export function drawableText(text: string): string {
  const plain = printableLine(text).normalize('NFC').replaceAll('→', '->')
  const left = plain
    .replace(undrawable, (letter) => (/\p{M}/u.test(letter) ? '' : gap))
    // The separator after a removed beginning is removed too.
    .replace(leadingGap, '')
    .replaceAll(gap, ' ')
  return /[\p{L}\p{N}]/u.test(left) ? oneLine(left) : ''
}

/** `0131` or `0000-00FF` as a part of a character class. */
function toPattern(range: string): string {
  return range
    .split('-')
    .map((point) => `\\u{${point}}`)
    .join('-')
}
