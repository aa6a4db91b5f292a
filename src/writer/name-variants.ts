import { languagesOfWord } from '../mentions/ordinary.ts'
import { withLatinLetters } from './look-alikes.ts'

/** Shorter names are similar to too many ordinary words. */
const minName = 5
const maxTokens = 12

const token = /[\p{L}\p{N}\p{M}\p{Cf}@$!|]+/gu
const separator = /^[\s\p{Cf}\p{P}\p{S}]{0,3}$/u
const sentenceEnd = /[.!?]\s|\n/

/**
 * Restores names that a text disguises: by hyphens, spaces, invisible characters, letter case, accents, digits or
 * letters of other scripts in place of Latin ones, or a possessive ending.
 */
export function createNameNormalizer(names: string[]): (text: string) => string {
  const bySkeleton = new Map<string, string>()
  for (const name of names) {
    const skeleton = skeletonOf(name)
    if (skeleton.length >= minName && !bySkeleton.has(skeleton)) bySkeleton.set(skeleton, name)
  }
  const longest = Math.max(0, ...[...bySkeleton.keys()].map(({ length }) => length))
  if (longest === 0) return (text) => text

  return (text) => {
    const tokens = [...text.matchAll(token)].map((match) => ({
      ...{ raw: match[0], start: match.index, end: match.index + match[0].length },
      skeleton: skeletonOf(match[0]),
    }))
    let written = ''
    let from = 0
    for (let at = 0; at < tokens.length; at++) {
      const found = findAt(tokens, at, text)
      if (!found) continue
      written += text.slice(from, found.start) + found.name
      from = found.end
      at = found.last
    }
    return written + text.slice(from)
  }

  function findAt(tokens: Token[], first: number, text: string) {
    let skeleton = ''
    let best: { name: string; start: number; end: number; last: number } | null = null
    const start = tokens[first]?.start ?? 0
    for (let last = first; last < tokens.length && last < first + maxTokens; last++) {
      const next = tokens[last]
      if (!next) break
      const between = text.slice(tokens[last - 1]?.end ?? 0, next.start)
      if (last > first && (!separator.test(between) || sentenceEnd.test(between))) break
      skeleton += next.skeleton
      if (skeleton.length > longest + 1) break
      const name =
        bySkeleton.get(skeleton) ?? (/s$/.test(skeleton) ? possessiveOf(skeleton, text, next) : undefined)
      const raw = text.slice(start, next.end)
      if (name === undefined || isPlainName(raw, name) || isOrdinary(tokens.slice(first, last + 1))) continue
      best = { name, start, end: next.end, last }
    }
    return best
  }

  /** A name with a possessive s but no apostrophe: Quuxlys. With an apostrophe, the name itself was already found. */
  function possessiveOf(skeleton: string, text: string, { start, end }: Token) {
    const name = bySkeleton.get(skeleton.slice(0, -1))
    return name !== undefined && /\p{Lu}/u.test(text.slice(start, end)) ? name : undefined
  }
}

type Token = { raw: string; start: number; end: number; skeleton: string }

const isPlainName = (raw: string, name: string) => raw.toLowerCase() === name.toLowerCase()

/** "base camp" is not a disguise of Basecamp. */
const isOrdinary = (tokens: Token[]) =>
  tokens.every(({ raw }) => raw === raw.toLowerCase() && languagesOfWord(raw).length > 0)

/** The part of a name that every disguise preserves. */
function skeletonOf(text: string): string {
  return withLatinLetters(text.toLowerCase())
    .replace(/[il013457|!@$]/g, (sign) => signs[sign] ?? sign)
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Digits and signs that represent letters; i and l look the same as capitals do. */
const signs: Record<string, string> = {
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't' },
  ...{ i: 'l', '|': 'l', '!': 'l', '@': 'a', $: 's' },
}
