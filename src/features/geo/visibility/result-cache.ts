import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { tallies } from '../scans/table.ts'
import type { Window } from './window.ts'

/** How many results are kept; the one that nobody asked for longest makes room. */
const most = 64

type Results = Map<string, { stamp: string; value: unknown }>
/** By the program that works them out: one that opens the database after another has rewritten it knows nothing. */
const memory = new WeakMap<Context, Results>()

/**
 * What was worked out of the same answers before, else what `work` makes of them now: results change when a scan ends,
 * and are asked for far more often. Under its name a result depends on nothing but the tallies of its window.
 */
export async function cached<T>(
  ctx: Context,
  projectId: string,
  name: string,
  window: Window,
  work: () => Promise<T>,
): Promise<T> {
  const kept: Results = memory.get(ctx) ?? new Map()
  memory.set(ctx, kept)
  const key = `${projectId} ${name}`
  // Read first: tallies that are written meanwhile are found by the next one who asks.
  const stamp = await stampOf(ctx, projectId, window)
  const known = kept.get(key)
  kept.delete(key)
  const value = known?.stamp === stamp ? (known.value as T) : await work()
  kept.set(key, { stamp, value })
  if (kept.size > most) kept.delete(kept.keys().next().value as string)
  return value
}

/** Which tallies a window and the one before it hold. A row that is written anew has a larger number than any before. */
async function stampOf(ctx: Context, projectId: string, { from, to, before }: Window): Promise<string> {
  const first = (before?.from ?? from)?.getTime() ?? -8.64e15
  const last = to?.getTime() ?? 8.64e15
  const [stamp] = await ctx.db.all<object>(sql`
    select count(*) as rows, max(rowid) as newest, min(captured_at) as first, max(captured_at) as last,
      sum(captured_at >= ${from?.getTime() ?? first}) as later
    from ${tallies} where project_id = ${projectId} and captured_at >= ${first} and captured_at < ${last}`)
  return JSON.stringify(stamp)
}
