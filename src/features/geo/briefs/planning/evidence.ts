import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { storedIdOf } from '../../prompts/rules.ts'
import { answers, checks, type Match, type StoredSource } from '../../scans/table.ts'
import { brandsIn, findBrands } from '../../visibility/brands.ts'
import type { Baseline } from '../table.ts'

/** An engine's answer to the source prompt, with the short id that the planner cites. */
export type Evidence = {
  id: string
  checkId: string
  engine: string
  mentioned: boolean
  position: number | null
  /** Brands in the answer, other than the project's own. */
  names: string[]
  domains: string[]
  sources: string[]
  quotations: string[]
}

/** The newest answer of an engine, as it is stored. */
type StoredAnswer = {
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

/** Maximum number of names and of domains per answer and baseline (contract geo 10: Plan flow, 3). */
const maxNamed = 8
const maxQuotations = 4
/** Longer URLs are more often trackers than pages. */
const maxUrl = 400
const charactersAround = 160

/** Converts an answer for the planner: the brands it names, the pages it cites, and quotations. */
export function toEvidence(stored: StoredAnswer, index: number): Evidence {
  const { checkId, engine, mentioned, position, names, cited } = stored
  return {
    ...{ id: `a${index + 1}`, checkId, engine, mentioned, position },
    names: names.slice(0, maxNamed),
    domains: unique(cited.map(({ domain }) => domain)).slice(0, maxNamed),
    sources: unique(cited.map(({ url }) => url).filter(({ length }) => length <= maxUrl)).slice(0, maxNamed),
    quotations: quote(stored),
  }
}

/** Quotes the first sentence about each other brand, or the start of the answer if it names none. */
function quote({ answer, excerpt, matches, keys }: StoredAnswer): string[] {
  const first = keys.flatMap((key) => matches.find(({ subject }) => subject === key) ?? [])
  const around = first
    .slice(0, maxQuotations)
    .map(({ start, end }) =>
      answer.slice(Math.max(0, start - charactersAround), end + charactersAround).toWellFormed(),
    )
  if (around.length > 0) return around
  return [excerpt ?? answer.slice(0, 2 * charactersAround).toWellFormed()]
}

/** Returns how engines answered when a brief was planned; null without answers. */
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

/** Counts in how many of the lists each text occurs, most frequent first. */
function countBy(lists: string[][]): [string, number][] {
  const counts = new Map<string, number>()
  for (const list of lists) for (const each of unique(list)) counts.set(each, (counts.get(each) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, maxNamed)
}

const unique = (texts: string[]) => [...new Set(texts)]

const days = 30
const maxEngines = 24

/**
 * The newest answer of each engine to a prompt within 30 days, in the language of the prompt; at most 24 engines
 * (contract geo 10: Plan flow, 3).
 */
export async function findNewestAnswers(
  ctx: Context,
  projectId: string,
  promptId: string,
  promptLanguage: string,
): Promise<StoredAnswer[]> {
  const newest = await findNewestChecks(ctx, projectId, storedIdOf(promptId), promptLanguage)
  if (newest.length === 0) return []
  const [brands, texts] = await Promise.all([
    findBrands(ctx, projectId),
    ctx.db
      .select()
      .from(answers)
      .where(
        inArray(
          answers.checkId,
          newest.map(({ id }) => id),
        ),
      ),
  ])
  const textOf = new Map(texts.map((text) => [text.checkId, text]))
  return newest.flatMap(({ id, engine, mentioned, position, capturedAt, ...named }) => {
    const text = textOf.get(id)
    if (!text) return []
    const { tracked, discovered } = brandsIn(brands, named)
    const names = [...tracked.map((key) => brands.byId.get(key)?.name ?? key), ...discovered]
    const { answer, excerpt, matches, cited } = text
    return [
      {
        ...{ checkId: id, engine, mentioned, position, capturedAt },
        ...{ names, keys: tracked, answer, excerpt, matches, cited },
      },
    ]
  })
}

async function findNewestChecks(ctx: Context, projectId: string, promptId: string, promptLanguage: string) {
  const { id, engine, scanId, language, mentioned, position, capturedAt, competitorIds, discovered } = checks
  const since = new Date(ctx.now().getTime() - days * 24 * 60 * 60_000)
  const rows = await ctx.db
    .select({ id, engine, scanId, language, mentioned, position, capturedAt, competitorIds, discovered })
    .from(checks)
    .where(
      and(
        eq(checks.projectId, projectId),
        eq(checks.promptId, promptId),
        gte(capturedAt, since),
        eq(checks.turn, 0),
        eq(checks.isTwin, false),
        eq(checks.shown, true),
      ),
    )
    .orderBy(engine, desc(capturedAt), desc(id))
  const newest = [...Map.groupBy(rows, (row) => row.engine).values()].flatMap(([first, ...others]) => {
    const ofScan = [first, ...others].filter((row) => row?.scanId === first?.scanId)
    return ofScan.find((row) => row?.language === promptLanguage) ?? first ?? []
  })
  return newest.slice(0, maxEngines)
}

/** Returns the texts of stored answers by their ids. */
export async function findTexts(ctx: Context, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: answers.checkId, answer: answers.answer })
    .from(answers)
    .where(inArray(answers.checkId, ids))
  return new Map(rows.map(({ id, answer }) => [id, answer]))
}
