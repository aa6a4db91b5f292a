import { and, eq, lte, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ceilingRefusal } from '../../db/ceilings.ts'
import type { Statement } from '../../db/client.ts'
import { once, placeholders, prepareStatement } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { guards } from '../../db/table.ts'
import { type AppError, badRequest, forbidden, notFound, notImplemented } from '../../errors.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { integrations } from '../integrations/table.ts'
import { rememberedMilliseconds } from './delivery-outcomes.ts'
import { deliveries } from './table.ts'

/**
 * The stored facts of a delivery id: whether it was received within the last day, and the triggers that it matched.
 */
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

const findDelivery = once((db) => {
  const { integrationId, deliveryId, receivedAt, triggerIds } = deliveries
  const query = db
    .select({ receivedAt, triggerIds })
    .from(deliveries)
    .where(
      and(eq(integrationId, sql.placeholder('integrationId')), eq(deliveryId, sql.placeholder('deliveryId'))),
    )
  return prepareSelect(db, query)
})

/**
 * Statements that store a delivery with the triggers that it matched. For two simultaneous copies, the second finds
 * the id taken, and the guard rolls its whole batch back. It does so too if a ceiling is exceeded.
 */
export function recordEvent(
  ctx: Context,
  { organizationId, ...source }: { organizationId: string; integrationId: string; deliveryId: string },
  triggerIds: string[],
): Statement[] {
  const receivedAt = ctx.now()
  const forgotten = receivedAt.getTime() - rememberedMilliseconds
  return [
    insertDelivery(ctx)({ ...source, receivedAt, triggerIds, forgotten }),
    guardDelivery(ctx)({ organizationId }),
  ]
}

/** One statement for all guards of an event. */
const guardDelivery = once((db) => {
  const organizationId = sql.placeholder('organizationId')
  const limits = (['deliveries', 'sightings', 'runs'] as const).map((name) =>
    ceilingRefusal(name, organizationId),
  )
  return prepareStatement(
    db
      .insert(guards)
      .select(sql`select 0 where changes() = 0 union all ${sql.join(limits, sql` union all `)}`),
  )
})

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

export type Address = {
  provider: string
  organizationId: string
  integrationId: string
  repositoryId: string
}

const idPattern = /^[A-Za-z0-9_-]{1,100}$/

/** The integration that a payload URL names, with the error if the URL may not be used for it. */
export type Route = { integration: IntegrationRow; refusal: AppError | null }

/** Finds the integration that a payload URL names (contract 12.2); throws if there is none. */
export async function checkRoute(ctx: Context, { provider, ...ids }: Address): Promise<Route> {
  const details = Object.entries(ids)
    .filter(([, id]) => !idPattern.test(id))
    .map(([name]) => `${name} has an invalid format`)
  if (details.length > 0) throw badRequest('Invalid webhook parameters', { details })
  if (provider !== 'github') throw notImplemented(`Provider ${provider.slice(0, 100)} is not yet supported`)

  const integration = await findIntegration(ctx).get({ id: ids.integrationId })
  if (!integration) throw notFound('Integration not found')
  return { integration, refusal: await findRefusal(ctx, integration, ids) }
}

async function findRefusal(
  ctx: Context,
  { id, organizationId, enabled }: IntegrationRow,
  ids: Omit<Address, 'provider'>,
): Promise<AppError | null> {
  if (organizationId !== ids.organizationId) {
    return forbidden('Integration does not belong to this organization')
  }
  if (!enabled) return forbidden('Integration is disabled')
  if (ids.repositoryId === id) return null
  const other = await findIntegration(ctx).get({ id: ids.repositoryId })
  return other
    ? forbidden('Repository does not belong to this integration')
    : notFound('Repository not found')
}

const findIntegration = once((db) =>
  prepareSelect(
    db,
    db
      .select()
      .from(integrations)
      .where(eq(integrations.id, sql.placeholder('id'))),
  ),
)
