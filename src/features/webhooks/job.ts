import { and, eq, lte, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { defineJob } from '../../jobs/define.ts'
import { freeKey } from '../../jobs/queue.ts'
import { deleteInSlices, repeatSlices } from '../../jobs/retention.ts'
import { catchUpJob, catchUpKey } from '../integrations/check.ts'
import { pollJob } from '../integrations/polling.ts'
import { githubApps, integrations } from '../integrations/table.ts'
import { findSubject } from '../organizations/subject.ts'
import { standardRetentionDays } from '../organizations/table.ts'
import { checkApp, checkAppJob, keyOfAppCheck } from './app-redelivery.ts'
import { catchUpAttempts, catchUpRepository } from './polling/catch-up.ts'
import { checkEndings } from './polling/check-now.ts'
import { checkHeartbeat, heartbeatJob } from './polling/outages.ts'
import { pollRepository } from './polling/poll-repository.ts'
import { checkHourly } from './polling/queue-checks.ts'
import { deliveries, sightings } from './table.ts'
import { findFull, trimRows } from './trim-rows.ts'

const hour = 60 * 60 * 1000
/** Longer than the record of any run: a delivery starts no second run while GitHub may repeat it. */
const runsRememberedDays = 30

/**
 * Deletes delivery ids after 24 hours, or 30 days if they started a run, and log entries after the organization's
 * retention (contract 12.6).
 */
export const sweepWebhooks = defineJob(
  'webhooks.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const before = (days: number) => new Date(ctx.now().getTime() - days * 24 * hour)
    const unused = and(lte(deliveries.receivedAt, before(1)), eq(deliveries.triggerIds, []))
    await deleteInSlices(ctx, deliveries, unused, { signal })
    await deleteInSlices(ctx, deliveries, lte(deliveries.receivedAt, before(runsRememberedDays)), { signal })
    await deleteInSlices(ctx, sightings, lte(sightings.seenAt, before(runsRememberedDays)), { signal })
    await sweepLogs(ctx, signal)
    await ctx.db.run(sql`delete from webhook_log_counts where total = 0`)
    for (const organizationId of await findFull(ctx)) await trimRows(ctx, organizationId, signal)
  },
  { title: 'Deleting old deliveries' },
)

const logsPerSlice = 500

/** Entries expire by their time: one written under a fast clock keeps no earlier and no later one. */
async function sweepLogs(ctx: Context, signal: AbortSignal) {
  const expiry = sql`${ctx.now().getTime()}
    - coalesce(organizations.log_retention_days, ${standardRetentionDays}) * ${24 * hour}`
  const expired = await ctx.db.all<{ id: string; before: number }>(sql`
    select organizations.id, ${expiry} as before from organizations
    where (
      select min(oldest.created_at) from webhook_logs as oldest
      where oldest.organization_id = organizations.id) < ${expiry}`)
  for (const { id, before } of expired) {
    const slice = sql`select sequence from webhook_logs
      where organization_id = ${id} and created_at < ${before} limit ${logsPerSlice}`
    const statement = sql`delete from webhook_logs where sequence in (${slice})`
    await repeatSlices(ctx, statement, { signal, rows: logsPerSlice })
  }
}

const subject = (ctx: Context, { integrationId }: { integrationId: string }) =>
  findSubject(
    ctx,
    sql`
    select organization_id, 'repository ' || display_name as record from ${integrations} where id = ${integrationId}`,
  )

/** Polls one repository. */
export const pollRepositoryJob = defineJob(pollJob, t.Object({ integrationId: t.String() }), pollRepository, {
  title: 'Polling a repository',
  subject,
})

/** Checks all repositories after a time in which no process was running. */
export const heartbeat = defineJob(
  heartbeatJob,
  t.Object({
    due: t.Optional(t.String()),
    startedSince: t.Optional(t.Nullable(t.String())),
  }),
  checkHeartbeat,
  { title: 'Recording that the server runs' },
)

/** Checks each repository once an hour: a delivery may fail while this server runs. */
export const hourlyChecks = defineJob('webhooks.check', t.Object({}), checkHourly, {
  title: 'Queueing checks for missed events',
})

/** Checks the deliveries of the GitHub App of an organization. */
export const checkAppOfOrganization = defineJob(
  checkAppJob,
  t.Object({ organizationId: t.String() }),
  checkApp,
  {
    title: 'Checking the deliveries of a GitHub App',
    subject: (ctx, { organizationId }) =>
      findSubject(
        ctx,
        sql`select organization_id, slug as record from ${githubApps} where organization_id = ${organizationId}`,
      ),
    onDead: (ctx, { organizationId }) => [freeKey(ctx, keyOfAppCheck(organizationId))],
  },
)

/** Reads the events of one repository that deliveries may have missed. */
export const catchUpRepositoryJob = defineJob(
  catchUpJob,
  t.Object({ integrationId: t.String(), noticedAt: t.String(), missedSince: t.String() }),
  catchUpRepository,
  {
    title: 'Checking a repository for missed events',
    subject,
    attempts: catchUpAttempts,
    onDead: (ctx, { integrationId }) => [freeKey(ctx, catchUpKey(integrationId))],
    onEnd: (ctx, { integrationId }) => checkEndings(ctx).notify(integrationId),
  },
)
