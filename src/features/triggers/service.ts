import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { toRepositoryLabel } from '../integrations/model.ts'
import { integrations } from '../integrations/table.ts'
import type { Caller } from '../keys/require-key.ts'
import { type EventTriggerBody, type EventTriggerRow, toEventTrigger } from './model.ts'
import { eventTriggerRepositories, eventTriggers } from './table.ts'

/** Triggers, newest first; with ids, those that target any of these repositories. */
export async function listEventTriggers(ctx: Context, caller: Caller, repositoryIds: string[]) {
  const { organization } = caller
  const [rows, repositories] = await Promise.all([
    ctx.db
      .select()
      .from(eventTriggers)
      .where(eq(eventTriggers.organizationId, organization.id))
      .orderBy(desc(eventTriggers.createdAt), desc(eventTriggers.id)),
    ctx.db.select().from(integrations).where(eq(integrations.organizationId, organization.id)),
  ])
  const chosen = rows.filter(
    (row) => repositoryIds.length === 0 || row.repositoryIds.some((id) => repositoryIds.includes(id)),
  )
  return {
    eventTriggers: chosen.map(toEventTrigger),
    repositoryMap: Object.fromEntries(repositories.map((row) => [row.id, toRepositoryLabel(row)])),
    organization,
  }
}

export async function getEventTrigger(ctx: Context, caller: Caller, id: string) {
  return toAnswer(caller, await ctx.db.select().from(eventTriggers).where(ownTrigger(caller, id)))
}

export async function createEventTrigger(ctx: Context, caller: Caller, body: EventTriggerBody) {
  const definition = toDefinition(body)
  await checkRepositories(ctx, caller, definition.repositoryIds, 'create')
  const id = Bun.randomUUIDv7()
  const now = ctx.now()
  const row = { ...definition, id, name: 'Untitled Schedule', createdAt: now, updatedAt: now }
  try {
    const [created] = await ctx.db.batch([
      ctx.db
        .insert(eventTriggers)
        .values({ ...row, organizationId: caller.organization.id })
        .returning(),
      insertTargets(ctx, id, definition.repositoryIds),
    ])
    return toAnswer(caller, created)
  } catch (error) {
    throw duplicate(error)
  }
}

/** Replaces a trigger's whole definition. */
export async function updateEventTrigger(ctx: Context, caller: Caller, id: string, body: EventTriggerBody) {
  await getEventTrigger(ctx, caller, id)
  const definition = toDefinition(body)
  await checkRepositories(ctx, caller, definition.repositoryIds, 'update')
  try {
    const [updated] = await ctx.db.batch([
      ctx.db
        .update(eventTriggers)
        .set({ ...definition, failureReason: null, failureCount: 0, updatedAt: ctx.now() })
        .where(ownTrigger(caller, id))
        .returning(),
      ctx.db.run(guard),
      ctx.db.delete(eventTriggerRepositories).where(eq(eventTriggerRepositories.triggerId, id)),
      insertTargets(ctx, id, definition.repositoryIds),
    ])
    return toAnswer(caller, updated)
  } catch (error) {
    if (isGuardViolation(error)) throw notFound('Event trigger not found')
    throw duplicate(error)
  }
}

export async function deleteEventTrigger(ctx: Context, caller: Caller, id: string) {
  const deleted = await ctx.db
    .delete(eventTriggers)
    .where(ownTrigger(caller, id))
    .returning({ id: eventTriggers.id })
  if (deleted.length === 0) throw notFound('Event trigger not found')
  return { id, organization: caller.organization }
}

/** Finds the enabled triggers that target a repository; prepared once, since every delivery asks. */
export function createTriggerFinder(ctx: Context) {
  const find = ctx.db
    .select({ trigger: eventTriggers })
    .from(eventTriggerRepositories)
    .innerJoin(eventTriggers, eq(eventTriggers.id, eventTriggerRepositories.triggerId))
    .where(
      and(
        eq(eventTriggerRepositories.integrationId, sql.placeholder('integrationId')),
        eq(eventTriggers.enabled, true),
      ),
    )
    .prepare()
  return async (integrationId: string): Promise<EventTriggerRow[]> =>
    (await find.all({ integrationId })).map((row) => row.trigger)
}

/** A statement that disables the enabled triggers of a repository that goes away; gives their ids and names (contract 9). */
export function disableTriggersOf(ctx: Context, integrationId: string) {
  return ctx.db
    .update(eventTriggers)
    .set({ enabled: false, updatedAt: ctx.now() })
    .where(
      and(
        eq(eventTriggers.enabled, true),
        inArray(
          eventTriggers.id,
          ctx.db
            .select({ id: eventTriggerRepositories.triggerId })
            .from(eventTriggerRepositories)
            .where(eq(eventTriggerRepositories.integrationId, integrationId)),
        ),
      ),
    )
    .returning({ id: eventTriggers.id, name: eventTriggers.name })
}

/** The same for the enabled triggers that write as a brand identity which goes away (contract 8.3). */
export function disableTriggersWithIdentity(ctx: Context, organizationId: string, brandIdentityId: string) {
  return ctx.db
    .update(eventTriggers)
    .set({ enabled: false, updatedAt: ctx.now() })
    .where(
      and(
        eq(eventTriggers.organizationId, organizationId),
        eq(eventTriggers.enabled, true),
        sql`json_extract(${eventTriggers.outputConfig}, '$.brandVoiceId') = ${brandIdentityId}`,
      ),
    )
    .returning({ id: eventTriggers.id, name: eventTriggers.name })
}

const ownTrigger = (caller: Caller, id: string) =>
  and(eq(eventTriggers.organizationId, caller.organization.id), eq(eventTriggers.id, id))

function toAnswer(caller: Caller, [row]: EventTriggerRow[]) {
  if (!row) throw notFound('Event trigger not found')
  return { eventTrigger: toEventTrigger(row), organization: caller.organization }
}

function insertTargets(ctx: Context, triggerId: string, repositoryIds: string[]) {
  return ctx.db
    .insert(eventTriggerRepositories)
    .values(repositoryIds.map((integrationId) => ({ integrationId, triggerId })))
}

function toDefinition(body: EventTriggerBody) {
  const sourceConfig = {
    eventTypes: [...new Set(body.sourceConfig.eventTypes)].sort(),
    includePreReleases: body.sourceConfig.includePreReleases ?? true,
  }
  const repositoryIds = [...new Set(body.targets.repositoryIds)].sort()
  const { outputType, outputConfig = null, enabled, autoPublish = false } = body
  const identity = JSON.stringify(['github_webhook', sourceConfig, repositoryIds, outputType])
  const fingerprint = new Bun.CryptoHasher('sha256').update(identity).digest('hex')
  return { sourceConfig, repositoryIds, outputType, outputConfig, enabled, autoPublish, fingerprint }
}

async function checkRepositories(ctx: Context, caller: Caller, ids: string[], verb: 'create' | 'update') {
  const found = await ctx.db.$count(
    integrations,
    and(
      eq(integrations.organizationId, caller.organization.id),
      sql`${integrations.id} in (select value from json_each(${JSON.stringify(ids)}))`,
    ),
  )
  if (found < ids.length) throw badRequest(`Cannot ${verb} event trigger: one or more integrations not found`)
}

function duplicate(error: unknown): unknown {
  return isUniqueViolation(error, 'event_triggers.fingerprint') ? conflict('Duplicate event trigger') : error
}
