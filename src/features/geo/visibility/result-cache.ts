import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/client.ts'
import { tallies } from '../scans/table.ts'
import type { Window } from './window.ts'

/** Maximum number of cached results; the least recently used one is evicted. */
const most = 64

type Results = Map<string, { stamp: string; value: unknown }>
/** One cache per database, so that a program that opens a replaced database starts with an empty one. */
const memory = new WeakMap<Db, Results>()

/**
 * Caches the result of `work` until the answers of the window change. Results are read far more often than
 * scans end. The result may depend only on its name and the tallies of its window.
 */
export async function cached<T>(
  ctx: Context,
  projectId: string,
  name: string,
  window: Window,
  work: () => Promise<T>,
): Promise<T> {
  const kept: Results = memory.get(ctx.db) ?? new Map()
  memory.set(ctx.db, kept)
  const key = `${projectId} ${name}`
  // Read before the work, so that the next reader notices tallies that are written meanwhile.
  const stamp = await stampOf(ctx, projectId, window)
  const known = kept.get(key)
  kept.delete(key)
  const isKnown = known?.stamp === stamp
  const value = isKnown ? (known.value as T) : await work()
  // If the replica failed midway, the result mixes replica and primary. Do not cache it.
  if (!isKnown && ctx.replica && stamp !== (await stampOf(ctx, projectId, window))) return value
  kept.set(key, { stamp, value })
  if (kept.size > most) kept.delete(kept.keys().next().value as string)
  return value
}

/**
 * Identifies the tallies of a window and the one before it. A replaced row has a higher rowid than any
 * before.
 */
async function stampOf(ctx: Context, projectId: string, { from, to, before }: Window): Promise<string> {
  const first = (before?.from ?? from)?.getTime() ?? -8.64e15
  const last = to?.getTime() ?? 8.64e15
  const [stamp] = await ctx.db.all<object>(sql`
    select count(*) as rows, max(rowid) as newest, min(captured_at) as first, max(captured_at) as last,
      sum(captured_at >= ${from?.getTime() ?? first}) as later
    from ${tallies} where project_id = ${projectId} and captured_at >= ${first} and captured_at < ${last}`)
  return JSON.stringify(stamp)
}
