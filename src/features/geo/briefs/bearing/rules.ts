import { plainText } from '../../../../markdown/rebuild.ts'
import { createMatcher } from '../../../../mentions/matcher.ts'
import type { Subject } from '../../../../mentions/subject.ts'
import { oneLine, shorten } from '../../../../text/line.ts'
import { splitSentences } from '../../../../text/sentences.ts'
import { stemsOf } from '../../../../text/stems.ts'
import { figuresIn } from './figures/rules.ts'
import { isNegated } from './negation/rules.ts'

/** Finds what of an answer bears a claim, in the words of the answer; null where nothing does. */
export type Bearing = (claim: string, answer: string) => string | null

/** Of a claim's words so many have to stand where an answer speaks of whom it is about: measured with pairs sorted by hand. */
export const leastShare = 0.6
const longestQuotation = 600

/**
 * Makes the test that claims have to stand: an answer bears one where it names everybody whom the claim names, and holds
 * every figure and most words of it there, affirmed or denied as in the claim.
 */
export function createBearing(subjects: Subject[]): Bearing {
  const matcher = createMatcher(subjects)
  const namesIn = (text: string) => new Set(matcher.find(text).map(({ subject }) => subject))
  /** A text without the names in it: they are words and figures of nobody's claim. */
  const unnamed = (text: string) =>
    matcher
      .find(text)
      .toReversed()
      .reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)
  const wordsOf = (text: string) => {
    const rest = unnamed(text)
    return new Set([...stemsOf(rest), ...shortNames(rest)].filter((word) => !/^\d/.test(word)))
  }

  return (claim, answer) => {
    const words = wordsOf(claim)
    if (words.size === 0) return null
    const told = passagesOf(answer, namesIn, (text) => wordsOf(text).size === 0)
    const named = [...namesIn(claim)]
    const abouts =
      named.length > 0 ? named.map((name) => told.filter(({ about }) => about.has(name))) : [told]
    if (!abouts.every((passages) => holds(passages.map(({ text }) => text)))) return null
    const bearing = told.filter((each) => shares(each.text) && abouts.some((about) => about.includes(each)))
    const texts = new Set(bearing.flatMap(({ text, naming }) => (naming === null ? text : [naming, text])))
    return shorten([...texts].join(' '), longestQuotation)

    function holds(texts: string[]): boolean {
      const text = unnamed(texts.join('\n'))
      const figures = figuresIn(text)
      const found = words.intersection(wordsOf(text))
      return (
        found.size >= words.size * leastShare &&
        figuresIn(unnamed(claim)).isSubsetOf(figures) &&
        clausesOf(claim).every((clause) => isSaidLikewise(clause, texts.flatMap(clausesOf)))
      )
    }
    function shares(text: string): boolean {
      return (
        !words.isDisjointFrom(wordsOf(text)) || !figuresIn(unnamed(claim)).isDisjointFrom(figuresIn(text))
      )
    }
    /** Whether what comes closest to a clause is affirmed where it is, and denied where it is. */
    function isSaidLikewise(clause: string, others: string[]): boolean {
      const said = wordsOf(clause)
      const closeness = others.map((other) => said.intersection(wordsOf(other)).size)
      const closest = Math.max(...closeness)
      return (
        closest === 0 ||
        others.some((other, at) => closeness[at] === closest && isNegated(other) === isNegated(clause))
      )
    }
  }
}

/** Abbreviations, which are too short to be words otherwise: API, SSO. */
const shortNames = (text: string) =>
  new Set(
    [...text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]{1,2}(?![\p{L}\p{N}])/gu)].map(([name]) => name),
  )

const clausesOf = (text: string) =>
  text.split(/[,;:()、，；：]|\s-\s/).filter((clause) => clause.trim() !== '')

/** A sentence of an answer, whom it is about, and the one before it that names them where it does not. */
type Passage = { text: string; about: Set<string>; naming: string | null }

/**
 * The sentences of an answer with whom each is about: those whom it names, else those whom the sentence before it names.
 * What is nothing but a name stands above the rest of its block, or above all of the next one.
 */
function passagesOf(
  answer: string,
  namesIn: (text: string) => Set<string>,
  isName: (text: string) => boolean,
): Passage[] {
  const nobody = { text: null, about: new Set<string>(), isTitle: false }
  let last: { text: string | null; about: Set<string>; isTitle: boolean } = nobody
  return plainText(answer)
    .split('\n\n')
    .flatMap((block) => {
      const sentences = splitSentences(block).map((each) => oneLine(each.replace(/^[-*]\s+/, '')))
      if (!last.isTitle) last = nobody
      const passages = sentences.map((text): Passage => {
        const about = namesIn(text)
        if (about.size > 0) {
          last = { text, about, isTitle: isName(text) }
          return { text, about, naming: null }
        }
        const naming = last.text !== null && last.isTitle ? `${last.text.replace(/:$/, '')}:` : last.text
        const passage = { text, about: last.about, naming }
        if (!last.isTitle) last = nobody
        return passage
      })
      if (sentences.length > 1) last = nobody
      return passages
    })
}
