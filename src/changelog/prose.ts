import { count, plainLine, shorten } from '../text/line.ts'
import { excerptOf } from './excerpt.ts'
import type { Placed, Told } from './place.ts'
import { writeSummary } from './summary.ts'
import type { Audience, Tone } from './tone.ts'

/** The words of a changelog as plain text, by id of change; whoever writes them, the layout escapes them. */
export type Prose = {
  summary: string
  /** One or two sentences for each highlight. */
  highlights: Map<string, string>
  /** Titles that replace the changes' own. */
  titles: Map<string, string>
}

/** Prose without a model: quoted from the changes, else plain facts. */
export function writeProse(placed: Placed, subject: string, tone: Tone, audience: Audience): Prose {
  return {
    summary: writeSummary(placed, subject, tone),
    highlights: new Map(
      placed.highlights.map((told) => [
        told.change.id,
        excerptOf(told.change.body) ?? stateFacts(told, audience),
      ]),
    ),
    titles: new Map(),
  }
}

const nouns: Record<NonNullable<Told['theme']>, string> = {
  security: 'A security change',
  breaking: 'A breaking change',
  feature: 'A new feature',
  reliability: 'A reliability fix',
  performance: 'A performance improvement',
}

function stateFacts({ change: { subject, paths }, theme }: Told, audience: Audience): string {
  const noun = theme ? nouns[theme] : 'A change'
  if (audience !== 'developers') return `${noun}.`
  const [only] = paths
  if (subject.scope) return `${noun} in ${plainLine(subject.scope)}.`
  if (paths.length === 1 && only) return `${noun} in \`${shorten(plainLine(only).replaceAll('`', ''), 80)}\`.`
  return paths.length > 1 ? `${noun} across ${count(paths.length, 'file')}.` : `${noun}.`
}
