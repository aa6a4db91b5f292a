import { and, eq, lte, sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'
import { lookJob } from '../integrations/watch/service.ts'
import { standardRetentionDays } from '../organizations/table.ts'
import { lookAtRepository } from './looks/work.ts'
import { deliveries, sightings } from './table.ts'

const hour = 60 * 60 * 1000
/** Longer than any record of a run: a delivery that started one starts no other as long as GitHub would repeat it. */
const runsRememberedDays = 30

/** Forgets delivery ids after 24 hours, or 30 days where a run was started, and log entries after the organization's retention (contract 12.6). */
export const sweepWebhooks = defineJob('webhooks.sweep', t.Object({}), async (ctx) => {
  const now = ctx.now().getTime()
  // Entries are numbered as they come: by organization, everything below the first one that is young enough.
  const expired = sql`
    delete from webhook_logs where sequence in (
      select log.sequence from organizations
      cross join webhook_logs as log on log.organization_id = organizations.id
      where log.sequence < coalesce((
        select kept.sequence from webhook_logs as kept
        where kept.organization_id = organizations.id
          and kept.created_at >= ${now} - coalesce(organizations.log_retention_days, ${standardRetentionDays}) * ${24 * hour}
        order by kept.sequence limit 1
      ), 9e18)
    )`
  const before = (days: number) => new Date(now - days * 24 * hour)
  return [
    ctx.db
      .delete(deliveries)
      .where(and(lte(deliveries.receivedAt, before(1)), eq(deliveries.triggerIds, []))),
    ctx.db.delete(deliveries).where(lte(deliveries.receivedAt, before(runsRememberedDays))),
    ctx.db.delete(sightings).where(lte(sightings.seenAt, before(runsRememberedDays))),
    ctx.db.run(expired),
  ]
})

/** One look at a watched repository. */
export const lookAtRepositoryJob = defineJob(
  lookJob,
  t.Object({ integrationId: t.String() }),
  lookAtRepository,
)
