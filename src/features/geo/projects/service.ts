import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { ceilingGuard } from '../../../db/ceilings.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { guard } from '../../../db/table.ts'
import { badRequest, conflict, notFound } from '../../../errors.ts'
import { findEarlierResult, recordResult } from '../../../http/idempotency.ts'
import { updateIfUnchanged } from '../../../http/reviewed.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { feedback } from '../../feedback/table.ts'
import type { Caller } from '../../keys/model.ts'
import type { ProjectBody, ProjectPatch, ProjectRow } from './model.ts'
import { findStandardIdentity, projectSweep, requireIdentity } from './record.ts'
import { projects } from './table.ts'

/** Lists the projects of an organization, oldest first (contract geo 1). */
export async function listProjects(ctx: Context, { organization }: Caller): Promise<ProjectRow[]> {
  return ctx.db
    .select()
    .from(projects)
    .where(eq(projects.organizationId, organization.id))
    .orderBy(asc(projects.createdAt), asc(projects.id))
}

/**
 * Returns a project of the caller's organization. Every route below `/v1/projects/{projectId}` calls this
 * first.
 */
export async function getProject(
  ctx: Context,
  { organization }: Pick<Caller, 'organization'>,
  id: string,
): Promise<ProjectRow> {
  const [row] = await ctx.db.select().from(projects).where(own(organization.id, id))
  if (!row) throw notFound('Project not found')
  return row
}

/** Whether an organization has a project with this id. */
export async function hasProject(ctx: Context, organizationId: string, id: string): Promise<boolean> {
  return (await ctx.db.$count(projects, own(organizationId, id))) > 0
}

/** Creates a project with the given identity, else with the organization's default. */
export async function createProject(
  ctx: Context,
  caller: Caller,
  { name, brandSettingsId }: ProjectBody,
): Promise<ProjectRow> {
  const made = await findEarlierResult(ctx, caller)
  if (made) return getProject(ctx, caller, made)
  const { organization } = caller
  const brandIdentityId = brandSettingsId ?? (await findStandardIdentity(ctx, organization.id))
  if (brandIdentityId === null) throw badRequest('Create a brand identity first')
  const row = { id: Bun.randomUUIDv7(), organizationId: organization.id, name, brandIdentityId }
  try {
    const [, [created]] = await updateIfUnchanged(ctx, caller, [
      requireIdentity(ctx, organization.id, brandIdentityId),
      ctx.db
        .insert(projects)
        .values({ ...row, createdAt: ctx.now() })
        .returning(),
      ctx.db.run(ceilingGuard('projects', organization.id)),
      ...recordResult(ctx, caller, row.id),
    ])
    return created as ProjectRow
  } catch (error) {
    throw isGuardViolation(error) ? noIdentity() : error
  }
}

/** Updates the given fields. */
export async function updateProject(
  ctx: Context,
  caller: Caller,
  id: string,
  { name, brandSettingsId }: ProjectPatch,
): Promise<ProjectRow> {
  const changes = { name: name ?? undefined, brandIdentityId: brandSettingsId ?? undefined }
  if (Object.values(changes).every((value) => value === undefined))
    throw badRequest('At least one field is required')
  const { organization } = caller
  try {
    const [, [updated]] = await updateIfUnchanged(ctx, caller, [
      requireIdentity(ctx, organization.id, brandSettingsId ?? null),
      ctx.db.update(projects).set(changes).where(own(organization.id, id)).returning(),
      ctx.db.run(guard),
    ])
    return updated as ProjectRow
  } catch (error) {
    if (!isGuardViolation(error)) throw error
    await getProject(ctx, caller, id)
    throw noIdentity()
  }
}

/**
 * Deletes a project unless it is the last one, with its settings, prompts, competitors, conversations and
 * feedback tokens. Its feedback is preserved without a project. A job deletes its answers afterwards
 * (contract geo 1).
 */
export async function deleteProject(ctx: Context, caller: Caller, id: string): Promise<void> {
  const { organization } = caller
  const isNotLast = sql`(
    select count(*) from projects as every where every.organization_id = ${organization.id}) > 1`
  try {
    await updateIfUnchanged(ctx, caller, [
      ctx.db.delete(projects).where(and(own(organization.id, id), isNotLast)),
      ctx.db.run(guard),
      ctx.db
        .update(feedback)
        .set({ projectId: '' })
        .where(and(eq(feedback.organizationId, organization.id), eq(feedback.projectId, id))),
      insertJob(ctx, projectSweep, { projectId: id }, { key: `${projectSweep}:${id}` }),
    ])
  } catch (error) {
    if (!isGuardViolation(error)) throw error
    await getProject(ctx, caller, id)
    throw conflict('The last project cannot be deleted: create another one first')
  }
  ctx.jobsReady.wake()
}

const own = (organizationId: string, id: string) =>
  and(eq(projects.organizationId, organizationId), eq(projects.id, id))

const noIdentity = () => notFound('Brand identity not found')
