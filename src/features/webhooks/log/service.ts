import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { events } from '../../activity/table.ts'
import { toLogEntry } from '../model.ts'
import { webhookLogs } from '../table.ts'

/**
 * The newest deliveries of an organization or of one of its repositories. Those that strangers sent take at most half
 * of the places, so that nobody pushes the code host's out of sight.
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
