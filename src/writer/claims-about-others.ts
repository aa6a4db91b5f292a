import type { Subject } from '../mentions/subject.ts'
import { withBaseNames } from './base-names.ts'
import { createStatementClaims } from './claims/claims-in-statement.ts'
import { createCompanies } from './claims/companies.ts'
import { createFreeWords } from './claims/free-words.ts'
import { createImpliedClaims, nobody } from './claims/implied-claims.ts'
import type { ClaimSources, UnsupportedClaim } from './claims/model.ts'
import { readSourceTexts } from './claims/source-texts.ts'
import { createSupportAbout } from './claims/support-about.ts'
import { createTitleReader, leadsIn, mayBeName, type Title } from './claims/titles.ts'
import { unknownCompaniesIn } from './claims/unknown-companies.ts'
import { knownCompaniesIn } from './known-companies.ts'
import { followKnownCompanies } from './known-company-referents.ts'
import { hasPronoun } from './references.ts'
import { type Statement, statementsIn, statementsInLine } from './text-statements.ts'

/** Finds the unsupported statements of a text; a `line` is a title, a heading, a question or another short text. */
export type ClaimCheck = {
  inMarkdown(markdown: string): UnsupportedClaim[]
  inLine(line: string): UnsupportedClaim[]
}

/** Creates the check for every text that Herald writes about others. */
export function createClaimCheck(sources: ClaimSources): ClaimCheck {
  const { own, others, topic, language, describesOwnWork = false } = sources
  const companies = createCompanies(own, others)
  const { normalize, rivalsIn, isOwnNamed, withBrandSign, isFirstNamed } = companies
  const texts = readSourceTexts(sources, companies)
  const freeWords = createFreeWords(companies, topic)
  const support = createSupportAbout(companies, texts, freeWords, describesOwnWork)
  const titleReader = createTitleReader(companies, freeWords)
  const { findAlone, findCollective } = createStatementClaims(sources, companies, texts, freeWords, support)
  const { findImplied, findAnswered } = createImpliedClaims(
    companies,
    texts,
    freeWords,
    support,
    describesOwnWork,
  )
  const given = new Set(lowerWords([...texts.all, topic].join('\n')))

  function check(statements: Statement[]): UnsupportedClaim[] {
    const texts = statements.map(({ text }) => text).join('\n')
    const inText = new Set(lowerWords(texts))
    const isOrdinary = (word: string) => inText.has(word) || given.has(word)
    const named = new Set(capitalsWithin(statements))
    const words = { isOrdinary, isName: (word: string) => named.has(word) && !isOrdinary(word.toLowerCase()) }
    const companiesOf = followKnownCompanies(language)
    let titles: Title[] = []
    let last = nobody
    /** Competitors that the section has named so far. */
    let listed: Subject[] = []

    return statements.flatMap((each) => {
      const statement = normalize(withBaseNames(each.text, language))
      const named = rivalsIn(statement)
      const hasOwn = isOwnNamed(statement)
      const level = titleReader.levelOf(statement, each)
      titles = titles.filter((title) => title.level < level)
      if (each.kind === 'heading') {
        last = nobody
        listed = []
      }
      listed = [...new Set([...listed, ...named])]
      const known = companiesOf(each, withBrandSign(statement), named.length > 0 || hasOwn)
      const found = findAlone(each, statement, named, words, known)
      // A name alone may be an unknown company.
      const isUnnamed = named.length === 0 && !hasOwn
      const mayLead = mayBeName(each)
      const introduced = mayLead ? `${statement.replace(/[^\p{L}\p{N}]+$/u, '')} is` : statement
      const unknown = isUnnamed ? unknownCompaniesIn(introduced, language, words) : []
      const isLeading =
        titleReader.isTitle(statement, each) || leadsIn(statement) || (mayLead && unknown.length > 0)
      if (isLeading && (named.length > 0 || hasOwn || unknown.length > 0))
        titles.push(titleReader.readTitle(statement, level, named, unknown, hasOwn))
      if (each.kind === 'heading') return found
      const title = titles.at(-1)
      const answer = findAnswered(each, statement, title)
      if (answer.length > 0) return found.length > 0 ? found : answer
      if (named.length > 0 || hasOwn) {
        const isAboutOwn = hasOwn && (named.length === 0 || !isFirstNamed(statement, named))
        last = { about: isAboutOwn ? [] : named, isOwn: isAboutOwn, distance: 0, isNear: true }
        return found
      }
      const collective = findCollective(statement, named, listed, each.isFirst)
      if (collective.length > 0) return found.length > 0 ? found : collective
      if (unknown.length > 0) {
        last = { about: unknown, isOwn: false, distance: 0, isNear: false }
        return found
      }
      const isCarried = each.isFirst && hasPronoun(statement)
      last = { ...last, distance: last.distance + 1, isNear: each.isFirst ? isCarried : last.isNear }
      return found.length > 0 ? found : findImplied(each, statement, last, title)
    })
  }

  const givenWords = { isOrdinary: (word: string) => given.has(word), isName: () => false }
  return {
    inMarkdown: (markdown) =>
      check(
        statementsIn(markdown, {
          isKnown: (text) => rivalsIn(normalize(text)).length > 0,
          isKnownCompany,
          mayBeCompany: (text) =>
            isOwnNamed(text) || unknownCompaniesIn(`${text} is`, language, givenWords).length > 0,
        }),
      ),
    inLine: (line) => check(statementsInLine(line)),
  }
}

const lowerWords = (text: string) => text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]*/gu) ?? []

/** The words with a capital that follow a word in lower case in a sentence. */
const capitalsWithin = (statements: Statement[]) =>
  statements.flatMap(({ kind, text }) =>
    kind === 'row' || kind === 'cell' ? [] : (text.match(capitalWithin) ?? []),
  )
const capitalWithin = /(?<=(?<![\p{L}\p{N}])\p{Ll}+ )\p{Lu}\p{L}+/gu

/** Whether a table cell contains only the name of a well-known company. */
const isKnownCompany = (text: string) =>
  knownCompaniesIn(text).some(({ before, after }) => !/\p{L}/u.test(before + after))
