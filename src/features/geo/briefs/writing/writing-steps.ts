import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import { guard } from '../../../../db/table.ts'
import { nextUpdatedAt } from '../../../../http/reviewed.ts'
import { centsSpent, lastAnswer } from '../../../../writer/kept-answers.ts'
import { confirm, releaseSpent } from '../../../usage/service.ts'
import type { BriefRow } from '../model.ts'
import { briefs, type writingSteps } from '../table.ts'

/** A run that writes a brief: the only one that may touch it. */
export type Run = { briefId: string; runId: string }
type Step = (typeof writingSteps)[number]

const maxReason = 300

/** Takes an approved brief into writing and gives it; null where it is gone, has ended, or is another run's by now. */
export async function claimWriting(ctx: Context, run: Run): Promise<BriefRow | null> {
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

/** True as long as a run may go on: its brief is there, and no other run has taken it over. */
export async function isWriting(ctx: Context, run: Run): Promise<boolean> {
  const [row] = await ctx.db.select({ id: briefs.id }).from(briefs).where(isOf(run, 'writing'))
  return row !== undefined
}

/** Statements that tell what a run is doing; they fail on their guard when it may not go on. */
export function enterStep(ctx: Context, run: Run, step: Step): Statement[] {
  return [
    ctx.db
      .update(briefs)
      .set({ step, updatedAt: nextUpdatedAt(ctx, briefs.updatedAt) })
      .where(isOf(run, 'writing')),
    ctx.db.run(guard),
  ]
}

/** Statements that end a run with its article and charge what it held; they fail on their guard when it may not. */
export function completeWriting(
  ctx: Context,
  run: Run,
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
 * Statements that end a run with the reason why there is no article, and give back what it held; the step tells where.
 * What the brief names and is there no more is forgotten, so that an approval after it is not held up by it again.
 */
export function failWriting(ctx: Context, run: Run, reason: string): Statement[] {
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

/** Statements that give back what a run held, and note what it has spent. */
export const endWithout = (ctx: Context, { runId }: Run): Statement[] =>
  releaseSpent(ctx, runId, centsSpent(runId))

const isOf = ({ briefId, runId }: Run, ...statuses: BriefRow['status'][]) =>
  and(eq(briefs.id, briefId), eq(briefs.runId, runId), inArray(briefs.status, statuses))
