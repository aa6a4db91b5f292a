import type { Subject } from '../../mentions/subject.ts'
import { loadedWordsIn } from '../loaded-words.ts'
import { isNegated } from '../negation.ts'
import { hasPronoun } from '../references.ts'
import { partsOf } from './clauses.ts'
import type { Companies } from './companies.ts'
import { type UnsupportedClaim, unsupported } from './model.ts'
import type { SupportAbout } from './support-about.ts'
import { consequence } from './word-patterns.ts'

/** Finds claims about companies that a statement names; each part is checked against the sources about the company it names. */
export function createNamedClaims(
  { support, rivalsIn, isOwnNamed, endsInName }: Companies,
  { isSupported, isOwnWork, sharesWords }: SupportAbout,
) {
  /** A statement without a general consequence at its end: "so a vague message stays vague". */
  function withoutConsequence(statement: string): string {
    const [found = '', general = ''] = consequence.exec(statement) ?? []
    const isGeneral =
      general !== '' &&
      support.namesIn(general).size === 0 &&
      !hasPronoun(general) &&
      !isNegated(general) &&
      loadedWordsIn(general).length === 0 &&
      !/\d/.test(general) &&
      sharesWords(general, 0)
    return isGeneral ? statement.slice(0, -found.length) : statement
  }

  return (statement: string, named: Subject[], free: Set<string>): UnsupportedClaim[] =>
    partsOf(withoutConsequence(statement), (part) => rivalsIn(part).length > 0, endsInName).flatMap(
      (part) => {
        const about = rivalsIn(part)
        const [first = named[0]] = about
        if (first === undefined || isSupported(part, about, isOwnNamed(part), free)) return []
        if (about.every(({ name }) => isOwnWork(statement, name))) return []
        return [unsupported(part, first.name)]
      },
    )
}
