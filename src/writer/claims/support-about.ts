import { isGrammar } from '../../mentions/ordinary.ts'
import type { Subject } from '../../mentions/subject.ts'
import { cached } from '../cached.ts'
import { isDescribed } from '../company-mentions/described-states.ts'
import { isSubjectAt } from '../company-names.ts'
import { loadedWordsIn } from '../loaded-words.ts'
import { isOwnChange } from '../own-changes.ts'
import { isRecommendation } from '../references.ts'
import type { Companies } from './companies.ts'
import type { FreeWords } from './free-words.ts'
import { isQuoted, type SourceTexts } from './source-texts.ts'
import { unknownKey } from './unknown-companies.ts'
import { compares } from './word-patterns.ts'

export type SupportAbout = ReturnType<typeof createSupportAbout>

/**
 * Minimum share of the words of a recommendation that the sources must contain; the rest is about the reader's needs.
 */
const minShareOfAdvice = 1 / 3

/** Decides whether sources support what a statement says about companies. */
export function createSupportAbout(
  companies: Companies,
  texts: SourceTexts,
  { neutral }: FreeWords,
  describesOwnWork: boolean,
) {
  const { own, support, rivalsIn, withSign } = companies
  const { passages, passagesNaming } = texts
  const mentions = texts.ownPassages.filter(({ text }) => isNeutral(text))

  /** The sources about these companies, without and with the brand's own. */
  const textsAbout = cached((keys: string) => {
    const wanted = new Set(keys.split('\n'))
    const ofKnown = passages.flatMap(({ text, naming, about }) =>
      about.isDisjointFrom(wanted) ? [] : naming === null ? [text] : [text, naming],
    )
    const ofUnknown = keys
      .split('\n')
      .filter((key) => key.startsWith(unknownKey))
      .flatMap((key) => passagesNaming(key.slice(unknownKey.length)))
    const ofThem = [...ofKnown, ...ofUnknown]
    const mentioning = mentions
      .filter(({ about, naming }) => naming === null && !about.isDisjointFrom(wanted))
      .map(({ text }) => text)
    return { said: withOwnTexts(ofThem), mentioned: withOwnTexts([...ofThem, ...mentioning]) }
  })
  const withOwnTexts = (ofThem: string[]) => ({
    ...{ ofThem, withOwn: [...ofThem, ...texts.aboutOwn], words: support.wordsOf(ofThem.join('\n')) },
  })

  /** Whether a text mentions competitors without judging, comparing or describing them, as in "Import from Quuxly". */
  function isNeutral(text: string): boolean {
    return (
      loadedWordsIn(text).length === 0 &&
      !compares.test(text) &&
      support.hitsIn(text).every(({ subject, end }) => subject === own.key || !isSubjectAt(text, end))
    )
  }

  /** Whether the sources about these companies support a statement; those about the brand count if it is named too. */
  function isSupported(
    statement: string,
    about: Subject[],
    mayBeOwn: boolean,
    free: Set<string> = neutral,
  ): boolean {
    const { said, mentioned } = textsAbout(about.map(({ key }) => key).join('\n'))
    const { ofThem, withOwn, words } =
      isNeutral(statement) && rivalsIn(statement).length > 0 ? mentioned : said
    const share = isRecommendation(statement) ? minShareOfAdvice : undefined
    if (isShortJudgment(statement)) return isQuoted(statement, ofThem)
    if (support.isSupported(statement, ofThem, free, share)) return true
    if (!mayBeOwn && !describesOwnWork) return false
    const isTheirs = !words.isDisjointFrom(support.wordsOf(statement).difference(free))
    return isTheirs && support.isSupported(statement, withOwn, free)
  }

  /** Whether the words that describe a company are too short to compare: "Quuxly is bad". */
  const isShortJudgment = (statement: string): boolean =>
    support.wordsOf(statement).difference(neutral).size === 0 &&
    support.hitsIn(statement).some(({ subject, end }) => {
      const after = statement.slice(end)
      return subject !== own.key && isDescribed(after) && hasShortWord(after)
    })

  /** Whether a sentence is about the brand's own work, and a source names the company in it. */
  const isOwnWork = (statement: string, name: string): boolean =>
    describesOwnWork && passagesNaming(name).length > 0 && isOwnChange(withSign(statement), name)

  /** Whether a sentence is about a feature of the brand that works with a company named in its sources. */
  const isOwnFeature = (statement: string, name: string): boolean =>
    !describesOwnWork && ownPassagesNaming(name) && isOwnChange(withSign(statement), name)
  const ownPassagesNaming = (name: string) =>
    texts.ownPassages.some(({ text }) =>
      ` ${text.toLowerCase()} `
        .split(/[^\p{L}\p{N}]+/u)
        .join(' ')
        .includes(` ${name.toLowerCase()} `),
    )

  const sourceWords = support.wordsOf(texts.all.join('\n'))
  /** Whether a sentence without a reference to a company shares words with the sources. */
  function sharesWords(statement: string, share: number): boolean {
    const words = support.wordsOf(statement).difference(neutral)
    const shared = words.intersection(sourceWords).size
    return words.size === 0 || (shared > 0 && shared >= words.size * share)
  }

  return { isSupported, isOwnWork, isOwnFeature, sharesWords }
}

const verb = /^\s\p{L}+/u
const hasShortWord = (text: string) =>
  (text.replace(verb, '').match(/(?<![\p{L}\p{N}'’])\p{Ll}{2,3}(?![\p{L}\p{N}])/gu) ?? []).some(
    (word) => !isGrammar(word),
  )
