import { lte, sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'
import { deliveries } from './table.ts'

const hour = 60 * 60 * 1000
const standardRetentionDays = 30

/** Forgets delivery ids after 24 hours and log entries after the organization's retention (contract 12.6). */
export const sweepWebhooks = defineJob('webhooks.sweep', t.Object({}), async (ctx) => {
  const now = ctx.now().getTime()
  // A cross join keeps its order: by organization, each from its oldest entry, instead of through all the logs.
  const expired = sql`
    delete from webhook_logs where sequence in (
      select log.sequence from organizations
      cross join webhook_logs as log on log.organization_id = organizations.id
      where log.created_at < ${now} - coalesce(organizations.log_retention_days, ${standardRetentionDays}) * ${24 * hour}
    )`
  return [
    ctx.db.delete(deliveries).where(lte(deliveries.receivedAt, new Date(now - 24 * hour))),
    ctx.db.run(expired),
  ]
})
