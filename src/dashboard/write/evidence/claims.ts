import type { Document } from '../queries.ts'

type Claim = { claim: string; answers: string[] }

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

/** The answers that claims of the outline rest on, with the claims of each. */
export function claimsByAnswer({ sections }: Pick<Document, 'sections'>, claims: Claim[]) {
  const known = answersByClaim(claims)
  const found = new Map<string, string[]>()
  for (const claim of sections.flatMap((section) => section.claims))
    for (const id of known.get(claim) ?? []) found.set(id, [...(found.get(id) ?? []), claim])
  return [...found].map(([id, claims]) => ({ id, claims }))
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
