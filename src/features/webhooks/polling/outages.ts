import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { nextTime } from '../../../cron/arm.ts'
import { recurring } from '../../../cron/table.ts'
import type { Db, Statement } from '../../../db/client.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { jobs } from '../../../jobs/table.ts'
import { queueAppChecks } from '../app-redelivery.ts'
import { findCheckable, maxRepositories, queueChecks } from './queue-checks.ts'

const minute = 60 * 1000

/** A due heartbeat starts within a second or two; a later one was blocked. */
const slack = 10 * 1000

/** Runs every minute. Its next time is stored, so a gap shows that no process was running. */
export const heartbeatJob = 'webhooks.heartbeat'
export const heartbeatPattern = '* * * * *'

export const heartbeatKey = heartbeatJob.replace('.', ':')

type Heartbeat = { due?: string; startedSince?: string | null }

/** Statements that check all repositories after a start, and prevent the next heartbeat from repeating it. */
export async function noteStart(ctx: Context): Promise<Statement[]> {
  const [row] = await ctx.db
    .select({ nextAt: recurring.nextAt })
    .from(recurring)
    .where(eq(recurring.key, heartbeatKey))
  const last = row && Math.min(row.nextAt.getTime() - minute, ctx.now().getTime())
  const startedSince = last === undefined ? null : new Date(last).toISOString()
  const nextAt = nextTime(heartbeatPattern, ctx.now())
  return [
    ctx.db.update(recurring).set({ nextAt }).where(eq(recurring.key, heartbeatKey)),
    insertJob(ctx, heartbeatJob, { startedSince } satisfies Heartbeat, {}),
  ]
}

/** When the servers of a database store their next heartbeat; null if none ever did. */
export async function nextHeartbeat(db: Db): Promise<number | null> {
  const [row] = await db.all<{ next: number }>(
    sql`select next_at as next from recurring where key = ${heartbeatKey}`,
  )
  return row?.next ?? null
}

/** Queues a check of each repository after a start, and after a heartbeat that is over ten seconds late. */
export async function checkHeartbeat(
  ctx: Context,
  { due, startedSince }: Heartbeat,
  { jobId }: { jobId: number },
): Promise<Statement[]> {
  const [job] = await ctx.db.select({ createdAt: jobs.createdAt }).from(jobs).where(eq(jobs.id, jobId))
  const beganAt = job?.createdAt ?? ctx.now()
  const isStart = startedSince !== undefined
  const last = isStart ? startedSince && new Date(startedSince) : new Date(Date.parse(due ?? '') - minute)
  const gap = last ? beganAt.getTime() - last.getTime() : 0
  const isOutage = gap > minute + slack
  if (!isStart && !isOutage) return []
  await queueAppChecks(ctx)
  const found = await findCheckable(ctx)
  const repositories = found.slice(0, maxRepositories)
  if (found.length > maxRepositories)
    ctx.log.warn(
      `More than ${maxRepositories} repositories are connected. The others are checked for missed pushes and releases after the next start.`,
    )
  if (repositories.length > 0 && last && isOutage)
    ctx.log.info(
      { repositories: repositories.length },
      `Herald was not running from ${toMinute(last)} to ${toMinute(beganAt)} UTC. Checking its repositories for missed pushes and releases.`,
    )
  await queueChecks(ctx, repositories, beganAt, () => last || beganAt)
  return []
}

const toMinute = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
