import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { guard } from '../../db/table.ts'
import type { BrandIdentityRow, BrandTraits } from './model.ts'
import { analysisSteps, brandAnalysisJobs, brandIdentities } from './table.ts'

/**
 * Returns the identity to write in: the given one if it exists, else the default, else the one changed last,
 * else null.
 */
export async function chooseBrandIdentity(
  ctx: Context,
  organizationId: string,
  id: string | null,
): Promise<BrandIdentityRow | null> {
  const named = id === null ? null : await findBrandIdentity(ctx, organizationId, id)
  if (named) return named
  return (await standardIdentity(ctx).get({ organizationId })) ?? null
}

const standardIdentity = once((db) => {
  const query = db
    .select()
    .from(brandIdentities)
    .where(eq(brandIdentities.organizationId, sql.placeholder('organizationId')))
    .orderBy(desc(brandIdentities.isDefault), desc(brandIdentities.updatedAt), desc(brandIdentities.id))
    .limit(1)
  return prepareSelect(db, query)
})

/** Returns an identity of an organization; null if it has none with this id. */
export async function findBrandIdentity(
  ctx: Context,
  organizationId: string,
  id: string,
): Promise<BrandIdentityRow | null> {
  const [row] = await ctx.db
    .select()
    .from(brandIdentities)
    .where(and(eq(brandIdentities.organizationId, organizationId), eq(brandIdentities.id, id)))
  return row ?? null
}

/**
 * Returns a statement that fills in empty fields with the results. Fields that a user filled in meanwhile are
 * preserved, and instructions are never filled in.
 */
export function saveTraits(ctx: Context, brandIdentityId: string, traits: BrandTraits) {
  const row = brandIdentities
  return ctx.db
    .update(brandIdentities)
    .set({
      companyName: sql`coalesce(${row.companyName}, ${traits.companyName})`,
      companyDescription: sql`coalesce(${row.companyDescription}, ${traits.companyDescription})`,
      audience: sql`coalesce(${row.audience}, ${traits.audience})`,
      language: sql`coalesce(${row.language}, ${traits.language})`,
      toneProfile: sql`coalesce(${row.toneProfile}, ${traits.toneProfile})`,
      // A custom tone belongs to its profile: both are filled in, or neither.
      customTone: sql`case when ${row.toneProfile} is null then coalesce(${row.customTone}, ${traits.customTone}) else ${row.customTone} end`,
      updatedAt: ctx.now(),
    })
    .where(eq(row.id, brandIdentityId))
}

export type AnalysisStep = (typeof analysisSteps)[number]

/** Maximum attempts to read a website. */
export const analysisAttempts = 5

/** The number of a step, counted from 1 (contract 8.5). */
export const numberOf = (step: AnalysisStep) => analysisSteps.indexOf(step) + 1

/** Returns a running analysis with the website of its identity; null if that was deleted. */
export async function findOpenAnalysis(ctx: Context, id: string) {
  const [row] = await ctx.db
    .select({ analysis: brandAnalysisJobs, websiteUrl: brandIdentities.websiteUrl })
    .from(brandAnalysisJobs)
    .leftJoin(brandIdentities, eq(brandIdentities.id, brandAnalysisJobs.brandIdentityId))
    .where(eq(brandAnalysisJobs.id, id))
  return row && ['queued', 'running'].includes(row.analysis.status) ? row : null
}

/** Returns a statement that stores the step of a running analysis. */
export function enterStep(ctx: Context, id: string, step: AnalysisStep) {
  return ctx.db
    .update(brandAnalysisJobs)
    .set({ status: 'running', step, currentStep: numberOf(step), updatedAt: ctx.now() })
    .where(open(id))
}

/**
 * Returns statements that complete an analysis. The guard fails if it has ended or its identity was deleted.
 */
export function completeAnalysis(ctx: Context, id: string): Statement[] {
  const now = ctx.now()
  const identityExists = sql`exists (
    select 1 from ${brandIdentities} where ${brandIdentities.id} = ${brandAnalysisJobs.brandIdentityId})`
  return [
    ctx.db
      .update(brandAnalysisJobs)
      .set({
        status: 'completed',
        step: null,
        currentStep: analysisSteps.length,
        updatedAt: now,
        completedAt: now,
      })
      .where(and(open(id), identityExists)),
    ctx.db.run(guard),
  ]
}

/**
 * Returns statements that end an analysis as failed, with the number of the failed step; 0 for unexpected
 * errors.
 */
export function failAnalysis(ctx: Context, id: string, reason: string, stage: number): Statement[] {
  const now = ctx.now()
  return [
    ctx.db
      .update(brandAnalysisJobs)
      .set({
        status: 'failed',
        step: null,
        currentStep: stage,
        error: reason,
        updatedAt: now,
        completedAt: now,
      })
      .where(open(id)),
    ctx.db.run(guard),
  ]
}

const open = (id: string) =>
  and(eq(brandAnalysisJobs.id, id), inArray(brandAnalysisJobs.status, ['queued', 'running']))
