import { capitalize } from '../text/line.ts'

export const asSentence = (text: string) => `${capitalize(text)}${/[.!?…]$/.test(text) ? '' : '.'}`

export const uncapitalize = (text: string) =>
  text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())

/** Whether a text contains another one, apart from case, punctuation and spaces. */
export function repeats(said: string, more: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return plain(said).includes(plain(more)) || plain(more) === plain(said)
}
