import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isGuardViolation } from '../../db/errors.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { guard } from '../../db/table.ts'
import { notFound } from '../../errors.ts'
import { updateIfUnchanged } from '../../http/reviewed.ts'
import { toDisabled } from '../automations/model.ts'
import { disableReadersOf } from '../automations/record.ts'
import type { Caller } from '../keys/model.ts'
import { type IntegrationRow, toIntegration, toLinearIntegration, toTrackerIntegration } from './model.ts'
import { unwatch } from './polling.ts'
import { integrations } from './table.ts'
import { deleteTracker, findTracker, findTrackers } from './trackers.ts'

/** The enabled integrations, by name. */
export async function listIntegrations(ctx: Context, caller: Caller) {
  const { organization } = caller
  const [rows, trackers] = await Promise.all([
    enabledShown(ctx).all({ organizationId: organization.id }),
    findTrackers(ctx, organization.id),
  ])
  const { linear = [], others = [] } = Object.groupBy(trackers, ({ provider }) =>
    provider === 'linear' ? 'linear' : 'others',
  )
  return {
    github: rows.map(toIntegration),
    slack: [],
    linear: linear.map(toLinearIntegration),
    ...(others.length > 0 && { trackers: others.map(toTrackerIntegration) }),
    organization,
  }
}

/** Selects only the columns that the list shows, to keep this read small. */
const enabledShown = once((db) => {
  const { organizationId, id, displayName, owner, repo, defaultBranch, branch, enabled } = integrations
  const query = db
    .select({ id, displayName, owner, repo, defaultBranch, branch })
    .from(integrations)
    .where(and(eq(organizationId, sql.placeholder('organizationId')), eq(enabled, true)))
    .orderBy(asc(displayName), asc(id))
  return prepareSelect(db, query)
})

/** The readable repositories of an organization, by name. */
export async function listEnabled(ctx: Context, organizationId: string): Promise<IntegrationRow[]> {
  return enabledByName(ctx).all({ organizationId })
}

const enabledByName = once((db) => {
  const { organizationId, id, displayName, enabled } = integrations
  const query = db
    .select()
    .from(integrations)
    .where(and(eq(organizationId, sql.placeholder('organizationId')), eq(enabled, true)))
    .orderBy(asc(displayName), asc(id))
  return prepareSelect(db, query)
})

/** The names of an organization's repositories by id, including disabled ones. */
export async function findRepositoryNames(
  ctx: Context,
  organizationId: string,
): Promise<Map<string, string>> {
  const { id, displayName } = integrations
  const rows = await ctx.db
    .select({ id, displayName })
    .from(integrations)
    .where(eq(integrations.organizationId, organizationId))
  return new Map(rows.map((row) => [row.id, row.displayName]))
}

/**
 * Deletes a repository or a tracker and disables the automations that used it; of simultaneous requests, one
 * succeeds.
 */
export async function deleteIntegration(ctx: Context, caller: Caller, id: string) {
  const { organization } = caller
  const tracker = await findTracker(ctx, organization.id, id)
  if (tracker) return deleteTracker(ctx, caller, tracker)
  try {
    const [disabled] = await updateIfUnchanged(ctx, caller, [
      ...disableReadersOf(ctx, organization.id, id),
      unwatch(ctx, id),
      copyPayloadsToLog(ctx, organization.id, id),
      ctx.db
        .delete(integrations)
        .where(and(eq(integrations.organizationId, organization.id), eq(integrations.id, id))),
      ctx.db.run(guard),
    ])
    return { id, organization, ...toDisabled(disabled) }
  } catch (error) {
    throw isGuardViolation(error) ? notFound('Integration not found') : error
  }
}

/** A statement that copies the payloads of a repository's events, which are deleted with it, to the log. */
function copyPayloadsToLog(ctx: Context, organizationId: string, integrationId: string) {
  return ctx.db.run(sql`
    update webhook_logs set processed = 0, payload = json_object('event', event.kind, 'action', event.action, 'data', json(event.data))
    from activities as event
    where webhook_logs.organization_id = ${organizationId} and webhook_logs.integration_id = ${integrationId}
      and webhook_logs.processed = 1
      and event.integration_id = webhook_logs.integration_id and event.delivery_id = webhook_logs.reference_id`)
}

/** The organization's integration of a repository; names are compared case-insensitively. */
export async function findRepository(
  ctx: Context,
  organizationId: string,
  owner: string,
  name: string,
): Promise<IntegrationRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(integrations)
    .where(
      and(
        eq(integrations.organizationId, organizationId),
        sql`lower(owner) = ${owner.toLowerCase()}`,
        sql`lower(repo) = ${name.toLowerCase()}`,
      ),
    )
  return row
}
