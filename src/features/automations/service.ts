import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { recurring } from '../../cron/table.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { guard } from '../../db/table.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { findEarlierResult, recordResult } from '../../http/idempotency.ts'
import { nextUpdatedAt, updateIfUnchanged } from '../../http/reviewed.ts'
import { brandIdentities } from '../brand-identities/table.ts'
import { toRepositoryLabel } from '../integrations/model.ts'
import { integrations } from '../integrations/table.ts'
import type { Caller } from '../keys/model.ts'
import type { AutomationRow } from './model.ts'
import { dropTimer, isTimerOf, requireIdentity, requireRepositories, setUp } from './record.ts'
import { type Definition, pauseSentence } from './rules.ts'
import { automationRepositories, automations, type SourceType } from './table.ts'

/** Error messages; the contract uses different ones for the two kinds (contract 10.2, 11.2). */
const sentences = {
  cron: {
    notFound: 'Schedule not found',
    duplicate: 'Duplicate schedule',
    missingAtCreate: 'Cannot create enabled schedule: one or more integrations not found',
    missingAtUpdate: 'Cannot enable schedule: one or more integrations have been deleted',
  },
  github_webhook: {
    notFound: 'Event trigger not found',
    duplicate: 'Duplicate event trigger',
    missingAtCreate: 'Cannot create event trigger: one or more integrations not found',
    missingAtUpdate: 'Cannot update event trigger: one or more integrations not found',
  },
}

/** The automations of a kind, newest first; with ids, only those that target one of these repositories. */
export async function listAutomations(
  ctx: Context,
  { organization }: Caller,
  sourceType: SourceType,
  repositoryIds: string[],
) {
  const [rows, repositories] = await Promise.all([
    ctx.db
      .select()
      .from(automations)
      .where(and(eq(automations.organizationId, organization.id), eq(automations.sourceType, sourceType)))
      .orderBy(desc(automations.createdAt), desc(automations.id)),
    ctx.db.select().from(integrations).where(eq(integrations.organizationId, organization.id)),
  ])
  return {
    rows: rows.filter(
      (row) => repositoryIds.length === 0 || row.repositoryIds.some((id) => repositoryIds.includes(id)),
    ),
    repositoryMap: Object.fromEntries(repositories.map((row) => [row.id, toRepositoryLabel(row)])),
    organization,
  }
}

export async function getAutomation(ctx: Context, caller: Caller, sourceType: SourceType, id: string) {
  const [row] = await ctx.db
    .select()
    .from(automations)
    .where(own(caller, sourceType, id))
  if (!row) throw notFound(sentences[sourceType].notFound)
  return row
}

/** Stores an automation with its repositories and, for an enabled schedule, its timer. */
export async function createAutomation(
  ctx: Context,
  caller: Caller,
  definition: Definition,
): Promise<AutomationRow> {
  const made = await findEarlierResult(ctx, caller)
  if (made) return getAutomation(ctx, caller, definition.sourceType, made)
  const { organization } = caller
  const { duplicate, missingAtCreate } = sentences[definition.sourceType]
  const id = Bun.randomUUIDv7()
  const now = ctx.now()
  const row = { ...definition, id, organizationId: organization.id, createdAt: now, updatedAt: now }
  try {
    const [, , [created]] = await updateIfUnchanged(ctx, caller, [
      requireIdentity(ctx, organization.id, definition),
      requireRepositories(ctx, organization.id, definition),
      ctx.db.insert(automations).values(row).returning(),
      ...setUp(ctx, id, definition),
      ctx.db.run(ceilingGuard('automations', organization.id)),
      ...recordResult(ctx, caller, id),
    ])
    return created as AutomationRow
  } catch (error) {
    if (isGuardViolation(error)) throw await whatIsMissing(ctx, organization.id, definition, missingAtCreate)
    throw isDuplicate(error) ? conflict(duplicate) : error
  }
}

/** Replaces an automation's whole definition and resets its failures. */
export async function updateAutomation(
  ctx: Context,
  caller: Caller,
  id: string,
  definition: Definition,
): Promise<AutomationRow> {
  const { sourceType } = definition
  const { duplicate, missingAtUpdate } = sentences[sourceType]
  const changes = {
    ...definition,
    failureReason: null,
    failureCount: 0,
    updatedAt: nextUpdatedAt(ctx, automations.updatedAt),
  }
  try {
    const [, , [updated]] = await updateIfUnchanged(ctx, caller, [
      requireIdentity(ctx, caller.organization.id, definition, id),
      requireRepositories(ctx, caller.organization.id, definition),
      ctx.db
        .update(automations)
        .set(changes)
        .where(own(caller, sourceType, id))
        .returning(),
      ctx.db.run(guard),
      ...setUp(ctx, id, definition),
    ])
    return updated as AutomationRow
  } catch (error) {
    if (!isGuardViolation(error)) throw isDuplicate(error) ? conflict(duplicate) : error
    const { outputConfig } = await getAutomation(ctx, caller, sourceType, id)
    const isKept = outputConfig?.brandVoiceId === definition.outputConfig?.brandVoiceId
    if (isKept) throw badRequest(missingAtUpdate)
    throw await whatIsMissing(ctx, caller.organization.id, definition, missingAtUpdate)
  }
}

