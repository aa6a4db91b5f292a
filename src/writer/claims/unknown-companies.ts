import type { Subject } from '../../mentions/subject.ts'
import { companyNamesIn } from '../company-names.ts'

/** The keys of unknown companies start with it. */
export const unknownKey = 'unknown:'

/** The companies in a sentence that nobody has named before and that it says something about. */
export const unknownCompaniesIn = (
  sentence: string,
  language: string,
  isOrdinary: (word: string) => boolean,
): Subject[] =>
  companyNamesIn(sentence, { language, isOrdinary, isHarmful: false })
    .filter(({ isSubject }) => isSubject)
    .map(({ name }) => ({ key: `${unknownKey}${name}`, name, terms: [name], hosts: [] }))
