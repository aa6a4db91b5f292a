import type { Subject } from '../../mentions/subject.ts'
import { cached } from '../cached.ts'
import { isSubjectAt, platforms } from '../company-names.ts'
import { type KnownCompany, knownCompaniesIn } from '../known-companies.ts'
import { createDetailCheck } from '../unsourced-details.ts'
import type { Companies } from './companies.ts'
import { type ClaimSources, type UnsupportedClaim, unsupported } from './model.ts'
import type { SourceTexts } from './source-texts.ts'
import { compares, ofBrand } from './word-patterns.ts'

/** Finds figures in statements about companies: a figure of the brand supports no statement about another company. */
export function createFigureClaims(
  { topic, describesOwnWork = false }: ClaimSources,
  { isOwnNamed, withBrandSign }: Companies,
  { quoted, ownPassages, passagesNaming }: SourceTexts,
) {
  const makeCheck = (name: string, more: string[]) => {
    const isAbout = (text: string) => text.toLowerCase().includes(name.toLowerCase())
    const ofIt = describesOwnWork ? quoted.filter(isAbout) : passagesNaming(name)
    return createDetailCheck([...ofIt, ...more.filter(isAbout), topic].join('\n'))
  }
  /** Checks figures against the sources about a company. */
  const figuresOf = cached((name) => makeCheck(name, []))
  const ownTexts = ownPassages.map(({ text }) => text)
  /** The same, plus what the brand says about its own work with the company. */
  const figuresWithOwnOf = cached((name) => makeCheck(name, ownTexts))

  return (statement: string, named: Subject[], implied: string[]): UnsupportedClaim[] => {
    const companies = [
      ...(describesOwnWork ? named : []).map(({ name }) => ({ name, isSubject: true })),
      ...implied.map((name) => ({ name, isSubject: true })),
      ...knownCompaniesIn(withBrandSign(statement))
        .filter(isMeant)
        .map(({ name, after }) => ({ name, isSubject: isSubjectAt(after, 0) })),
    ]
    const other = companies.find(({ name, isSubject }) => {
      const before = statement.slice(0, Math.max(0, statement.indexOf(name)))
      if ((isOwnNamed(before) || ofBrand.test(before)) && !compares.test(statement)) return false
      const check = (isSubject ? figuresOf : figuresWithOwnOf)(name)
      return check(statement.replaceAll(name, '')).some(
        ({ kind, detail }) => kind === 'figure' && !year.test(detail),
      )
    })
    return other ? [unsupported(statement, other.name)] : []
  }
}

const year = /^(?:19|20)\d\d$/

/** Whether a name that may be an ordinary word means a company: "Slack exports", not "Linear growth". */
const isMeant = ({ name, isOrdinary, before, after }: KnownCompany) =>
  !isOrdinary ||
  isSubjectAt(after, 0) ||
  /\p{L}/u.test(before) ||
  (platforms.has(name.toLowerCase()) && name !== 'Linear')
