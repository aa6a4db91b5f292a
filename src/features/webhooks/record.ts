import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { once, placeholders, prepareStatement } from '../../db/prepared.ts'
import { guard } from '../../db/table.ts'
import { deliveries } from './table.ts'

const rememberedMilliseconds = 24 * 60 * 60 * 1000

/** Whether a delivery of this id was taken in within the last day. */
export async function isRemembered(
  ctx: Context,
  integrationId: string,
  deliveryId: string,
): Promise<boolean> {
  const since = ctx.now().getTime() - rememberedMilliseconds
  return (await findDelivery(ctx).get({ integrationId, deliveryId, since })) !== undefined
}

const findDelivery = once((db) =>
  db
    .select({ id: deliveries.deliveryId })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.integrationId, sql.placeholder('integrationId')),
        eq(deliveries.deliveryId, sql.placeholder('deliveryId')),
        gt(deliveries.receivedAt, sql.placeholder('since')),
      ),
    )
    .prepare(),
)

/**
 * Statements that remember a delivery. Of two copies in flight the second finds the id taken, and its whole batch
 * is rolled back by the guard.
 */
export function remember(ctx: Context, integrationId: string, deliveryId: string): Statement[] {
  const receivedAt = ctx.now()
  const forgotten = receivedAt.getTime() - rememberedMilliseconds
  return [insertDelivery(ctx)({ integrationId, deliveryId, receivedAt, forgotten }), ctx.db.run(guard)]
}

const insertDelivery = once((db) =>
  prepareStatement(
    db
      .insert(deliveries)
      .values(placeholders('integrationId', 'deliveryId', 'receivedAt'))
      .onConflictDoUpdate({
        target: [deliveries.integrationId, deliveries.deliveryId],
        set: { receivedAt: sql`excluded.received_at` },
        setWhere: lte(deliveries.receivedAt, sql.placeholder('forgotten')),
      }),
  ),
)
