import { plainLine, shorten } from '../text/line.ts'
import { benefitOf } from './benefit.ts'
import { breakingNote } from './breaking.ts'
import type { Change } from './change.ts'
import type { Placed } from './placed.ts'
import type { Quote } from './quotes/find-quote.ts'
import { writeSummary } from './summary.ts'
import type { Audience, Tone } from './tone.ts'

/** The prose of a changelog as plain text, by id of change; the layout escapes it. */
export type Prose = {
  summary: string
  /** One or two sentences for highlights with more to say than their title. */
  highlights: Map<string, string>
  /** Titles that replace the changes' own. */
  titles: Map<string, string>
}

/** Prose without a model, taken only from the changes' own texts, and for the other highlights from their files. */
export function writeProse(
  placed: Placed,
  subject: string,
  tone: Tone,
  _audience: Audience,
  quotes?: ReadonlyMap<string, Quote>,
): Prose {
  const found = placed.highlights.map(
    ({ change }) => [change.id, sentenceFor(change) ?? quotes?.get(change.id)?.text] as const,
  )
  return {
    summary: writeSummary(placed, subject, tone),
    highlights: new Map(found.flatMap(([id, sentence]) => (sentence ? [[id, sentence] as const] : []))),
    titles: new Map(),
  }
}

/** The sentence of a highlight from the change's own texts; null without one. */
export function sentenceFor(change: Change): string | null {
  const footer = [change.body ?? '', ...change.commits.map(({ message }) => message)]
    .map(breakingNote)
    .find(Boolean)
  if (footer) {
    const plain = shorten(plainLine(footer), 300)
    return /[.!?…]$/.test(plain) ? plain : `${plain}.`
  }
  return benefitOf(change.body, change.title)
}
