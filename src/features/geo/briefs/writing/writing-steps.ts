import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import { guard } from '../../../../db/table.ts'
import { nextUpdatedAt } from '../../../../http/reviewed.ts'
import { centsSpent, lastAnswer } from '../../../../writer/kept-answers.ts'
import { confirm, releaseSpent } from '../../../usage/settle.ts'
import type { BriefRow } from '../model.ts'
import { briefs, type writingSteps } from '../table.ts'

/** A run that writes a brief. No other run may change that brief. */
export type WritingRun = { briefId: string; runId: string }
type Step = (typeof writingSteps)[number]

const maxReason = 300

/**
 * Claims an approved brief for its run and returns it; null if it was deleted, has ended, or belongs to
 * another run.
 */
export async function claimWriting(ctx: Context, run: WritingRun): Promise<BriefRow | null> {
  const [, [row]] = await ctx.db.batch([
    ctx.db
      .update(briefs)
      .set({
        status: 'writing',
        step: 'gather',
        startedAt: ctx.now(),
        updatedAt: nextUpdatedAt(ctx, briefs.updatedAt),
      })
      .where(isOf(run, 'approved')),
    ctx.db.select().from(briefs).where(isOf(run, 'writing')),
  ])
  return row ?? null
}

/** Whether a run may continue: its brief exists and no other run has claimed it. */
export async function isWriting(ctx: Context, run: WritingRun): Promise<boolean> {
  const [row] = await ctx.db.select({ id: briefs.id }).from(briefs).where(isOf(run, 'writing'))
  return row !== undefined
}

/** Returns statements that store the step of a run. The guard fails if the run may not continue. */
export function enterStep(ctx: Context, run: WritingRun, step: Step): Statement[] {
  return [
    ctx.db
      .update(briefs)
      .set({ step, updatedAt: nextUpdatedAt(ctx, briefs.updatedAt) })
      .where(isOf(run, 'writing')),
    ctx.db.run(guard),
  ]
}

/**
 * Returns statements that end a run with its article and charge its reservation. The guard fails if the run
 * may not end it.
 */
export function completeWriting(
  ctx: Context,
  run: WritingRun,
  { postId, humanized, cents }: { postId: string; humanized: boolean; cents: number },
): Statement[] {
  return [
    ctx.db
      .update(briefs)
      .set({
        status: 'completed',
        postId,
        humanized,
        error: null,
        rejectedText: null,
        updatedAt: nextUpdatedAt(ctx, briefs.updatedAt),
        completedAt: ctx.now(),
      })
      .where(isOf(run, 'writing')),
    ctx.db.run(guard),
    ...confirm(ctx, run.runId, { units: 1, cents }),
  ]
}

/**
 * Returns statements that end a run without an article, store the reason, and release its reservation. The
 * step stays where the run failed. References to deleted records are cleared, so that they do not block the
 * next approval.
 */
export function failWriting(ctx: Context, run: WritingRun, reason: string): Statement[] {
  const { brandIdentityId, sitemapId } = briefs
  return [
    ctx.db
      .update(briefs)
      .set({
        status: 'failed',
        error: reason.slice(0, maxReason),
        rejectedText: lastAnswer(run.runId),
        updatedAt: nextUpdatedAt(ctx, briefs.updatedAt),
        brandIdentityId: sql`(select id from brand_identities where id = ${brandIdentityId})`,
        sitemapId: sql`(select id from geo_sitemaps where id = ${sitemapId})`,
      })
      .where(isOf(run, 'approved', 'writing')),
    ...endWithout(ctx, run),
  ]
}

/** Returns statements that release a run's reservation and record what it spent. */
export const endWithout = (ctx: Context, { runId }: WritingRun): Statement[] =>
  releaseSpent(ctx, runId, centsSpent(runId))

const isOf = ({ briefId, runId }: WritingRun, ...statuses: BriefRow['status'][]) =>
  and(eq(briefs.id, briefId), eq(briefs.runId, runId), inArray(briefs.status, statuses))
