import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { conflict, notFound } from '../../errors.ts'
import { newJobId } from '../../ids.ts'
import type { Caller } from '../keys/model.ts'
import { readName, readWebsite } from './fields.ts'
import { analyzeBrandJob } from './job.ts'
import { type AnalysisRequest, type AnalysisRow, toAnalysisJob } from './model.ts'
import { nameTaken } from './service.ts'
import { brandAnalysisJobs, brandIdentities } from './table.ts'

/**
 * Creates an identity with its name and website, and starts the analysis that fills it in. The first identity of an
 * organization becomes its default, judged by the statement itself so that two at once cannot both be (contract 8.4).
 */
export async function generateBrandIdentity(ctx: Context, caller: Caller, body: AnalysisRequest) {
  const { organization } = caller
  const name = readName(body.name ?? 'Untitled Brand Voice')
  const websiteUrl = readWebsite(ctx, body.websiteUrl)
  await checkName(ctx, organization.id, name)
  await caller.spend()

  const now = ctx.now()
  const brandIdentityId = crypto.randomUUID()
  const id = newJobId('brand_job_')
  const own = { organizationId: organization.id, createdAt: now, updatedAt: now }
  const isFirst = sql<boolean>`not exists (
    select 1 from brand_identities where organization_id = ${organization.id} and is_default = 1)`
  try {
    const [, [job]] = await ctx.db.batch([
      ctx.db
        .insert(brandIdentities)
        .values({ ...own, id: brandIdentityId, name, websiteUrl, isDefault: isFirst }),
      ctx.db
        .insert(brandAnalysisJobs)
        .values({ ...own, id, brandIdentityId, status: 'queued' })
        .returning(),
      analyzeBrandJob.insert(ctx, { analysisId: id }, { key: id }),
    ])
    ctx.jobsReady.wake()
    return { job: toAnalysisJob(job as AnalysisRow), organization }
  } catch (error) {
    throw nameTaken(error)
  }
}

/** An analysis with the step it is at (contract 8.5). */
export async function getAnalysis(ctx: Context, caller: Caller, id: string) {
  const { organization } = caller
  const [row] = await ctx.db
    .select()
    .from(brandAnalysisJobs)
    .where(and(eq(brandAnalysisJobs.organizationId, organization.id), eq(brandAnalysisJobs.id, id)))
  if (!row) throw notFound('Brand identity analysis job not found')
  return { job: toAnalysisJob(row), organization }
}

async function checkName(ctx: Context, organizationId: string, name: string) {
  const taken = await ctx.db.$count(
    brandIdentities,
    and(eq(brandIdentities.organizationId, organizationId), eq(brandIdentities.name, name)),
  )
  if (taken > 0) throw conflict('A brand identity with this name already exists')
}
