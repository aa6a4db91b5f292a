import { sql } from 'drizzle-orm'
import type { RedeliveryLimits } from '../../../codehost/github-hooks.ts'
import type { Context } from '../../../context.ts'
import { type Counter, peek, refund, take } from '../../../http/rate-limits.ts'
import type { IntegrationRow } from '../../integrations/model.ts'
import { deliveries, webhookLogs } from '../table.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Requests for one repository. */
const ofRepository: Counter = { name: 'redeliveries', windows: [{ limit: 250, seconds: hour }] }

/** Requests for one delivery: GitHub lists an attempt only when it has ended. */
const ofDelivery: Counter = {
  name: 'redelivery',
  windows: [
    { limit: 1, seconds: 30 * minute },
    { limit: 2, seconds: 3 * day },
  ],
}

/** The time between two checks of a repository of which more deliveries failed than one check requests. */
const pauseMinutes = 5

/** Limits the requests of all processes for failed deliveries of a repository; `since` is the oldest time of one. */
export function redeliveryLimits(
  ctx: Context,
  { id, organizationId }: IntegrationRow,
  since: Date,
): RedeliveryLimits {
  return {
    async findArrived(guids) {
      if (guids.length === 0) return new Set()
      const wanted = sql`(select value from json_each(${JSON.stringify(guids)}))`
      const first = sql`coalesce((select sequence from ${webhookLogs}
        where organization_id = ${organizationId} and created_at >= ${since.getTime()}
        order by created_at limit 1), 0)`
      const rows = await ctx.db.all<{ guid: string }>(sql`
        select delivery_id as guid from ${deliveries} where integration_id = ${id} and delivery_id in ${wanted}
        union select reference_id from ${webhookLogs}
          where integration_id = ${id} and sequence >= ${first} and reference_id in ${wanted}
            and verified = 1 and type in ('processed', 'filtered')`)
      return new Set(rows.map(({ guid }) => guid))
    },
    async count(guid) {
      const delivery = `${id}:${guid}`
      const usage = await take(ctx, ofDelivery, delivery)
      if (!usage) return 'skip'
      if (await take(ctx, ofRepository, id)) return 'granted'
      await refund(ctx, ofDelivery, delivery, usage)
      return 'later'
    },
  }
}

/** The minutes until more deliveries of a repository may be requested. */
export async function minutesToNext(ctx: Context, { id }: IntegrationRow): Promise<number> {
  const { remaining, resetAt, now } = await peek(ctx, ofRepository, id)
  return remaining > 0 ? pauseMinutes : Math.max(pauseMinutes, Math.ceil((resetAt - now) / 60_000))
}
