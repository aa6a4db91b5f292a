import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { badRequest, forbidden, notFound, notImplemented } from '../../errors.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { integrations } from '../integrations/table.ts'

export type Address = {
  provider: string
  organizationId: string
  integrationId: string
  repositoryId: string
}

const idPattern = /^[A-Za-z0-9_-]{1,100}$/

/** Finds the integration that a payload URL names; throws what contract 12.2 says when the URL is wrong. */
export async function checkRoute(ctx: Context, { provider, ...ids }: Address): Promise<IntegrationRow> {
  const details = Object.entries(ids)
    .filter(([, id]) => !idPattern.test(id))
    .map(([name]) => `${name} has an invalid format`)
  if (details.length > 0) throw badRequest('Invalid webhook parameters', { details })
  if (provider !== 'github') throw notImplemented(`Provider ${provider.slice(0, 100)} is not yet supported`)

  const integration = await findIntegration(ctx).get({ id: ids.integrationId })
  if (!integration) throw notFound('Integration not found')
  if (integration.organizationId !== ids.organizationId) {
    throw forbidden('Integration does not belong to this organization')
  }
  if (!integration.enabled) throw forbidden('Integration is disabled')
  if (ids.repositoryId !== integration.id) {
    const other = await findIntegration(ctx).get({ id: ids.repositoryId })
    throw other
      ? forbidden('Repository does not belong to this integration')
      : notFound('Repository not found')
  }
  return integration
}

const findIntegration = once((db) =>
  db
    .select()
    .from(integrations)
    .where(eq(integrations.id, sql.placeholder('id')))
    .prepare(),
)
