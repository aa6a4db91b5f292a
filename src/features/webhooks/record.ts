import { and, eq, lte, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { once, placeholders, prepareStatement } from '../../db/prepared.ts'
import { guard } from '../../db/table.ts'
import { deliveries } from './table.ts'

const day = 24 * 60 * 60 * 1000
const rememberedMilliseconds = day

/** What is remembered of a delivery id: whether it was taken in within the last day, and the triggers that it was for. */
export type Memory = { isRecent: boolean; triggerIds: string[] }

export async function recall(
  ctx: Context,
  integrationId: string,
  deliveryId: string,
): Promise<Memory | null> {
  const row = await findDelivery(ctx).get({ integrationId, deliveryId })
  if (!row) return null
  const age = ctx.now().getTime() - row.receivedAt.getTime()
  return { isRecent: age < rememberedMilliseconds, triggerIds: row.triggerIds }
}

const findDelivery = once((db) =>
  db
    .select({ receivedAt: deliveries.receivedAt, triggerIds: deliveries.triggerIds })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.integrationId, sql.placeholder('integrationId')),
        eq(deliveries.deliveryId, sql.placeholder('deliveryId')),
      ),
    )
    .prepare(),
)

/**
 * Statements that remember a delivery with the triggers that it was for. Of two copies in flight the second finds
 * the id taken, and its whole batch is rolled back by the guard.
 */
export function remember(
  ctx: Context,
  source: { integrationId: string; deliveryId: string },
  triggerIds: string[],
): Statement[] {
  const receivedAt = ctx.now()
  const forgotten = receivedAt.getTime() - rememberedMilliseconds
  return [insertDelivery(ctx)({ ...source, receivedAt, triggerIds, forgotten }), ctx.db.run(guard)]
}

const insertDelivery = once((db) =>
  prepareStatement(
    db
      .insert(deliveries)
      .values(placeholders('integrationId', 'deliveryId', 'receivedAt', 'triggerIds'))
      .onConflictDoUpdate({
        target: [deliveries.integrationId, deliveries.deliveryId],
        set: { receivedAt: sql`excluded.received_at`, triggerIds: sql`excluded.trigger_ids` },
        setWhere: lte(deliveries.receivedAt, sql.placeholder('forgotten')),
      }),
  ),
)
