import type { Subject } from '../../mentions/subject.ts'
import { companyNamesIn, type WordsOfText } from '../company-names.ts'

/** Prefix of the keys of unknown companies. */
export const unknownKey = 'unknown:'

/** The unknown companies in a sentence that makes a statement about them. */
export const unknownCompaniesIn = (sentence: string, language: string, words: WordsOfText): Subject[] =>
  companyNamesIn(sentence, { ...words, language, isHarmful: false })
    .filter(({ isSubject }) => isSubject)
    .map(({ name }) => ({ key: `${unknownKey}${name}`, name, terms: [name], hosts: [] }))
