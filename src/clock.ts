import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { Context } from './context.ts'
import { nextTime } from './cron/arm.ts'
import { recurring } from './cron/table.ts'
import { atomically, type Statement } from './db/client.ts'
import { apiKeys } from './features/keys/table.ts'
import { usageHolds } from './features/usage/table.ts'
import { deliveries } from './features/webhooks/table.ts'
import { idempotencyKeys, rateLimits } from './http/table.ts'
import { leaseMilliseconds } from './jobs/queue.ts'
import { jobs } from './jobs/table.ts'

/** The longest legitimate wait of a delayed job or a quota reservation. */
const maxWaitMilliseconds = 3 * 60 * 60_000
/** Clock corrections below this are normal: a task that has just run is not due again because of one. */
const slackMilliseconds = 5 * 60_000

/**
 * Moves times that a fast clock left in the future back to now. Otherwise no task would be due, and requests would
 * stay limited, until the clock reaches them.
 */
export async function repairFutureTimes(ctx: Context): Promise<void> {
  const now = ctx.now()
  await atomically(ctx.db, [
    ...(await pullBackTasks(ctx, now)),
    ...pullBackJobs(ctx, now),
    ...pullBackWindows(ctx, now),
    ...pullBackMemories(ctx, now),
  ])
}

/** Returns a check that repairs future times if the clock went back since the last check. */
export function watchClock(ctx: Context): () => Promise<void> {
  let last = ctx.now()
  return async () => {
    const now = ctx.now()
    const cameBack = now < last
    last = now
    if (cameBack) await repairFutureTimes(ctx)
  }
}

/**
 * The next due time of a task is the first match of its pattern. Many schedules share a pattern, so each is computed
 * once.
 */
async function pullBackTasks(ctx: Context, now: Date): Promise<Statement[]> {
  const soon = new Date(now.getTime() + slackMilliseconds)
  const latest = await ctx.db
    .select({ pattern: recurring.pattern, nextAt: sql<number>`max(${recurring.nextAt})` })
    .from(recurring)
    .where(gt(recurring.nextAt, soon))
    .groupBy(recurring.pattern)
  return latest.flatMap(({ pattern, nextAt }) => {
    const byRight = nextTime(pattern, soon)
    if (nextAt <= byRight.getTime()) return []
    const isAhead = and(eq(recurring.pattern, pattern), gt(recurring.nextAt, byRight))
    return [
      ctx.db
        .update(recurring)
        .set({ nextAt: nextTime(pattern, now) })
        .where(isAhead),
    ]
  })
}

/**
 * Waiting jobs run now. A running job keeps its lease only if its process renews it. Due times that the wrong clock
 * has already run may run again.
 */
function pullBackJobs(ctx: Context, now: Date): Statement[] {
  const latest = new Date(now.getTime() + maxWaitMilliseconds)
  const leased = new Date(now.getTime() + leaseMilliseconds)
  const soon = new Date(now.getTime() + slackMilliseconds)
  return [
    ctx.db
      .update(jobs)
      .set({ runAt: now, createdAt: sql`min(${jobs.createdAt}, ${now.getTime()})` })
      .where(
        and(
          eq(jobs.state, sql`'ready'`),
          gt(jobs.runAt, now),
          or(gt(jobs.runAt, latest), gt(jobs.createdAt, now)),
        ),
      ),
    ctx.db
      .update(jobs)
      .set({ leaseUntil: leased })
      .where(and(eq(jobs.state, sql`'running'`), gt(jobs.leaseUntil, leased))),
    ctx.db
      .update(jobs)
      .set({ key: null })
      .where(and(gt(jobs.finishedAt, soon), sql`json_extract(${jobs.payload}, '$.due') is not null`)),
  ]
}

/** A request counted in the future counts as made now; the row's window spans its last request to its end. */
function pullBackWindows(ctx: Context, now: Date): Statement[] {
  const at = now.getTime()
  return [
    ctx.db.run(sql`
      update ${rateLimits} set
        expires_at = ${at} + expires_at - (select max(value) from json_each(hits)),
        hits = (select json_group_array(min(value, ${at})) from json_each(hits))
      where exists (select 1 from json_each(hits) where value > ${at})`),
  ]
}

/** Deduplication of deliveries and requests, quota reservations and last uses of keys count from now. */
function pullBackMemories(ctx: Context, now: Date): Statement[] {
  const latest = new Date(now.getTime() + maxWaitMilliseconds)
  return [
    ctx.db.update(deliveries).set({ receivedAt: now }).where(gt(deliveries.receivedAt, now)),
    ctx.db
      .update(usageHolds)
      .set({ expiresAt: latest })
      .where(and(eq(usageHolds.state, 'held'), gt(usageHolds.expiresAt, latest))),
    ctx.db.update(apiKeys).set({ lastUsedAt: now }).where(gt(apiKeys.lastUsedAt, now)),
    ctx.db
      .update(idempotencyKeys)
      .set({ createdAt: now, leaseUntil: now })
      .where(gt(idempotencyKeys.createdAt, now)),
  ]
}
