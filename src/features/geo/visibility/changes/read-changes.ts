import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Caller } from '../../../keys/model.ts'
import { findTallies } from '../../scans/find-answer-counts.ts'
import { scans } from '../../scans/table.ts'
import type { Brands } from '../brands.ts'
import { findBrands } from '../brands.ts'
import { findTracked, type Tracked } from '../service.ts'
import { findCited, findCitedOwners, findTexts, type Side } from './cited-texts.ts'
import {
  type Change,
  findChanges,
  findNewlyCited,
  inOrder,
  isToldFirst,
  keyOf,
  readStandings,
  scansOf,
  summarize,
} from './find-changes.ts'

/** So many changes are told; all of them are counted (contract geo 8). */
const maxEvents = 40
const nothing = { previousScan: null, currentScan: null, summary: summarize([]), events: [] }

/** What changed between the last two completed scans that asked everything. */
export async function readChanges(ctx: Context, caller: Caller, projectId: string) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked) return { configured: false, ...nothing, organization }
  const [current, previous] = await findLastScans(ctx, projectId)
  if (!current || !previous)
    return { configured: true, ...nothing, currentScan: current ? toEnd(current) : null, organization }

  const { before, after } = await findSides(ctx, tracked, previous, current)
  const brands = await findBrands(ctx, projectId)
  const found = findChanges(before.standings, after.standings, brands)
  const room = maxEvents - found.filter(isToldFirst).length
  const changes = [...found, ...(await findCitedAnew(ctx, projectId, before, after, brands, room))].sort(
    inOrder,
  )
  const events = changes.slice(0, maxEvents)
  const texts = await findTexts(ctx, after, events)
  return {
    configured: true,
    previousScan: toEnd(previous),
    currentScan: toEnd(current),
    summary: summarize(changes),
    events: events.map((event) => {
      const text = texts.get(keyOf(event.engine, event.promptId ?? ''))
      return { ...event, prompt: text?.prompt ?? null, checkId: text?.checkId ?? null }
    }),
    organization,
  }
}

/** Answers that cite a competitor anew, engine by engine in order, until there are as many as can be told. */
async function findCitedAnew(
  ctx: Context,
  projectId: string,
  before: Side,
  after: Side,
  brands: Brands,
  room: number,
): Promise<Change[]> {
  const found: Change[] = []
  if (room <= 0) return found
  const scanIds = [...scansOf(before.standings), ...scansOf(after.standings)]
  const { owners, engines } = await findCitedOwners(ctx, projectId, scanIds)
  for (const engine of engines) {
    if (found.length >= room) break
    const [citedBefore, cited] = await Promise.all([
      findCited(ctx, before, owners, engine),
      findCited(ctx, after, owners, engine),
    ])
    found.push(...findNewlyCited(before.standings, after.standings, citedBefore, cited, brands))
  }
  return found
}

type Scan = Pick<typeof scans.$inferSelect, 'id' | 'startedAt' | 'finishedAt' | 'createdAt'>

/** A scan that asked all that was tracked: a single prompt, a conversation or what had failed is asked to add to one. */
const isWhole = sql<number>`(${scans.cause} in ('manual', 'recurring')
  or ${scans.cause} = 'retry' and json_extract(${scans.plan}, '$.only') is null)`

function findLastScans(ctx: Context, projectId: string): Promise<Scan[]> {
  const { id, startedAt, finishedAt, createdAt } = scans
  return ctx.db
    .select({ id, startedAt, finishedAt, createdAt })
    .from(scans)
    .where(and(eq(scans.projectId, projectId), eq(scans.status, 'completed'), isWhole))
    .orderBy(desc(createdAt), desc(id))
    .limit(2)
}

/** The answers of two scans, each with what was asked after it to add to it. */
async function findSides(
  ctx: Context,
  { projectId, promptLanguage: language }: Tracked,
  previous: Scan,
  current: Scan,
): Promise<{ before: Side; after: Side }> {
  const [tallies, added] = await Promise.all([
    findTallies(ctx, projectId, { from: previous.startedAt, to: null }),
    ctx.db
      .select({ id: scans.id, createdAt: scans.createdAt })
      .from(scans)
      .where(
        and(eq(scans.projectId, projectId), gte(scans.createdAt, previous.createdAt), sql`not ${isWhole}`),
      ),
  ])
  const isLater = ({ createdAt }: Pick<Scan, 'createdAt'>) => createdAt >= current.createdAt
  const sideOf = (scan: Scan, added: Pick<Scan, 'id'>[]): Side => {
    const ids = new Set([scan.id, ...added.map(({ id }) => id)])
    return {
      standings: readStandings(
        tallies.filter(({ scanId }) => ids.has(scanId)),
        language,
      ),
      language,
    }
  }
  return {
    before: sideOf(
      previous,
      added.filter((scan) => !isLater(scan)),
    ),
    after: sideOf(current, added.filter(isLater)),
  }
}

const toEnd = ({ id, finishedAt, startedAt }: Scan) => ({
  id,
  finishedAt: (finishedAt ?? startedAt).toISOString(),
})
