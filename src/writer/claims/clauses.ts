import { seam } from './word-patterns.ts'

type NamesCompany = (text: string) => boolean

/** Splits a statement where its clauses change the subject; a clause that ends in a name belongs to the next one. */
export function partsOf(statement: string, isNamed: NamesCompany, endsInName: NamesCompany): string[] {
  const parts: { clauses: string[]; isNamed: boolean; endsInName: boolean }[] = []
  for (const clause of statement.split(seam)) {
    const last = parts.at(-1)
    const named = isNamed(clause)
    const ends = named && endsInName(clause)
    if (last === undefined || (named && last.isNamed && !last.endsInName))
      parts.push({ clauses: [clause], isNamed: named, endsInName: ends })
    else {
      last.clauses.push(clause)
      last.isNamed ||= named
      if (/\p{L}/u.test(clause)) last.endsInName = ends
    }
  }
  return parts.length > 1 ? parts.map(({ clauses }) => withoutSeams(clauses.join(''))) : [statement]
}

const outerSeams = new RegExp(`^(?:\\s|${seam.source})+|(?:\\s|${seam.source})+$`, 'giu')
const withoutSeams = (part: string) => part.replace(outerSeams, '')
