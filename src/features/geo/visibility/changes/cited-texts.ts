import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { competitors } from '../../competitors/table.ts'
import { answers, checks, citations } from '../../scans/table.ts'
import { compareText } from '../latest-answers.ts'
import {
  type Change,
  type CitedCompetitors,
  findStored,
  keyOf,
  ownerOf,
  type ScanAnswers,
  scansOf,
} from './find-changes.ts'

/** The answers to first turns in a language, from one of two scans. */
export type ScanSide = { newest: ScanAnswers; language: string }

/** Returns the prompt texts and answer ids of changed answers, by their keys. */
export async function findTexts(ctx: Context, { newest, language }: ScanSide, changes: Change[]) {
  const withPrompt = changes.filter(({ promptId }) => promptId !== null)
  if (withPrompt.length === 0) return new Map<string, { prompt: string; checkId: string }>()
  const rows = await ctx.db
    .select({ ...placed, checkId: checks.id, prompt: answers.prompt })
    .from(checks)
    .innerJoin(answers, eq(answers.checkId, checks.id))
    .where(
      and(
        inArray(checks.scanId, scansOf(newest)),
        inArray(checks.engine, [...new Set(withPrompt.map(({ engine }) => engine))]),
        inArray(checks.promptId, [...new Set(withPrompt.map(({ promptId }) => promptId ?? ''))]),
        isCompared(language),
      ),
    )
  const stored = rows.filter((row) => findStored(newest, row))
  return new Map(stored.map((row) => [keyOf(row.engine, row.promptId), row]))
}

type CitedOwners = { owners: Map<string, string>; engines: string[] }

/** Returns which domains cited in some scans belong to tracked competitors, and which engines cite them. */
export async function findCitedOwners(
  ctx: Context,
  projectId: string,
  scanIds: string[],
): Promise<CitedOwners> {
  const { id, domain } = competitors
  const tracked = await ctx.db
    .select({ id, domain })
    .from(competitors)
    .where(and(eq(competitors.projectId, projectId), isNotNull(domain)))
  if (tracked.length === 0) return { owners: new Map(), engines: [] }
  const byDomain = new Map(tracked.map(({ id, domain }) => [domain ?? '', id]))
  const cited = await ctx.db
    .selectDistinct({ engine: citations.engine, domain: citations.domain })
    .from(citations)
    .where(inArray(citations.scanId, scanIds))
  const owned = cited.flatMap(({ engine, domain }) => {
    const owner = ownerOf(domain, byDomain)
    return owner === null ? [] : [{ engine, domain, owner }]
  })
  return {
    owners: new Map(owned.map(({ domain, owner }) => [domain, owner])),
    engines: [...new Set(owned.map(({ engine }) => engine))].sort(compareText),
  }
}

/** Returns the competitors whose sites an engine's answers cite. */
export async function findCited(
  ctx: Context,
  { newest, language }: ScanSide,
  owners: ReadonlyMap<string, string>,
  engine: string,
): Promise<CitedCompetitors> {
  const cited = new Map<string, Set<string>>()
  const domain = sql<string>`source.value ->> 'domain'`
  const rows = await ctx.db
    .selectDistinct({ ...placed, domain })
    .from(checks)
    .innerJoin(answers, eq(answers.checkId, checks.id))
    .innerJoin(sql`json_each(${answers.cited}) as source`, sql`true`)
    .where(
      and(
        inArray(checks.scanId, scansOf(newest)),
        eq(checks.engine, engine),
        isCompared(language),
        sql`${domain} in (select value from json_each(${JSON.stringify([...owners.keys()])}))`,
      ),
    )
  for (const row of rows) {
    const owner = owners.get(row.domain)
    if (owner === undefined || !findStored(newest, row)) continue
    cited.getOrInsertComputed(keyOf(row.engine, row.promptId), () => new Set<string>()).add(owner)
  }
  return cited
}

const placed = { scanId: checks.scanId, engine: checks.engine, promptId: checks.promptId }

const isCompared = (language: string) =>
  and(eq(checks.turn, 0), eq(checks.language, language), eq(checks.isTwin, false))
