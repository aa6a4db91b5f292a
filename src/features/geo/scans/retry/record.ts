import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import { insertJob } from '../../../../jobs/queue.ts'
import { type Task, tasksOf } from '../plan/rules.ts'
import type { Plan } from '../table.ts'

/** The job that repeats a scan as a whole; it takes `{ scanId }`. */
export const repeatScan = 'scans.repeat'

const waitMilliseconds = 5 * 60_000

/** A statement that has a scan which stored nothing repeated once, five minutes later (contract geo 7). */
export function queueRepetition(ctx: Context, scanId: string) {
  const runAt = new Date(ctx.now().getTime() + waitMilliseconds)
  return insertJob(ctx, repeatScan, { scanId }, { key: `${repeatScan}:${scanId}`, runAt })
}

/** A scan with all that retry it or one of its retries: what one of them answered is not asked again. */
const familyOf = (scanId: string): SQL => sql`
  with recursive
    origin(id, retry_of) as (
      select id, retry_of from geo_scans where id = ${scanId}
      union select scan.id, scan.retry_of from origin join geo_scans as scan on scan.id = origin.retry_of),
    family(id) as (
      select id from origin where not exists (select 1 from geo_scans where id = origin.retry_of)
      union select scan.id from family join geo_scans as scan on scan.retry_of = family.id)`

export type Family = { scans: number; running: number }

/** How many scans a family has, and how many of them still run. */
export async function readFamily(ctx: Context, scanId: string): Promise<Family> {
  const [family] = await ctx.db.all<Family>(sql`
    ${familyOf(scanId)}
    select count(*) as scans, coalesce(sum(status = 'running'), 0) as running
    from family cross join geo_scans using (id)`)
  return family ?? { scans: 0, running: 0 }
}

/** A statement for the batch that begins a retry, after it: fails on its guard where another one was begun since. */
export const requireOneMore = (ctx: Context, scanId: string, { scans }: Family): Statement =>
  ctx.db.run(sql`
    insert into guards (ok) select 0 where (${familyOf(scanId)} select count(*) from family) <> ${scans + 1}`)

/** The tasks of a scan that no scan of its family has answered whole. */
export async function findMissing(ctx: Context, scanId: string, plan: Plan): Promise<Task[]> {
  // A cross join keeps the database from walking all answers for the family.
  const stored = await ctx.db.all<Answered>(sql`
    ${familyOf(scanId)}
    select engine, prompt_id as promptId, language, is_twin as isTwin, count(*) as answers
    from family cross join geo_checks on scan_id = family.id
    group by scan_id, engine, prompt_id, language, is_twin`)
  const most = new Map<string, number>()
  for (const row of stored) {
    const key = keyOf({ ...row, isTwin: Boolean(row.isTwin) })
    most.set(key, Math.max(most.get(key) ?? 0, row.answers))
  }
  return tasksOf(plan).filter((task) => (most.get(keyOf(task)) ?? 0) < task.turns.length)
}

type Answered = Pick<Task, 'engine' | 'promptId' | 'language'> & { isTwin: number; answers: number }

const keyOf = (task: Pick<Task, 'engine' | 'promptId' | 'language' | 'isTwin'>) =>
  JSON.stringify([task.engine, task.promptId, task.language, task.isTwin])
