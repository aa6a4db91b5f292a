import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { pingTitle, webhookLogs } from '../../webhooks/table.ts'
import type { WebhookFacts } from './rules.ts'

// Written out, since Drizzle would take the column of the outer table for one of the inner.
// What Herald read from GitHub itself (`looked:`) is in the log too, but was not delivered.
const delivered = sql`from webhook_logs as log indexed by webhook_logs_delivered
  where log.integration_id = integrations.id and log.reference_id not glob 'looked:*'`

/** Of a row of `integrations`: the status of its last delivery that was refused, or that the code host signed. */
export const lastStatus = sql<WebhookFacts['lastStatus']>`(
  select log.status ${delivered} and (log.verified = 1 or log.status = 'failed') order by log.sequence desc limit 1)`

/** Of a row of `integrations`: when its last delivery with a valid signature arrived. */
export const lastDeliveryAt = sql<number | null>`(
  select log.created_at ${delivered} and log.verified = 1 order by log.sequence desc limit 1)`

/** A repository may have very many deliveries; of them so many of the newest are looked through. */
const mostLookedThrough = 1000

/** The newest ping and the newest failure of a repository. */
export async function findMarks(ctx: Context, integrationId: string) {
  const [ping, failure] = await Promise.all([
    findNewest(ctx, integrationId, sql`title = ${pingTitle}`),
    findNewest(ctx, integrationId, sql`status = 'failed'`),
  ])
  return { ping, failure }
}

async function findNewest(ctx: Context, integrationId: string, condition: SQL) {
  const newest = ctx.db
    .select()
    .from(webhookLogs)
    .where(eq(webhookLogs.integrationId, integrationId))
    .orderBy(desc(webhookLogs.sequence))
    .limit(mostLookedThrough)
    .as('newest')
  const [entry = null] = await ctx.db
    .select()
    .from(newest)
    .where(condition)
    .orderBy(desc(newest.sequence))
    .limit(1)
  return entry
}
