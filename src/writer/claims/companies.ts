import type { Subject } from '../../mentions/subject.ts'
import { oneLine } from '../../text/line.ts'
import { brandSign } from '../brand-sign.ts'
import { cached } from '../cached.ts'
import { createSupport } from '../claim-support.ts'
import { createNameNormalizer } from '../name-variants.ts'

export type Companies = ReturnType<typeof createCompanies>

/** Finds the brand and the given companies in texts. */
export function createCompanies(own: Subject, others: Subject[]) {
  const known = [own, ...others]
  const normalize = cached(createNameNormalizer(known.flatMap(({ name, terms }) => [name, ...terms])))
  const support = createSupport(known)
  const { namesIn, unnamed } = support

  const rivalsIn = (text: string) => {
    const named = namesIn(text)
    return others.filter(({ key }) => named.has(key))
  }
  const isOwnNamed = (text: string) => namesIn(text).has(own.key)

  /** A text without known names, and with the brand as its sign. */
  const withBrandSign = (text: string) => unnamed(text, (key) => (key === own.key ? brandSign : '')).trim()

  /** A text with the brand as its sign and the names of all others unchanged. */
  const withSign = (text: string) => {
    const nameOf = (key: string) => others.find((each) => each.key === key)?.name ?? ''
    return oneLine(unnamed(text, (key) => (key === own.key ? brandSign : nameOf(key))))
  }

  const endsInName = (text: string): boolean =>
    rivalsIn(text).some(({ name, terms }) =>
      [name, ...terms].some((term) => text.replace(/[^\p{L}\p{N}]{1,9}$/u, '').endsWith(term)),
    )

  /** Whether a competitor comes before the brand in a statement. */
  const isFirstNamed = (statement: string, named: Subject[]) =>
    firstPlaceOf(statement, named) < firstPlaceOf(statement, [own])

  return {
    ...{ own, others, known, support, normalize },
    ...{ rivalsIn, isOwnNamed, withBrandSign, withSign, endsInName, isFirstNamed },
  }
}

export function firstPlaceOf(statement: string, subjects: Subject[]): number {
  const text = statement.toLowerCase()
  const places = subjects
    .flatMap(({ name, terms }) => [name, ...terms])
    .map((term) => text.indexOf(term.toLowerCase()))
    .filter((place) => place >= 0)
  return Math.min(Number.POSITIVE_INFINITY, ...places)
}
