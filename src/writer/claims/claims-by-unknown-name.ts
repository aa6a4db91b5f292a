import { stemsOf } from '../../text/stems.ts'
import { companyNamesIn } from '../company-names.ts'
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
    isOrdinary: (word: string) => boolean,
    described: Set<string>,
  ): UnsupportedClaim[] => {
    const isHarmful = loadedWordsIn(statement).length > 0
    const known = knownCompaniesIn(statement).map(({ name }) => name)
    const named = companyNamesIn(withBrandSign(statement), { language, isOrdinary, isHarmful }).filter(
      ({ name, isSubject }) =>
        (isSubject || isHarmful) && !known.some((each) => `${name} `.startsWith(`${each} `)),
    )
    return [...described, ...named.map(({ name }) => name)].flatMap((name) => {
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
