import { plainText } from '../markdown/rebuild.ts'
import { createMatcher } from '../mentions/matcher.ts'
import type { Subject } from '../mentions/subject.ts'
import { oneLine, shorten } from '../text/line.ts'
import { splitSentences } from '../text/sentences.ts'
import { stemsOf } from '../text/stems.ts'
import { cached } from './cached.ts'
import { figuresIn } from './figures.ts'
import { loadedWordsIn } from './loaded-words.ts'
import { isNegated } from './negation.ts'

/** Minimum share of a statement's words that must be in its source; tuned on labeled pairs. */
export const minShare = 0.6
/** Minimum share of the words of each of its clauses. */
const minClauseShare = 0.5
const maxQuotation = 600

/** Finds the words of an answer that support a claim; null if there are none. */
export type FindQuotation = (claim: string, answer: string) => string | null

/** A sentence of a source, the companies it is about, and the earlier sentence that names them if it does not. */
export type Passage = { text: string; about: Set<string>; naming: string | null }

/** The content of texts: words, figures and the clauses of each word, affirmed or denied. */
type Knowledge = {
  words: Set<string>
  stems: Set<string>
  figures: Set<string>
  clausesWith: Map<string, number[]>
  negated: boolean[]
}

/** Compares statements with sources: names, figures, words, and whether they are affirmed or denied. */
export function createSupport(subjects: Subject[]) {
  const matcher = createMatcher(subjects)
  const hitsIn = cached(matcher.find)
  const namesIn = cached((text) => new Set(hitsIn(text).map(({ subject }) => subject)))
  /** A text without known names, whose words and figures are no claim. */
  const unnamed = (text: string, signOf: (subject: string) => string = () => '') => {
    let rest = ''
    let from = 0
    for (const { subject, start, end } of hitsIn(text)) {
      rest += `${text.slice(from, start)} ${signOf(subject)}`
      from = end
    }
    return rest + text.slice(from)
  }
  const wordsOf = cached((text) => {
    const rest = unnamed(text)
    return new Set([...stemsOf(rest), ...shortNames(rest)].filter((word) => !/^\d/.test(word)))
  })
  const passagesOf = (source: string) => readPassages(source, namesIn, (text) => wordsOf(text).size === 0)

  /** The content of texts, parsed once for each list of texts. */
  const read = new WeakMap<string[], Knowledge>()
  function knowledgeOf(texts: string[]): Knowledge {
    const known = read.get(texts) ?? readKnowledge(texts)
    read.set(texts, known)
    return known
  }
  function readKnowledge(texts: string[]): Knowledge {
    const text = unnamed(texts.join('\n'))
    const clauses = texts.flatMap(clausesOf)
    const clausesWith = new Map<string, number[]>()
    for (const [at, clause] of clauses.entries())
      for (const word of wordsOf(clause)) put(clausesWith, word, at)
    return {
      ...{ words: wordsOf(text), stems: stemsOf(text), figures: figuresIn(text) },
      ...{ clausesWith, negated: clauses.map(isNegated) },
    }
  }

  /** Whether texts support a statement; neutral words need no source. */
  function isSupported(
    statement: string,
    texts: string[],
    neutral: Set<string> = new Set(),
    share = minShare,
  ): boolean {
    const known = knowledgeOf(texts)
    const words = wordsOf(statement).difference(neutral)
    const said = unnamed(statement)
    const harmful = stemsOf(loadedWordsIn(said).join(' '))
    if (!figuresIn(said).isSubsetOf(known.figures) || !harmful.isSubsetOf(known.stems)) return false
    if (words.size === 0) return texts.length > 0 || !isNegated(statement)
    return (
      words.intersection(known.words).size >= words.size * share &&
      clausesOf(statement).every(
        (clause) =>
          isCovered(clause, known.words, neutral, Math.min(share, minClauseShare)) &&
          isSaidLikewise(clause, known, neutral),
      )
    )
  }
  function isCovered(clause: string, known: Set<string>, neutral: Set<string>, share: number): boolean {
    const words = wordsOf(clause).difference(neutral)
    return words.intersection(known).size >= words.size * share
  }
  /** Whether the closest clause of a source is affirmed or denied like this one. */
  function isSaidLikewise(clause: string, known: Knowledge, neutral: Set<string>): boolean {
    const shared = new Map<number, number>()
    for (const word of wordsOf(clause).difference(neutral))
      for (const at of known.clausesWith.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    let closest = 0
    for (const count of shared.values()) closest = Math.max(closest, count)
    if (closest === 0) return true
    const isDenied = isNegated(clause)
    return [...shared].some(([at, count]) => count === closest && known.negated[at] === isDenied)
  }

  const findQuotation: FindQuotation = (claim, answer) => {
    const words = wordsOf(claim)
    if (words.size === 0) return null
    const all = passagesOf(answer)
    const named = [...namesIn(claim)]
    const abouts = named.length > 0 ? named.map((name) => all.filter(({ about }) => about.has(name))) : [all]
    const isEverywhere = abouts.every((passages) =>
      isSupported(
        claim,
        passages.map(({ text }) => text),
      ),
    )
    if (!isEverywhere) return null
    const shares = (text: string) =>
      !words.isDisjointFrom(wordsOf(text)) || !figuresIn(unnamed(claim)).isDisjointFrom(figuresIn(text))
    const supporting = all.filter((each) => shares(each.text) && abouts.some((about) => about.includes(each)))
    const texts = new Set(supporting.flatMap(({ text, naming }) => (naming === null ? text : [naming, text])))
    return shorten([...texts].join(' '), maxQuotation)
  }

  return { findQuotation, hitsIn, isSupported, namesIn, passagesOf, unnamed, wordsOf }
}

function put(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Creates a function that finds the words of an answer that support a claim about any of these subjects. */
export const createQuotationFinder = (subjects: Subject[]): FindQuotation =>
  createSupport(subjects).findQuotation

/** Abbreviations, which are otherwise too short to count as words: API, SSO. */
const shortNames = (text: string) =>
  new Set(
    [...text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]{1,2}(?![\p{L}\p{N}])/gu)].map(([name]) => name),
  )

/** The clauses of a text, also split before another verb: "is open source and has no API". */
const clausesOf = (text: string) =>
  text
    .split(
      /[,;:()、，；：]|\s-\s|\s(?:and|but|und|aber|et|mais|y|pero)\s(?=(?:(?:it|they|es|il|elle)\s)?(?:has|have|is|are|does|do|can|cannot|needs?|costs?|hat|ist|kann|a|est|n['’]a|n['’]est|tiene|es|no|puede)\s)/iu,
    )
    .filter((clause) => clause.trim() !== '')

/**
 * The sentences of a source with the companies of each: those it names, else those of the sentence before. A line
 * with only a name is the title of the rest of its block, or of the whole next one.
 */
function readPassages(
  source: string,
  namesIn: (text: string) => Set<string>,
  isName: (text: string) => boolean,
): Passage[] {
  const nobody = { text: null, about: new Set<string>(), isTitle: false }
  let last: { text: string | null; about: Set<string>; isTitle: boolean } = nobody
  return plainText(source)
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
