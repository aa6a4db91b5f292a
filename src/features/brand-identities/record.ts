import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { guard } from '../../db/table.ts'
import { analysisSteps, brandAnalysisJobs, brandIdentities } from './table.ts'

export type AnalysisStep = (typeof analysisSteps)[number]

/** The number of a step, counted from 1 (contract 8.5). */
export const numberOf = (step: AnalysisStep) => analysisSteps.indexOf(step) + 1

/** A statement that tells which step an open analysis is at. */
export function enterStep(ctx: Context, id: string, step: AnalysisStep) {
  return ctx.db
    .update(brandAnalysisJobs)
    .set({ status: 'running', step, currentStep: numberOf(step), updatedAt: ctx.now() })
    .where(open(id))
}

/** Statements that complete an analysis; they fail on their guard when it has ended or its identity is gone. */
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

/** Statements that end an analysis as failed, with the number of the stage that did; none (0) for the unexpected. */
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
