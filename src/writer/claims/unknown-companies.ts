import type { Subject } from '../../mentions/subject.ts'
import { companyNamesIn } from '../company-names.ts'

/** Prefix of the keys of unknown companies. */
export const unknownKey = 'unknown:'

/** The unknown companies in a sentence that makes a statement about them. */
export const unknownCompaniesIn = (
  sentence: string,
  language: string,
  isOrdinary: (word: string) => boolean,
): Subject[] =>
  companyNamesIn(sentence, { language, isOrdinary, isHarmful: false })
    .filter(({ isSubject }) => isSubject)
    .map(({ name }) => ({ key: `${unknownKey}${name}`, name, terms: [name], hosts: [] }))
