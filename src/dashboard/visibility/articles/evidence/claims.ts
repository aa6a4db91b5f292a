import type { Brief, Document } from '../../../data/briefs.ts'

type Claim = Brief['evidence']['claims'][number]

/** The stored answers that support each claim, by its text: a changed text has no support. */
export const answersByClaim = (claims: Claim[]): Map<string, string[]> =>
  new Map(claims.map(({ claim, answers }) => [claim, answers]))

/** Counts the claims of an outline by source: stored answers, only facts of the brand, or none. */
export function countClaims({ sections }: Pick<Document, 'sections'>, claims: Claim[]) {
  const known = answersByClaim(claims)
  const all = sections.flatMap((section) => section.claims)
  const facts = new Set(claims.filter(({ facts = [] }) => facts.length > 0).map(({ claim }) => claim))
  const isAnswered = (claim: string) => (known.get(claim)?.length ?? 0) > 0
  const answered = all.filter(isAnswered).length
  const factual = all.filter((claim) => !isAnswered(claim) && facts.has(claim)).length
  return { answered, factual, free: all.length - answered - factual }
}

/** A fact of the brand, and the claims or sentences that it supports. */
export type CitedFact = { id: string; text: string; url: string | null; supports: string[] }

/** The facts that an article uses or, before it is written, those that support the claims of its outline. */
export function factsOf({ claims, facts }: Brief['evidence']): CitedFact[] {
  if (facts) return facts.map(({ sentences, ...fact }) => ({ ...fact, supports: sentences }))
  const found = new Map<string, CitedFact>()
  for (const { claim, facts = [] } of claims)
    for (const fact of facts) {
      const { supports } = found.get(fact.id) ?? { supports: [] }
      found.set(fact.id, { ...fact, supports: [...supports, claim] })
    }
  return [...found.values()]
}

/** A quote of an engine, and the claims of the outline that it supports. */
export type Quote = { answer: string; quotation: string | null; claims: string[] }

/** The quotes of stored answers that support claims of the outline, in its order. */
export function sayingsIn({ sections }: Pick<Document, 'sections'>, claims: Claim[]): Quote[] {
  const known = new Map(claims.map((each) => [each.claim, each]))
  const found = new Map<string, Quote>()
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

type BrandName = { name: string; synonyms: string[] }

/** The competitors that a text names as whole words. */
export function namesIn(text: string, competitors: BrandName[]): string[] {
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
