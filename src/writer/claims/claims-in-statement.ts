import type { Subject } from '../../mentions/subject.ts'
import type { WordsOfText } from '../company-names.ts'
import { knownCompaniesIn } from '../known-companies.ts'
import type { AboutKnownCompanies } from '../known-company-referents.ts'
import { loadedWordsIn } from '../loaded-words.ts'
import { isOpenQuestion } from '../references.ts'
import type { Statement } from '../text-statements.ts'
import { createCollectiveClaims } from './claims-about-all.ts'
import { createFigureClaims } from './claims-by-figure.ts'
import { createNamedClaims } from './claims-by-name.ts'
import { createUnknownNameClaims } from './claims-by-unknown-name.ts'
import type { Companies } from './companies.ts'
import type { FreeWords } from './free-words.ts'
import { type ClaimSources, type UnsupportedClaim, unsupported } from './model.ts'
import type { SourceTexts } from './source-texts.ts'
import type { SupportAbout } from './support-about.ts'
import { leadsIn } from './titles.ts'
import { unknownCompaniesIn } from './unknown-companies.ts'

/** Years, and numbers before headings, which are no claims. */
const yearOrStep = /^\s*\d{1,2}[.)]\s|(?<!\d)(?:19|20)\d\d(?!\d)/g

/** Finds claims of a single statement, without the context of earlier sentences. */
export function createStatementClaims(
  sources: ClaimSources,
  companies: Companies,
  texts: SourceTexts,
  freeWords: FreeWords,
  support: SupportAbout,
) {
  const { normalize, isOwnNamed } = companies
  const findNamed = createNamedClaims(companies, support)
  const findUnknown = createUnknownNameClaims(sources, companies, texts, freeWords, support)
  const findFigures = createFigureClaims(sources, companies, texts)
  const findCollective = createCollectiveClaims(companies, texts, freeWords, support)

  function findAlone(
    each: Statement,
    statement: string,
    named: Subject[],
    words: WordsOfText,
    { described, implied }: AboutKnownCompanies,
  ): UnsupportedClaim[] {
    const { kind, isFirst } = each
    if (isOpenQuestion(statement) && loadedWordsIn(statement).length === 0) return []
    if (kind === 'row') return findUnknown(statement, words, new Set(described), false)
    if (kind === 'cell') return findInCell(each, statement, named, words, described)
    const isLine = kind === 'heading' || kind === 'line' || leadsIn(statement)
    const stated = isLine ? statement.replace(yearOrStep, ' ') : statement
    // Only the most specific message about a sentence is used.
    const rules = [
      () => (named.length > 0 ? findNamed(stated, named, isLine ? freeWords.inLine : freeWords.neutral) : []),
      () => findUnknown(statement, words, new Set(described), true),
      () => findFigures(statement, named, implied),
      () =>
        isLine || named.length > 0 || isOwnNamed(statement)
          ? findCollective(stated, named, named, isFirst)
          : [],
    ]
    for (const rule of rules) {
      const found = rule()
      if (found.length > 0) return found
    }
    return []
  }

  function findInCell(
    { label, company }: Statement,
    statement: string,
    named: Subject[],
    words: WordsOfText,
    described: string[],
  ): UnsupportedClaim[] {
    const free = freeWords.inCell(statement, label)
    if (named.length > 0) return findNamed(statement, named, free)
    if (described.length > 0) return findUnknown(statement, words, new Set(described), false)
    const isOther =
      company !== undefined && !isOwnNamed(normalize(company)) && knownCompaniesIn(company).length === 0
    const [unknown] = isOther ? unknownCompaniesIn(`${company} is`, sources.language, words) : []
    return unknown && !support.isSupported(statement, [unknown], false, free.union(freeWords.of(unknown)))
      ? [unsupported(statement, unknown.name)]
      : []
  }

  return { findAlone, findCollective }
}
