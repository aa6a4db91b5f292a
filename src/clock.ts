import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { Context } from './context.ts'
import { nextTime } from './cron/arm.ts'
import { recurring } from './cron/table.ts'
import { atomically, type Statement } from './db/client.ts'
import { apiKeys } from './features/keys/table.ts'
import { usageHolds } from './features/usage/table.ts'
import { deliveries } from './features/webhooks/table.ts'
import { rateLimits } from './http/table.ts'
import { leaseMilliseconds } from './jobs/queue.ts'
import { jobs } from './jobs/table.ts'

/** Nothing waits longer by right: neither a job that was asked to, nor what a run holds of a quota. */
const maxWaitMilliseconds = 3 * 60 * 60_000
/** Clocks are set by less than this all the time; a task that has just run is not due again for it. */
const slackMilliseconds = 5 * 60_000

/**
 * Pulls back what a clock that was ahead has left further in the future than it can be by right. Otherwise nothing of it
 * would come due, and nobody be let on, until the clock is there again.
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

/** A look at the clock: where it came back since the last one, what it left behind is pulled back. */
export function watchClock(ctx: Context): () => Promise<void> {
  let last = ctx.now()
  return async () => {
    const now = ctx.now()
    const cameBack = now < last
    last = now
    if (cameBack) await repairFutureTimes(ctx)
  }
}

/** A task is due next at the first time of its pattern; schedules share a few patterns, so each is computed once. */
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
 * Jobs that wait run now; a lease is kept by who is alive to renew it, and ends in its usual time otherwise. Due times
 * that the wrong clock has run are free to come again.
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

/** What was granted in the future was granted now; a row's window is what lies between its last grant and its end. */
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

/** Delivery ids are remembered, quotas held and uses of keys noted from now on. */
function pullBackMemories(ctx: Context, now: Date): Statement[] {
  const latest = new Date(now.getTime() + maxWaitMilliseconds)
  return [
    ctx.db.update(deliveries).set({ receivedAt: now }).where(gt(deliveries.receivedAt, now)),
    ctx.db
      .update(usageHolds)
      .set({ expiresAt: latest })
      .where(and(eq(usageHolds.state, 'held'), gt(usageHolds.expiresAt, latest))),
    ctx.db.update(apiKeys).set({ lastUsedAt: now }).where(gt(apiKeys.lastUsedAt, now)),
  ]
}
