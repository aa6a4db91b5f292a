import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically } from '../../../db/client.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { catchUpJob, catchUpKey } from '../../integrations/check.ts'
import { integrations } from '../../integrations/table.ts'
import { queueAppChecks } from '../app-redelivery.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
/** GitHub can redeliver for three days. */
const maxLookBack = 3 * day

/** An enabled repository with known activity. */
export type Checkable = { id: string; at: string | null; createdAt: number }

export const maxRepositories = 1000
const cooldownMinutes = 5

/** Queues the hourly checks: of repositories whose deliveries GitHub can be asked for. */
export async function checkHourly(ctx: Context): Promise<void> {
  await queueAppChecks(ctx)
  const isAskable = sql`watch_minutes is null and encrypted_token is not null and encrypted_webhook_secret is not null`
  const now = ctx.now()
  const found = await findCheckable(ctx, isAskable)
  await queueChecks(ctx, found.slice(0, maxRepositories), now, ({ at, createdAt }) =>
    sinceLastCheck(now, at, createdAt),
  )
}

/** When a repository was last checked, or connected, at most three days ago. */
export const sinceLastCheck = (now: Date, at: string | null, createdAt: number): Date =>
  new Date(Math.max(at === null ? createdAt : Date.parse(at), now.getTime() - maxLookBack))

/** Up to `maxRepositories` repositories to check and one more, least recently checked first. */
export async function findCheckable(ctx: Context, isWanted: SQL = sql`true`): Promise<Checkable[]> {
  return ctx.db.all<Checkable>(sql`
    select id, catch_up ->> '$.at' as at, created_at as "createdAt" from ${integrations}
    where enabled = 1 and provider = 'github' and ${isWanted} and (watch_minutes is not null
      or exists (select 1 from webhook_log_counts as counts
        where counts.organization_id = integrations.organization_id and counts.integration_id = integrations.id
          and counts.type in ('processed', 'filtered', 'ping') and counts.total > 0)
      or exists (select 1 from activities where activities.integration_id = integrations.id))
    order by at limit ${maxRepositories + 1}`)
}

/** Queues a check of each repository, unless one is queued. */
export async function queueChecks(
  ctx: Context,
  repositories: Checkable[],
  noticedAt: Date,
  missedSince: (repository: Checkable) => Date,
): Promise<void> {
  await atomically(
    ctx.db,
    repositories.map((repository, index) => {
      const { id, at } = repository
      const runAt = new Date(Math.max(ctx.now().getTime() + delayOf(index), earliestAfter(ctx, at)))
      const since = missedSince(repository).toISOString()
      const payload = { integrationId: id, noticedAt: noticedAt.toISOString(), missedSince: since }
      return insertJob(ctx, catchUpJob, payload, { key: catchUpKey(id), runAt })
    }),
  )
  ctx.jobsReady.wake()
}

const atOnce = 100

/** The first hundred repositories are read within a minute, the others at 300 an hour. */
const delayOf = (index: number): number => (index < atOnce ? index * 500 : (index - atOnce + 5) * 12_000)

/** A server that keeps crashing checks a repository every five minutes at most. */
function earliestAfter(ctx: Context, at: string | null): number {
  const last = at === null ? 0 : Date.parse(at)
  return last > ctx.now().getTime() ? 0 : last + cooldownMinutes * minute
}
