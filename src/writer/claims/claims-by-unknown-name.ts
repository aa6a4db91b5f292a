import { stemsOf } from '../../text/stems.ts'
import { companiesDescribedIn } from '../company-mentions/described-companies.ts'
import { type CompanyName, companyNamesIn, type WordsOfText } from '../company-names.ts'
import { knownCompaniesIn } from '../known-companies.ts'
import { loadedWordsIn } from '../loaded-words.ts'
import type { Companies } from './companies.ts'
import type { FreeWords } from './free-words.ts'
import { type ClaimSources, type UnsupportedClaim, unsupported } from './model.ts'
import { isQuoted, type SourceTexts } from './source-texts.ts'
import type { SupportAbout } from './support-about.ts'

/**
 * Finds claims about companies that are not known beforehand, and about well-known ones that a statement describes.
 */
export function createUnknownNameClaims(
  { language, describesOwnWork = false }: ClaimSources,
  { support, withBrandSign }: Companies,
  { passagesNaming }: SourceTexts,
  { neutral }: FreeWords,
  { isOwnWork, isOwnFeature }: SupportAbout,
) {
  return (
    statement: string,
    words: WordsOfText,
    described: Set<string>,
    /** Whether the statement is a sentence, so that names in it may be mentions: not a row of a table. */
    isSentence: boolean,
  ): UnsupportedClaim[] => {
    const isHarmful = loadedWordsIn(statement).length > 0
    const known = knownCompaniesIn(statement).map(({ name }) => name)
    const text = withBrandSign(statement)
    const named = companyNamesIn(text, { ...words, language, isHarmful }).filter(
      ({ name }) => !known.some((each) => `${name} `.startsWith(`${each} `)),
    )
    const isStated = ({ isSubject }: CompanyName) => isSubject || isHarmful
    const subjects = named.filter(isStated).map(({ name }) => name)
    const mentioned = named.filter((each) => !isStated(each)).map(({ name }) => name)
    // A name that is only mentioned needs a source unless the sentence is plain.
    const inStatement =
      isSentence && mentioned.length > 0 ? companiesDescribedIn(text, language, mentioned) : []
    const stated = mentioned.filter((name) => inStatement.includes(name))
    return [...described, ...subjects, ...stated].flatMap((name) => {
      const ofIt = passagesNaming(name)
      if (describesOwnWork && ofIt.length > 0 && !isHarmful && !described.has(name)) return []
      if (isOwnWork(statement, name) || isOwnFeature(statement, name)) return []
      // The brand's own work is no evidence for a harmful statement about a company.
      if (describesOwnWork && isHarmful && statement.startsWith(name)) return [unsupported(statement, name)]
      const free = neutral.union(stemsOf(name))
      const isShort = described.has(name) && support.wordsOf(statement).isSubsetOf(free)
      const isFine = isShort ? isQuoted(statement, ofIt) : support.isSupported(statement, ofIt, free)
      return isFine && ofIt.length > 0 ? [] : [unsupported(statement, name)]
    })
  }
}
