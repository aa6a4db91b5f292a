import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { once, placeholders, prepareStatement } from '../../db/prepared.ts'
import { events } from '../activity/table.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { type LogEntry, toLogEntry } from './model.ts'
import { webhookLogs } from './table.ts'

/** Anyone can cause these entries by posting to a payload URL; the oldest are deleted. */
const unverifiedPerRepository = 200

/** Statements that write a delivery's one log entry (spec: Webhook log entry). */
export function logDelivery(ctx: Context, integration: IntegrationRow, entry: LogEntry): Statement[] {
  const write = insertEntry(ctx)({
    id: entry.key,
    organizationId: integration.organizationId,
    integrationId: integration.id,
    referenceId: entry.deliveryId,
    title: entry.title,
    status: entry.statusCode === 200 ? 'success' : 'failed',
    statusCode: entry.statusCode,
    errorMessage: entry.errorMessage ?? null,
    payload: entry.payload ?? null,
    processed: entry.processed ?? false,
    verified: entry.verified,
    createdAt: entry.createdAt,
  })
  return entry.verified ? [write] : [write, capUnverified(ctx)({ integrationId: integration.id })]
}

/** Whether an entry was stored. */
export async function isLogged(
  ctx: Context,
  organizationId: string,
  { key, createdAt }: LogEntry,
): Promise<boolean> {
  const found = await ctx.db
    .select({ sequence: webhookLogs.sequence })
    .from(webhookLogs)
    .where(
      and(
        eq(webhookLogs.organizationId, organizationId),
        eq(webhookLogs.createdAt, createdAt),
        eq(webhookLogs.id, key),
      ),
    )
    .limit(1)
  return found.length > 0
}

const insertEntry = once((db) =>
  prepareStatement(
    db
      .insert(webhookLogs)
      .values(
        placeholders(
          'id',
          'organizationId',
          'integrationId',
          'referenceId',
          'title',
          'status',
          'statusCode',
          'errorMessage',
          'payload',
          'processed',
          'verified',
          'createdAt',
        ),
      ),
  ),
)

const capUnverified = once((db) => {
  // A literal, since SQLite uses the partial index only without a bound value.
  const isUnverified = sql`${webhookLogs.verified} = 0`
  const ofStrangers = and(eq(webhookLogs.integrationId, sql.placeholder('integrationId')), isUnverified)
  const oldestKept = db
    .select({ sequence: webhookLogs.sequence })
    .from(webhookLogs)
    .where(ofStrangers)
    .orderBy(desc(webhookLogs.sequence))
    .limit(1)
    .offset(unverifiedPerRepository - 1)
  return prepareStatement(
    db.delete(webhookLogs).where(and(ofStrangers, lt(webhookLogs.sequence, sql`(${oldestKept})`))),
  )
})

/**
 * The newest deliveries of an organization or of one of its repositories. Unverified ones fill at most half of the
 * list, so that they cannot displace those of the code host.
 */
export async function listDeliveryLogs(
  ctx: Context,
  where: { organizationId: string; integrationId?: string },
  limit: number,
) {
  const [signed, strangers] = await Promise.all([
    findNewest(ctx, where, true, limit),
    findNewest(ctx, where, false, Math.ceil(limit / 2)),
  ])
  const newest = [...signed, ...strangers].sort((a, b) => b.log.sequence - a.log.sequence)
  return newest.slice(0, limit).map(({ log, event }) => toLogEntry(log, event))
}

function findNewest(
  ctx: Context,
  { organizationId, integrationId }: { organizationId: string; integrationId?: string },
  verified: boolean,
  limit: number,
) {
  return ctx.db
    .select({ log: webhookLogs, event: events })
    .from(webhookLogs)
    .leftJoin(
      events,
      and(
        eq(webhookLogs.processed, true),
        eq(events.integrationId, webhookLogs.integrationId),
        eq(events.deliveryId, webhookLogs.referenceId),
      ),
    )
    .where(
      and(
        eq(webhookLogs.organizationId, organizationId),
        integrationId ? eq(webhookLogs.integrationId, integrationId) : undefined,
        eq(webhookLogs.verified, verified),
      ),
    )
    .orderBy(desc(webhookLogs.sequence))
    .limit(limit)
}
