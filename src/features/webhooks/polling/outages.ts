import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { nextTime } from '../../../cron/arm.ts'
import { recurring } from '../../../cron/table.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { jobs } from '../../../jobs/table.ts'
import { catchUpJob, catchUpKey } from '../../integrations/check.ts'
import { integrations } from '../../integrations/table.ts'

const minute = 60 * 1000

/** A due heartbeat starts within a second or two; a later one was blocked. */
const slack = 10 * 1000

/** Runs every minute. Its next time is stored, so a gap shows that no process was running. */
export const heartbeatJob = 'webhooks.heartbeat'
export const heartbeatPattern = '* * * * *'

type Heartbeat = { due?: string; startedSince?: string | null }

/** Statements that check all repositories after a start, and prevent the next heartbeat from repeating it. */
export async function noteStart(ctx: Context): Promise<Statement[]> {
  const key = heartbeatJob.replace('.', ':')
  const [row] = await ctx.db
    .select({ nextAt: recurring.nextAt })
    .from(recurring)
    .where(eq(recurring.key, key))
  const last = row && Math.min(row.nextAt.getTime() - minute, ctx.now().getTime())
  const startedSince = last === undefined ? null : new Date(last).toISOString()
  const nextAt = nextTime(heartbeatPattern, ctx.now())
  return [
    ctx.db.update(recurring).set({ nextAt }).where(eq(recurring.key, key)),
    insertJob(ctx, heartbeatJob, { startedSince } satisfies Heartbeat, {}),
  ]
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
  const found = await findRepositories(ctx)
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
  const missedSince = (last || beganAt).toISOString()
  await atomically(
    ctx.db,
    repositories.map(({ id, at }, index) => {
      const runAt = new Date(Math.max(ctx.now().getTime() + delayOf(index), earliestAfter(ctx, at)))
      const payload = { integrationId: id, noticedAt: beganAt.toISOString(), missedSince }
      return insertJob(ctx, catchUpJob, payload, { key: catchUpKey(id), runAt })
    }),
  )
  ctx.jobsReady.wake()
  return []
}

const maxRepositories = 1000
const cooldownMinutes = 5

/** The enabled repositories with known activity, least recently checked first. */
async function findRepositories(ctx: Context) {
  return ctx.db.all<{ id: string; at: string | null }>(sql`
    select id, catch_up ->> '$.at' as at from ${integrations}
    where enabled = 1 and provider = 'github' and (watch_minutes is not null
      or exists (select 1 from webhook_log_counts as counts
        where counts.organization_id = integrations.organization_id and counts.integration_id = integrations.id
          and counts.type in ('processed', 'filtered', 'ping') and counts.total > 0)
      or exists (select 1 from activities where activities.integration_id = integrations.id))
    order by at limit ${maxRepositories + 1}`)
}

const atOnce = 100

/** The first hundred repositories are read within a minute, the others at 300 an hour. */
const delayOf = (index: number): number => (index < atOnce ? index * 500 : (index - atOnce + 5) * 12_000)

/** A server that keeps crashing checks a repository every five minutes at most. */
function earliestAfter(ctx: Context, at: string | null): number {
  const last = at === null ? 0 : Date.parse(at)
  return last > ctx.now().getTime() ? 0 : last + cooldownMinutes * minute
}

const toMinute = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
