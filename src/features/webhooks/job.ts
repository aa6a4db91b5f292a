import { lte, sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'
import { deliveries } from './table.ts'

const hour = 60 * 60 * 1000
const standardRetentionDays = 30

/** Forgets delivery ids after 24 hours and log entries after the organization's retention (contract 12.6). */
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
  return [
    ctx.db.delete(deliveries).where(lte(deliveries.receivedAt, new Date(now - 24 * hour))),
    ctx.db.run(expired),
  ]
})
