import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { ceilingGuard } from '../../../../db/ceilings.ts'
import { atomically, type Statement } from '../../../../db/client.ts'
import { isForeignKeyViolation, isGuardViolation, isUniqueViolation } from '../../../../db/errors.ts'
import { once } from '../../../../db/prepared.ts'
import { guard } from '../../../../db/table.ts'
import { notFound } from '../../../../errors.ts'
import { checkReviewed } from '../../../../http/reviewed.ts'
import { createJobCompletion } from '../../../../jobs/completion.ts'
import { deleteInSlices } from '../../../../jobs/retention.ts'
import { centsSpent, lastAnswer } from '../../../../writer/kept-answers.ts'
import type { Caller } from '../../../keys/model.ts'
import { releaseCredits } from '../../../usage/settle.ts'
import { isNamed, refuseOpenBrief, type Source } from '../record.ts'
import { type PlanFailure, type PlanRequest, plans } from '../table.ts'

export type PlanRow = typeof plans.$inferSelect
export type NewPlan = Pick<PlanRow, 'organizationId' | 'projectId' | 'request'>

/** Requests in this process that wait for plans, by plan id. */
export const endings = once(() => createJobCompletion())

export const sourceOf = ({ sourceKind, sourceId }: PlanRequest): Source => ({
  kind: sourceKind,
  id: sourceId,
})

/** The deduplication key of a source; null if plans for it are never duplicates. */
const keyOf = (source: Source) => (isNamed(source) ? `${source.kind}:${source.id}` : null)

/**
 * Stores a plan with its job and returns its id; null if the same source has a running plan or an open brief.
 */
export async function beginPlanning(
  ctx: Context,
  caller: Caller,
  plan: NewPlan,
  job: (planId: string) => Statement[],
): Promise<string | null> {
  const source = sourceOf(plan.request)
  const id = Bun.randomUUIDv7()
  try {
    await atomically(ctx.db, [
      ...checkReviewed(ctx, caller),
      refuseOpenBrief(ctx, plan.projectId, source),
      ctx.db
        .insert(plans)
        .values({ ...plan, id, source: keyOf(source), status: 'planning', createdAt: ctx.now() }),
      ctx.db.run(ceilingGuard('briefs', plan.projectId)),
      ...job(id),
    ])
  } catch (error) {
    if (isGuardViolation(error) || isUniqueViolation(error, 'geo_brief_plans.source')) return null
    // The project was deleted meanwhile.
    throw isForeignKeyViolation(error) ? notFound('Project not found') : error
  }
  ctx.jobsReady.wake()
  return id
}

/**
 * Returns the id of the running plan for the same source; null if there is none. With autoApprove, the plan approves
 * its brief from now on, because this client may not wait for it.
 */
export async function joinPlanning(ctx: Context, caller: Caller, plan: NewPlan): Promise<string | null> {
  const id = await findPlanning(ctx, plan)
  if (id === null || !plan.request.autoApprove) return id
  try {
    await atomically(ctx.db, [
      ...checkReviewed(ctx, caller),
      ctx.db
        .update(plans)
        .set({ request: sql`json_set(${plans.request}, '$.autoApprove', json('true'))` })
        .where(isGoingOn(id)),
      ctx.db.run(guard),
    ])
  } catch (error) {
    // The plan ended after it was found.
    if (isGuardViolation(error)) return null
    throw error
  }
  return id
}

async function findPlanning(ctx: Context, { projectId, request }: NewPlan): Promise<string | null> {
  const key = keyOf(sourceOf(request))
  if (key === null) return null
  const [row] = await ctx.db
    .select({ id: plans.id })
    .from(plans)
    .where(and(eq(plans.projectId, projectId), eq(plans.source, key), sql`${plans.status} = 'planning'`))
  return row?.id ?? null
}

/** Returns a plan; null if its project was deleted. */
export async function findPlan(ctx: Context, id: string): Promise<PlanRow | null> {
  const [row] = await ctx.db.select().from(plans).where(eq(plans.id, id))
  return row ?? null
}

/**
 * Returns statements that end a plan with its brief, and optionally with why that brief is not being written.
 * Guarded: they fail if a client requested autoApprove after the plan was read.
 */
export function endWithBrief(
  ctx: Context,
  { id, request }: PlanRow,
  briefId: string,
  failure: PlanFailure | null,
): Statement[] {
  return [
    ctx.db
      .update(plans)
      .set({ status: 'planned', briefId, failure, endedAt: ctx.now() })
      .where(and(isGoingOn(id), sql`${plans.request} ->> '$.autoApprove' = ${request.autoApprove ? 1 : 0}`)),
    ctx.db.run(guard),
  ]
}

/**
 * Returns statements that end a plan without a brief. The model's answer is stored because it was paid for.
 */
export function failPlanning(
  ctx: Context,
  plan: PlanRow,
  failure: PlanFailure,
  faults: string[] | null = null,
): Statement[] {
  return [
    ctx.db
      .update(plans)
      .set({ status: 'failed', failure, faults, rejectedText: lastAnswer(plan.id), endedAt: ctx.now() })
      .where(isGoingOn(plan.id)),
    ...endWithout(ctx, plan),
  ]
}

const maxRejected = 10

/** Returns the newest plans of a project whose answers could not be used. */
export async function findRejectedPlans(ctx: Context, projectId: string): Promise<PlanRow[]> {
  return ctx.db
    .select()
    .from(plans)
    .where(and(eq(plans.projectId, projectId), isNotNull(plans.rejectedText)))
    .orderBy(desc(plans.createdAt))
    .limit(maxRejected)
}

/** Returns statements that release a plan's reservation and record what it spent. */
export const endWithout = (ctx: Context, { id, organizationId }: PlanRow): Statement[] =>
  releaseCredits(ctx, { organizationId, executionId: id }, centsSpent(id))

const isGoingOn = (id: string) => and(eq(plans.id, id), eq(plans.status, 'planning'))

const retentionMs = 7 * 24 * 60 * 60 * 1000

/** Deletes plans that ended long ago. */
export function dropOldPlans(ctx: Context, signal: AbortSignal): Promise<void> {
  const before = new Date(ctx.now().getTime() - retentionMs)
  return deleteInSlices(ctx, plans, lt(plans.createdAt, before), { signal })
}
