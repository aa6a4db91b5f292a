import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { type AppError, badRequest, forbidden, notFound, notImplemented } from '../../errors.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { integrations } from '../integrations/table.ts'

export type Address = {
  provider: string
  organizationId: string
  integrationId: string
  repositoryId: string
}

const idPattern = /^[A-Za-z0-9_-]{1,100}$/

/** The integration that a payload URL names, with the refusal of a URL that must not be used for it. */
export type Route = { integration: IntegrationRow; refusal: AppError | null }

/** Finds the integration that a payload URL names (contract 12.2); throws where there is none. */
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
  db
    .select()
    .from(integrations)
    .where(eq(integrations.id, sql.placeholder('id')))
    .prepare(),
)
