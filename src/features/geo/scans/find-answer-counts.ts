import { and, asc, count, eq, gte, lt, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { once } from '../../../db/prepared.ts'
import { prepareSelect } from '../../../db/prepared-select.ts'
import { nextTurn } from '../../../slices.ts'
import { readTallies, type StoredTally, type Tally } from './answer-counts.ts'
import { tallies } from './table.ts'

/** A time range; null on a side without a limit. */
export type Span = { from: Date | null; to: Date | null }

/** How long reading may occupy the event loop before other work gets a turn. */
const sliceMilliseconds = 5
const firstSliceRows = 50

/**
 * Returns the tallies of the scans that ended in a range, in order. Reads all rows of a scan, since one has the names
 * of all, and a few scans at a time, since a million answers are 20 MB.
 */
export async function findTallies(ctx: Context, projectId: string, span: Span): Promise<Tally[]> {
  const { from, to } = boundsOf(span)
  const times = await queries(ctx).times.all({ projectId, from, to })
  // A scan that got more answers meanwhile may be read again at its new time: the later rows count.
  const found = new Map<string, Tally[]>()
  let size = firstSliceRows
  for (let start = 0; start < times.length; ) {
    const began = performance.now()
    let end = start
    for (let rows = 0; end < times.length && (end === start || rows < size); end++)
      rows += times[end]?.rows ?? 0
    const rows = await queries(ctx).tallies.all({
      projectId,
      from: times[start]?.capturedAt ?? from,
      to: times[end]?.capturedAt ?? to,
    })
    for (const [scanId, tallies] of Map.groupBy(readTallies(rows.sort(inOrder)), ({ scanId }) => scanId)) {
      found.delete(scanId)
      found.set(scanId, tallies)
    }
    start = end
    const factor = sliceMilliseconds / Math.max(1, performance.now() - began)
    size = Math.max(1, Math.round(size * Math.min(2, factor)))
    if (start < times.length) await nextTurn()
  }
  return [...found.values()].flat()
}

/** Of scans that ended at the same moment, the later one has the larger id. */
function inOrder(a: StoredTally, b: StoredTally) {
  return a.capturedAt - b.capturedAt || (a.scanId < b.scanId ? -1 : Number(a.scanId > b.scanId))
}

/** Maximum duration of a scan, in milliseconds. Its tallies count at its end. */
export const maxScan = 86_400_000

/** Returns the limits of a range in milliseconds; a missing one is the minimum or maximum of JavaScript dates. */
export function boundsOf({ from, to }: Span) {
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
  page: tallies.page,
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
  const times = db
    .select({ capturedAt: columns.capturedAt, rows: count() })
    .from(tallies)
    .where(and(own, gte(tallies.capturedAt, from), lt(tallies.capturedAt, to)))
    .groupBy(tallies.capturedAt)
    .orderBy(asc(tallies.capturedAt))
  return {
    times: prepareSelect(db, times),
    tallies: prepareSelect(db, found),
  }
})
