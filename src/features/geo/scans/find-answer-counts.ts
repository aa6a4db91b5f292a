import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { once } from '../../../db/prepared.ts'
import { prepareSelect } from '../../../db/prepared-select.ts'
import { readTallies, type StoredTally, type Tally } from './answer-counts.ts'
import { scans, tallies } from './table.ts'

/** A time range; null on a side without a limit. */
export type Span = { from: Date | null; to: Date | null }

/**
 * Returns the tallies of the scans that ended in a range, in order. Reads all rows of a scan, since one has
 * the names of all.
 */
export async function findTallies(ctx: Context, projectId: string, span: Span): Promise<Tally[]> {
  const rows = await queries(ctx).tallies.all({ projectId, ...boundsOf(span) })
  return readTallies(rows.sort(inOrder))
}

/** Of scans that ended at the same moment, the later one has the larger id. */
function inOrder(a: StoredTally, b: StoredTally) {
  return a.capturedAt - b.capturedAt || (a.scanId < b.scanId ? -1 : Number(a.scanId > b.scanId))
}

/**
 * Returns the scans of a range that asked all tracked questions. The others repeat or extend the one before
 * them.
 */
export async function findFullScans(ctx: Context, projectId: string, { from, to }: Span) {
  const began = from && new Date(from.getTime() - maxScan)
  const found = await queries(ctx).scans.all({ projectId, ...boundsOf({ from: began, to }) })
  return new Set(found.filter(({ cause }) => cause === 'manual' || cause === 'recurring').map(({ id }) => id))
}

/** Maximum duration of a scan. Its tallies count at its end. */
const maxScan = 86_400_000

/** Uses the minimum and maximum of JavaScript dates for missing limits. */
function boundsOf({ from, to }: Span) {
  return { from: from?.getTime() ?? -8.64e15, to: to?.getTime() ?? 8.64e15 }
}

const columns = {
  scanId: tallies.scanId,
  projectId: tallies.projectId,
  engine: tallies.engine,
  language: tallies.language,
  isTwin: sql<number>`${tallies.isTwin}`,
  capturedAt: sql<number>`${tallies.capturedAt}`,
  modelReported: tallies.modelReported,
  searched: sql<number | null>`${tallies.searched}`,
  instructionsVersion: tallies.instructionsVersion,
  matcherVersion: tallies.matcherVersion,
  names: sql<string>`${tallies.names}`,
  cells: sql<Uint8Array | ArrayBuffer>`${tallies.cells}`,
}

const queries = once((db) => {
  const [from, to] = [sql`${sql.placeholder('from')}`, sql`${sql.placeholder('to')}`]
  const own = eq(tallies.projectId, sql.placeholder('projectId'))
  const found = db
    .select(columns)
    .from(tallies)
    .where(and(own, gte(tallies.capturedAt, from), lt(tallies.capturedAt, to)))
    .orderBy(asc(tallies.capturedAt))
  const began = db
    .select({ id: scans.id, cause: scans.cause })
    .from(scans)
    .where(
      and(
        eq(scans.projectId, sql.placeholder('projectId')),
        gte(scans.createdAt, from),
        lt(scans.createdAt, to),
      ),
    )
  return {
    tallies: prepareSelect(db, found),
    scans: prepareSelect(db, began),
  }
})
