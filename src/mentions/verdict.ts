import type { Hit } from './matcher.ts'

/** What an answer says of a subject, with the spans that say so; unsure is for the judge, and named without one. */
export type Verdict = { verdict: 'named' | 'unsure' | 'absent'; spans: { start: number; end: number }[] }

/** What the hits of one answer say of one subject: any sure one names it. */
export function judgeSubject(hits: Hit[], subject: string): Verdict {
  const own = hits.filter((hit) => hit.subject === subject)
  const spans = own.map(({ start, end }) => ({ start, end }))
  if (own.length === 0) return { verdict: 'absent', spans }
  return { verdict: own.some(({ isSure }) => isSure) ? 'named' : 'unsure', spans }
}
