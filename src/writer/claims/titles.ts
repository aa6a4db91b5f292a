import type { Subject } from '../../mentions/subject.ts'
import { isOpenQuestion } from '../references.ts'
import { nameLevel, type Statement } from '../text-statements.ts'
import { type Companies, firstPlaceOf } from './companies.ts'
import type { FreeWords } from './free-words.ts'
import { besides, topical } from './word-patterns.ts'

/** A heading, a name on its own or the line before a list, with the companies that it names. */
export type Title = { level: number; about: Subject[]; isStrict: boolean; question: string | null }

const maxTitle = 80

/** Whether a sentence introduces a list or a table. */
export const leadsIn = (sentence: string) => /[:：][^\p{L}\p{N}]{0,9}$/u.test(sentence)

/** Whether a heading, an item or a paragraph is so short that it may be only a name. */
export const mayBeName = ({ text, kind, isFirst }: Statement) =>
  isFirst &&
  (kind === 'heading' || kind === 'item' || kind === 'sentence') &&
  /^[^\p{L}\p{N}]{0,3}\p{Lu}[\p{L}\p{N}.'’-]*(?: \p{Lu}[\p{L}\p{N}.'’-]*){0,2}\s?:?$/u.test(text)

/** Finds the titles of a text and the companies of each. */
export function createTitleReader({ support }: Companies, { neutral }: FreeWords) {
  /** Whether a statement is a heading or only a company name. */
  const isTitle = (statement: string, each: Statement): boolean =>
    each.kind === 'heading' || isNameAlone(statement, each)

  const levelOf = (statement: string, each: Statement): number =>
    each.kind === 'sentence' && isTitle(statement, each) ? nameLevel : each.level

  /** Whether a paragraph or the first line of a list item is only a company name. */
  function isNameAlone(statement: string, { kind, isFirst }: Statement): boolean {
    if (!isFirst || (kind !== 'sentence' && kind !== 'item') || statement.length > maxTitle) return false
    const rest = support.unnamed(statement)
    return rest !== statement && !/[.!?]\P{L}*$/u.test(statement) && !/\p{L}{2}/u.test(rest)
  }

  function readTitle(
    statement: string,
    level: number,
    named: Subject[],
    unknown: Subject[],
    hasOwn: boolean,
  ): Title {
    return {
      ...{ level, about: hasOwn ? [] : [...named, ...unknown] },
      isStrict: !hasOwn && isMatter(statement, named),
      question: !hasOwn && isOpenQuestion(statement) ? statement : null,
    }
  }

  /** Whether a heading or the line before a list is about the companies it names: not "moving from Globex to us". */
  function isMatter(statement: string, named: Subject[]): boolean {
    const at = firstPlaceOf(statement, named)
    const words = support.wordsOf(statement).difference(neutral).difference(topical)
    return named.length > 0 && words.size === 0 && !besides.test(statement.slice(Math.max(0, at - 20), at))
  }

  return { isTitle, levelOf, readTitle }
}