/** Why the guard of a definition failed: a brand identity of another organization, otherwise missing repositories. */
async function whatIsMissing(
  ctx: Context,
  organizationId: string,
  { outputConfig }: Definition,
  missingRepositories: string,
) {
  const id = outputConfig?.brandVoiceId
  const isOwn = and(eq(brandIdentities.organizationId, organizationId), eq(brandIdentities.id, id ?? ''))
  const isForeign = id !== undefined && (await ctx.db.$count(brandIdentities, isOwn)) === 0
  return badRequest(
    isForeign ? 'Requested brand voice does not belong to this organization' : missingRepositories,
  )
}

/** Deletes an automation and its timer; posts of earlier runs stay. */
export async function deleteAutomation(ctx: Context, caller: Caller, sourceType: SourceType, id: string) {
  try {
    await updateIfUnchanged(ctx, caller, [
      ctx.db.delete(automations).where(own(caller, sourceType, id)),
      ctx.db.run(guard),
      dropTimer(ctx, id),
    ])
  } catch (error) {
    throw isGuardViolation(error) ? notFound(sentences[sourceType].notFound) : error
  }
  return { id, organization: caller.organization }
}

/** An automation of any kind and organization, by its id. */
export async function findAutomation(ctx: Context, id: string): Promise<AutomationRow | null> {
  return (await automationById(ctx).get({ id })) ?? null
}

/** Lists the names and kinds of an organization's automations. */
export function listAutomationNames(ctx: Context, organizationId: string) {
  const { id, name, sourceType } = automations
  return ctx.db
    .select({ id, name, sourceType })
    .from(automations)
    .where(eq(automations.organizationId, organizationId))
}

/** The names of an organization's automations, by id. */
export async function findAutomationNames(
  ctx: Context,
  organizationId: string,
): Promise<Map<string, string>> {
  const rows = await listAutomationNames(ctx, organizationId)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** When an automation runs next, or why it is paused. */
export type AutomationTiming = Pick<AutomationRow, 'id' | 'sourceType'> & {
  nextRunAt: Date | null
  pausedBecause: string | null
}

export async function listTimings(ctx: Context, organizationId: string): Promise<AutomationTiming[]> {
  const { id, sourceType, enabled, failureReason, failureCount } = automations
  const rows = await ctx.db
    .select({ id, sourceType, enabled, failureReason, failureCount, nextRunAt: recurring.nextAt })
    .from(automations)
    .leftJoin(recurring, isTimerOf(id))
    .where(eq(automations.organizationId, organizationId))
  return rows.map(({ id, sourceType, nextRunAt, ...row }) => ({
    id,
    sourceType,
    nextRunAt,
    pausedBecause: pauseSentence(row),
  }))
}

const automationById = once((db) => {
  const query = db
    .select()
    .from(automations)
    .where(eq(automations.id, sql.placeholder('id')))
  return prepareSelect(db, query)
})

/** The enabled automations that an event of a repository may match. */
export async function findAutomationsOf(ctx: Context, integrationId: string): Promise<AutomationRow[]> {
  const rows = await enabledByRepository(ctx).all({ integrationId })
  return rows.map((row) => row.automation)
}

const enabledByRepository = once((db) => {
  const query = db
    .select({ automation: automations })
    .from(automationRepositories)
    .innerJoin(automations, eq(automations.id, automationRepositories.automationId))
    .where(
      and(
        eq(automationRepositories.integrationId, sql.placeholder('integrationId')),
        eq(automations.sourceType, 'github_webhook'),
        eq(automations.enabled, true),
      ),
    )
  return prepareSelect(db, query)
})

const own = ({ organization }: Caller, sourceType: SourceType, id: string) =>
  and(
    eq(automations.organizationId, organization.id),
    eq(automations.sourceType, sourceType),
    eq(automations.id, id),
  )

const isDuplicate = (error: unknown) => isUniqueViolation(error, 'automations.fingerprint')
