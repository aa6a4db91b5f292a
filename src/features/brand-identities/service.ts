import { and, asc, desc, eq, ne, notExists, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { findEarlierResult, recordResult } from '../../http/idempotency.ts'
import { nextUpdatedAt, updateIfUnchanged } from '../../http/reviewed.ts'
import { newJobId } from '../../ids.ts'
import { toDisabled } from '../automations/model.ts'
import { disableWritersAs } from '../automations/record.ts'
import { projects } from '../geo/projects/table.ts'
import type { Caller } from '../keys/model.ts'
import { analyzeBrandJob } from './job.ts'
import {
  type AnalysisRequest,
  type AnalysisRow,
  type BrandIdentityPatch,
  toAnalysisJob,
  toBrandIdentity,
} from './model.ts'
import { readFields, readWebsite } from './read-fields.ts'
import { findBrandIdentity } from './record.ts'
import { brandAnalysisJobs, brandIdentities } from './table.ts'

/** Lists the identities of an organization: the default first, then the oldest (contract 8.3). */
export async function listBrandIdentities(ctx: Context, caller: Caller) {
  const { organization } = caller
  const rows = await ctx.db
    .select()
    .from(brandIdentities)
    .where(eq(brandIdentities.organizationId, organization.id))
    .orderBy(desc(brandIdentities.isDefault), asc(brandIdentities.createdAt), asc(brandIdentities.id))
  return { brandIdentities: rows.map(toBrandIdentity), organization }
}

/** Returns an identity; null if the organization has none with this id. */
export async function getBrandIdentity(ctx: Context, caller: Caller, id: string) {
  const { organization } = caller
  const row = await findBrandIdentity(ctx, organization.id, id)
  return { brandIdentity: row ? toBrandIdentity(row) : null, organization }
}

/** Updates the given fields. A new default replaces the old one in the same batch. */
export async function updateBrandIdentity(
  ctx: Context,
  caller: Caller,
  id: string,
  patch: BrandIdentityPatch,
) {
  if (Object.keys(patch).length === 0) throw badRequest('At least one field is required')
  const changes = readFields(ctx, patch)
  const { organization } = caller
  const isOwn = eq(brandIdentities.organizationId, organization.id)
  const updatedAt = nextUpdatedAt(ctx, brandIdentities.updatedAt)
  const update = ctx.db
    .update(brandIdentities)
    .set({ ...changes, updatedAt })
    .where(own(caller, id))
    .returning()
  const stepDown = ctx.db
    .update(brandIdentities)
    .set({ isDefault: false, updatedAt })
    .where(and(isOwn, eq(brandIdentities.isDefault, true), ne(brandIdentities.id, id)))
  try {
    const [, [updated]] = changes.isDefault
      ? await updateIfUnchanged(ctx, caller, [stepDown, update, ctx.db.run(guard)])
      : [null, ...(await updateIfUnchanged(ctx, caller, [update]))]
    if (!updated) throw notFound('Brand identity not found')
    return { brandIdentity: toBrandIdentity(updated), organization }
  } catch (error) {
    if (isGuardViolation(error)) throw notFound('Brand identity not found')
    throw isUniqueViolation(error, 'brand_identities.name') ? duplicate() : error
  }
}

/**
 * Deletes an identity that is neither the default nor used by a project, and disables the automations that
 * use it (contract 8.3).
 */
export async function deleteBrandIdentity(ctx: Context, caller: Caller, id: string) {
  const { organization } = caller
  await checkDeletable(ctx, organization.id, id)
  try {
    const [disabled] = await updateIfUnchanged(ctx, caller, [
      ...disableWritersAs(ctx, organization.id, id),
      ctx.db
        .delete(brandIdentities)
        .where(
          and(
            own(caller, id),
            eq(brandIdentities.isDefault, false),
            notExists(usersOf(ctx, organization.id, id)),
          ),
        ),
      ctx.db.run(guard),
    ])
    return { id, organization, ...toDisabled(disabled) }
  } catch (error) {
    // It was deleted, made the default or given to a project meanwhile.
    if (isGuardViolation(error)) await checkDeletable(ctx, organization.id, id)
    throw error
  }
}

const own = ({ organization }: Caller, id: string) =>
  and(eq(brandIdentities.organizationId, organization.id), eq(brandIdentities.id, id))

async function checkDeletable(ctx: Context, organizationId: string, id: string) {
  const identity = await findBrandIdentity(ctx, organizationId, id)
  if (!identity) throw notFound('Brand identity not found')
  if (identity.isDefault) throw badRequest('Cannot delete the default brand identity')
  const [user] = await usersOf(ctx, organizationId, id)
  if (user)
    throw conflict(`The project ${user.name} uses this brand identity. Choose another one for it first`)
}

/** Returns the projects that use an identity (contract 8.3). */
const usersOf = (ctx: Context, organizationId: string, id: string) =>
  ctx.db
    .select({ name: projects.name })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.brandIdentityId, id)))

/**
 * Creates an identity with its name and website, and starts the analysis that fills it in. The first identity
 * of an organization becomes its default. The statement itself decides that, so that two concurrent requests
 * cannot both create the default (contract 8.4).
 */
export async function generateBrandIdentity(ctx: Context, caller: Caller, body: AnalysisRequest) {
  const made = await findEarlierResult(ctx, caller)
  if (made) return getAnalysis(ctx, caller, made)
  const { organization } = caller
  const name = body.name ?? 'Untitled Brand Voice'
  const websiteUrl = readWebsite(ctx, body.websiteUrl)
  await checkNameIsFree(ctx, organization.id, name)
  await caller.spend()

  const now = ctx.now()
  const brandIdentityId = crypto.randomUUID()
  const id = newJobId('brand_job_')
  const own = { organizationId: organization.id, createdAt: now, updatedAt: now }
  const isFirst = sql<boolean>`not exists (
    select 1 from brand_identities where organization_id = ${organization.id} and is_default = 1)`
  try {
    const [, [job]] = await updateIfUnchanged(ctx, caller, [
      ctx.db
        .insert(brandIdentities)
        .values({ ...own, id: brandIdentityId, name, websiteUrl, isDefault: isFirst }),
      ctx.db
        .insert(brandAnalysisJobs)
        .values({ ...own, id, brandIdentityId, status: 'queued' })
        .returning(),
      analyzeBrandJob.insert(ctx, { analysisId: id }, { key: id }),
      ctx.db.run(ceilingGuard('brandIdentities', organization.id)),
      ...recordResult(ctx, caller, id),
    ])
    ctx.jobsReady.wake()
    return { job: toAnalysisJob(job as AnalysisRow), organization }
  } catch (error) {
    throw isUniqueViolation(error, 'brand_identities.name') ? duplicate() : error
  }
}

/** Returns an analysis with its current step (contract 8.5). */
export async function getAnalysis(ctx: Context, caller: Caller, id: string) {
  const { organization } = caller
  const [row] = await ctx.db
    .select()
    .from(brandAnalysisJobs)
    .where(and(eq(brandAnalysisJobs.organizationId, organization.id), eq(brandAnalysisJobs.id, id)))
  if (!row) throw notFound('Brand identity analysis job not found')
  return { job: toAnalysisJob(row), organization }
}

async function checkNameIsFree(ctx: Context, organizationId: string, name: string) {
  const taken = await ctx.db.$count(
    brandIdentities,
    and(eq(brandIdentities.organizationId, organizationId), eq(brandIdentities.name, name)),
  )
  if (taken > 0) throw duplicate()
}

const duplicate = () => conflict('A brand identity with this name already exists')
