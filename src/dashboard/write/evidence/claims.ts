import type { Brief, Document } from '../queries.ts'

type Claim = Brief['evidence']['claims'][number]

/** The stored answers that each claim rests on, by its words: words that are changed rest on nothing any more. */
export const answersByClaim = (claims: Claim[]): Map<string, string[]> =>
  new Map(claims.map(({ claim, answers }) => [claim, answers]))

/** How many claims of an outline rest on stored answers, and how many do not. */
export function countClaims({ sections }: Pick<Document, 'sections'>, claims: Claim[]) {
  const known = answersByClaim(claims)
  const all = sections.flatMap((section) => section.claims)
  const resting = all.filter((claim) => (known.get(claim)?.length ?? 0) > 0).length
  return { resting, free: all.length - resting }
}

/** What engines said, in their own words, and the claims of the outline that rest on it. */
export type Saying = { answer: string; quotation: string | null; claims: string[] }

/** The words of stored answers that claims of the outline rest on, in its order. */
export function sayingsIn({ sections }: Pick<Document, 'sections'>, claims: Claim[]): Saying[] {
  const known = new Map(claims.map((each) => [each.claim, each]))
  const found = new Map<string, Saying>()
  for (const claim of sections.flatMap((section) => section.claims)) {
    const { answers = [], quotations = [] } = known.get(claim) ?? {}
    for (const answer of answers) {
      const quotation = quotations.find((each) => each.answer === answer)?.quotation ?? null
      const key = `${answer} ${quotation}`
      const saying = found.get(key) ?? { answer, quotation, claims: [] }
      found.set(key, { ...saying, claims: [...saying.claims, claim] })
    }
  }
  return [...found.values()]
}

type Named = { name: string; synonyms: string[] }

/** The competitors that a text names, as words of it. */
export function namesIn(text: string, competitors: Named[]): string[] {
  const words = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  const has = (term: string) =>
    words.includes(
      ` ${term
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()} `,
    )
  return competitors.filter(({ name, synonyms }) => [name, ...synonyms].some(has)).map(({ name }) => name)
}
