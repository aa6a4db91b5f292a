import type { Subject } from '../../mentions/subject.ts'
import { loadedWordsIn } from '../loaded-words.ts'
import { isNegated } from '../negation.ts'
import { reportsProblem } from '../problems.ts'
import { hasPlace, hasPronoun, isAdvice, isConditional, isOpenQuestion, readAnswer } from '../references.ts'
import type { Statement } from '../text-statements.ts'
import { type Companies, firstPlaceOf } from './companies.ts'
import type { FreeWords } from './free-words.ts'
import { type UnsupportedClaim, unsupported } from './model.ts'
import type { SourceTexts } from './source-texts.ts'
import type { SupportAbout } from './support-about.ts'
import type { Title } from './titles.ts'
import { besides } from './word-patterns.ts'

/** The companies that the last sentence with names is about, and whether a pronoun still refers to them. */
export type Referent = { about: Subject[]; isOwn: boolean; distance: number; isNear: boolean }
export const nobody: Referent = { about: [], isOwn: false, distance: 0, isNear: false }

/** Number of sentences after a name in which a pronoun may still refer to it. */
const pronounReach = 3
/** Minimum share of the words of a list item below a title that the sources must contain. */
const minShareOfItem = 1 / 3

/** Finds claims about companies that only an earlier statement names. */
export function createImpliedClaims(
  { support }: Companies,
  { aboutOwn }: SourceTexts,
  { neutral, inCell }: FreeWords,
  { isSupported, sharesWords }: SupportAbout,
  describesOwnWork: boolean,
) {
  /** Claims about the company that an earlier sentence, a heading or the enclosing item names. */
  function findImplied(
    { kind, label, isFirst }: Statement,
    statement: string,
    { about: before, isOwn, distance, isNear }: Referent,
    title: Title | undefined,
  ): UnsupportedClaim[] {
    if (kind === 'row' || isOpenQuestion(statement)) return []
    const about = before.length > 0 ? before : (title?.about ?? [])
    const [first] = about
    if (first === undefined) return []
    const reaches = title?.about.length ? !isOwn : isNear && distance <= pronounReach
    const refers = (hasPronoun(statement) && reaches) || (hasPlace(statement) && !isOwn)
    const harms = loadedWordsIn(statement).length > 0 && !isConditional(statement)
    const belongs = title?.isStrict === true && (kind === 'cell' || (kind !== 'code' && !isAdvice(statement)))
    const follows = before.length > 0 && !isFirst && distance === 1 && !isOwn && kind === 'sentence'
    const complains = follows && reportsProblem(statement) && !isAdvice(statement)
    if (!refers && !harms && !belongs && !complains) return []
    const free = kind === 'cell' ? inCell(statement, label) : neutral
    const isFar = distance > 1 || (isFirst && !title)
    if (isSupported(statement, about, isFar, free)) return []
    // Without a pronoun, or further away, a sentence may describe something in the brand's own sources.
    if ((!refers || isFar) && support.isSupported(statement, aboutOwn)) return []
    if (describesOwnWork && !refers && !belongs) return []
    // A sentence below a title may be general; a list item below it rarely is.
    const isItem = kind === 'item' && isNegated(statement)
    const isPlain = !refers && !harms && !complains && kind !== 'cell' && !isItem
    return isPlain && sharesWords(statement, kind === 'item' ? minShareOfItem : 0)
      ? []
      : [unsupported(statement, first.name)]
  }

  /** A yes or no answer states the content of its question. */
  function findAnswered(
    { isFirst }: Statement,
    statement: string,
    title: Title | undefined,
  ): UnsupportedClaim[] {
    const [first] = title?.about ?? []
    const answer = isFirst ? readAnswer(statement) : null
    const question = title?.question ?? null
    if (!title || !first || answer === null || question === null) return []
    // A question about moving away from a company is about the brand.
    if (besides.test(question.slice(0, firstPlaceOf(question, title.about)))) return []
    const stated = question.replace(/[?？¿]/g, '')
    return isSupported(answer === 'no' ? `not ${stated}` : stated, title.about, false)
      ? []
      : [unsupported(`${question} ${statement}`, first.name)]
  }

  return { findImplied, findAnswered }
}
