import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { nextTurn } from '../../../../slices.ts'
import type { Caller } from '../../../keys/model.ts'
import { findTallies } from '../../scans/find-answer-counts.ts'
import { scans } from '../../scans/table.ts'
import type { Brands } from '../brands.ts'
import { findBrands } from '../brands.ts'
import { findScope, type ReadScope } from '../read-scope.ts'
import { findCited, findCitedOwners, findTexts, type ScanSide } from './cited-texts.ts'
import {
  type Change,
  findChanges,
  findNewlyCited,
  inOrder,
  isListedFirst,
  keyOf,
  readScanAnswers,
  scansOf,
  summarize,
} from './find-changes.ts'
import type { ChangesQuery } from './model.ts'

/** Default maximum number of listed changes; all are counted (contract geo 8). */
const maxEvents = 40
const nothing = { previousScan: null, currentScan: null, summary: summarize([]), events: [] }

/** Returns the changes between the last two completed scans of everything. */
export async function readChanges(
  ctx: Context,
  caller: Caller,
  projectId: string,
  { limit }: typeof ChangesQuery.static,
) {
  const most = limit === 'all' ? Number.POSITIVE_INFINITY : maxEvents
  const { organization } = caller
  const scope = await findScope(ctx, caller, projectId)
  if (!scope) return { configured: false, ...nothing, organization }
  const [current, previous] = await findLastScans(ctx, projectId)
  if (!current || !previous)
    return { configured: true, ...nothing, currentScan: current ? toEnd(current) : null, organization }

  const { before, after } = await findSides(ctx, scope, previous, current)
  const brands = await findBrands(ctx, projectId)
  await nextTurn()
  const found = findChanges(before.newest, after.newest, brands)
  const room = most - found.filter(isListedFirst).length
  const changes = [...found, ...(await readNewlyCited(ctx, projectId, before, after, brands, room))].sort(
    inOrder,
  )
  const events = changes.slice(0, most)
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

/** Finds new citations of competitors, engine by engine in order, until the limit is reached. */
async function readNewlyCited(
  ctx: Context,
  projectId: string,
  before: ScanSide,
  after: ScanSide,
  brands: Brands,
  room: number,
): Promise<Change[]> {
  const found: Change[] = []
  if (room <= 0) return found
  const scanIds = [...scansOf(before.newest), ...scansOf(after.newest)]
  const { owners, engines } = await findCitedOwners(ctx, projectId, scanIds)
  for (const engine of engines) {
    if (found.length >= room) break
    const [citedBefore, cited] = await Promise.all([
      findCited(ctx, before, owners, engine),
      findCited(ctx, after, owners, engine),
    ])
    found.push(...findNewlyCited(before.newest, after.newest, citedBefore, cited, brands))
  }
  return found
}

type Scan = Pick<typeof scans.$inferSelect, 'id' | 'startedAt' | 'finishedAt' | 'createdAt'>

/**
 * Whether a scan asked everything. Scans of a prompt, a conversation or failed questions extend the one
 * before them.
 */
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

/** Returns the answers of two scans, each with the scans that extend it. */
async function findSides(
  ctx: Context,
  { projectId, promptLanguage: language }: ReadScope,
  previous: Scan,
  current: Scan,
): Promise<{ before: ScanSide; after: ScanSide }> {
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
  const sideOf = (scan: Scan, added: Pick<Scan, 'id'>[]): ScanSide => {
    const ids = new Set([scan.id, ...added.map(({ id }) => id)])
    return {
      newest: readScanAnswers(
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
