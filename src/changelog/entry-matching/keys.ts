import { bullet } from './blocks.ts'

/** Everything in a text that identifies changes. */
export type Keys = { urls: Set<string>; numbers: Set<number>; words: Set<string> }

const link = /\[((?:[^\][\\]|\\.)*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)[^()]*\)/g
const address = /https?:\/\/[^\s<>)\]]+/g

export const plainUrl = (url: string) => url.replace(/[.,;:]?\/*$/, '')

/** The URLs, numbers, commits and issues in a text; `\#412` is part of a title and no reference. */
export function readKeys(text: string): Keys {
  const urls = new Set([...text.matchAll(address)].map(([url]) => plainUrl(url)))
  const shown = text.replace(link, ' $1 ').replace(address, ' ')
  const numbers = [...shown.matchAll(/(?<![\w\\/&])#(\d+)\b/g)].map(([, number]) => Number(number))
  const words = [...shown.matchAll(/\b(?:[0-9a-f]{7,40}|[A-Z][A-Z0-9]*-\d+)\b/g)].map(([word]) => word)
  return { urls, numbers: new Set(numbers), words: new Set(words) }
}

/** The words of a block, without bullet, references, credits and Markdown escapes. */
export function readProse(text: string): string {
  const [first = ''] = text
    .replace(bullet, '')
    .replace(/^#+[ \t]+/, '')
    .split('\n', 1)
  const said = first
    .replace(/\((?:Authors?|By): .*$/, '')
    .replace(link, (_, shown: string) =>
      /^(?:#\d+|[0-9a-f]{7,40}|[A-Z][A-Z0-9]*-\d+)$/.test(shown) ? '' : shown,
    )
    .replace(/\(?(?<![\w\\])#\d+\)?/g, '')
  return plainWords(said)
}

/** A text reduced to words, for comparison. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
