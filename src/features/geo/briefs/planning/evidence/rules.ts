import type { Match, StoredSource } from '../../../scans/table.ts'
import type { Baseline } from '../../table.ts'

/** What an engine answered to the source prompt, under a short id by which a planner names it. */
export type Evidence = {
  id: string
  checkId: string
  engine: string
  mentioned: boolean
  position: number | null
  /** Brands that it names beside the own one. */
  names: string[]
  domains: string[]
  sources: string[]
  quotations: string[]
}

/** The newest answer of an engine, as it is stored. */
export type StoredAnswer = {
  checkId: string
  engine: string
  mentioned: boolean
  position: number | null
  capturedAt: Date
  names: string[]
  /** Keys of those brands among the matches. */
  keys: string[]
  answer: string
  excerpt: string | null
  matches: Match[]
  cited: StoredSource[]
}

/** Of names and domains so many are told of an answer, and counted for a baseline (contract geo 10: Plan flow, 3). */
const mostNamed = 8
const mostQuotations = 4
/** Longer addresses are of trackers more often than of pages. */
const longestUrl = 400
const charactersAround = 160

/** An answer as a planner reads it: who is named, what is cited, and its own words about them. */
export function toEvidence(stored: StoredAnswer, index: number): Evidence {
  const { checkId, engine, mentioned, position, names, cited } = stored
  return {
    ...{ id: `a${index + 1}`, checkId, engine, mentioned, position },
    names: names.slice(0, mostNamed),
    domains: unique(cited.map(({ domain }) => domain)).slice(0, mostNamed),
    sources: unique(cited.map(({ url }) => url).filter(({ length }) => length <= longestUrl)).slice(
      0,
      mostNamed,
    ),
    quotations: quote(stored),
  }
}

/** What an answer says where it names somebody else, the first of each; what it says at all where it names nobody. */
function quote({ answer, excerpt, matches, keys }: StoredAnswer): string[] {
  const first = keys.flatMap((key) => matches.find(({ subject }) => subject === key) ?? [])
  const around = first
    .slice(0, mostQuotations)
    .map(({ start, end }) =>
      answer.slice(Math.max(0, start - charactersAround), end + charactersAround).toWellFormed(),
    )
  if (around.length > 0) return around
  return [excerpt ?? answer.slice(0, 2 * charactersAround).toWellFormed()]
}

/** How engines answered when a brief was planned; null where none did. */
export function toBaseline(sourcePromptId: string, stored: StoredAnswer[]): Baseline | null {
  if (stored.length === 0) return null
  const newest = Math.max(...stored.map(({ capturedAt }) => capturedAt.getTime()))
  return {
    sourcePromptId,
    mentionedEngines: stored.filter(({ mentioned }) => mentioned).length,
    totalEngines: stored.length,
    engines: stored.map(({ engine, mentioned, position }) => ({ engine, mentioned, position })),
    competitorMentions: countBy(stored.map(({ names }) => names)).map(([name, engines]) => ({
      name,
      engines,
    })),
    citedDomains: countBy(stored.map(({ cited }) => cited.map(({ domain }) => domain))).map(
      ([domain, engines]) => ({ domain, engines }),
    ),
    capturedAt: new Date(newest).toISOString(),
  }
}

/** In how many of these lists each text stands, the most frequent first. */
function countBy(lists: string[][]): [string, number][] {
  const counts = new Map<string, number>()
  for (const list of lists) for (const each of unique(list)) counts.set(each, (counts.get(each) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, mostNamed)
}

const unique = (texts: string[]) => [...new Set(texts)]
