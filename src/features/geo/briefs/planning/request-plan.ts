import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { AppError, badRequest, conflict, notFound } from '../../../../errors.ts'
import { findEarlierResult, recordResult } from '../../../../http/idempotency.ts'
import { readPreference } from '../../../../http/prefer.ts'
import { findBrandIdentity } from '../../../brand-identities/record.ts'
import type { Caller } from '../../../keys/model.ts'
import { competitors } from '../../competitors/table.ts'
import { getProject } from '../../projects/service.ts'
import { readPromptId } from '../../prompts/rules.ts'
import { getSitemap } from '../../sitemaps/service.ts'
import { type BriefRow, toPendingPlan, toPlannedBrief } from '../model.ts'
import { findOpenBrief, getBriefWriter, getOwnBrief } from '../record.ts'
import type { PlanBody } from '../request-model.ts'
import { approveFound } from '../service.ts'
import type { PlanRequest } from '../table.ts'
import { planBriefJob } from './job.ts'
import {
  beginPlanning,
  endings,
  findPlan,
  findRejectedPlans,
  joinPlanning,
  type NewPlan,
  type PlanRow,
  sourceOf,
} from './stored-plans.ts'
import { readTopic } from './topic.ts'

/**
 * Plans a brief and waits up to four minutes for it, or as long as the client prefers; the planning continues
 * after that. An open brief of the same source is returned unchanged, and one that is being planned is waited for (spec:
 * plan brief).
 */
export async function planBrief(
  ctx: Context,
  caller: Caller,
  projectId: string,
  body: PlanBody,
  request: Request,
) {
  const { organization } = caller
  const { isAsync, waitMilliseconds } = readPreference(request)
  const autoApprove = body.autoApprove ?? false
  const made = await findEarlierResult(ctx, caller)
  const found = made === null ? await findOrPlan(ctx, caller, projectId, body) : { planId: made }
  if (!('planId' in found)) return toPlannedBrief(found, organization)
  const { planId } = found
  const ended = await waitForPlan(
    ctx,
    planId,
    isAsync ? waitMilliseconds : maxWaitMilliseconds,
    request.signal,
  )
  if (ended) return toPlannedBrief(await readBrief(ctx, ended, autoApprove), organization)
  if (!isAsync) throw conflict(stillPlanning)
  return toPendingPlan({ planId, projectId, autoApprove }, organization)
}

/**
 * The answer of `planBrief` for a brief that is being planned, or its state until it is ready. The URL says whether the
 * client asked for approval, because clients with different requests can share a plan.
 */
export async function getPlan(
  ctx: Context,
  caller: Caller,
  { projectId, planId }: { projectId: string; planId: string },
  autoApprove: boolean,
  request: Request,
) {
  const { organization } = caller
  await getProject(ctx, caller, projectId)
  const plan = await findPlan(ctx, planId)
  if (plan?.projectId !== projectId) throw notFound('Plan not found')
  const ended = await waitForPlan(ctx, planId, readPreference(request).waitMilliseconds, request.signal)
  if (ended === null) return toPendingPlan({ planId, projectId, autoApprove }, organization)
  return toPlannedBrief(await readBrief(ctx, ended, autoApprove), organization)
}

/** Validates a request and resolves its ids; 404 names what does not exist (contract geo 23). */
async function readRequest(
  ctx: Context,
  caller: Caller,
  projectId: string,
  body: PlanBody,
): Promise<PlanRequest> {
  const { organization } = caller
  const { competitorIds, brandVoiceIds, sitemapId, existingPageUrl, autoApprove, contentSubtype } = body
  const sourceKind = body.sourceKind ?? 'manual'
  const sourceId = body.sourceId ?? null
  if (sourceKind !== 'manual' && sourceId === null)
    throw badRequest(`sourceId is required if sourceKind is ${sourceKind}`)
  await getProject(ctx, caller, projectId)
  const topic = await readTopic(ctx, projectId, { kind: sourceKind, id: sourceId }, body.topic)
  // Only the first is used (spec: Briefs).
  const brandVoiceId = brandVoiceIds?.[0] ?? null
  if (brandVoiceId !== null && !(await findBrandIdentity(ctx, organization.id, brandVoiceId)))
    throw notFound('Brand identity not found')
  if (sitemapId) await getSitemap(ctx, projectId, sitemapId)
  await checkCompetitors(ctx, projectId, competitorIds ?? [])
  return {
    topic,
    contentSubtype: contentSubtype ?? null,
    sourceKind,
    sourceId: sourceId === null ? null : toSourceId(sourceKind, sourceId),
    competitorIds: [...new Set(competitorIds ?? [])],
    brandVoiceId,
    sitemapId: sitemapId ?? null,
    existingPageUrl: existingPageUrl ?? null,
    autoApprove: autoApprove ?? false,
  }
}

/**
 * Returns the source id that a brief stores. A prompt has two ids, which become one (contract geo 2: Scan
 * ids).
 */
export function toSourceId(kind: PlanRequest['sourceKind'], id: string): string {
  if (kind === 'manual' || kind === 'search_console') return id
  const named = readPromptId(id)
  return 'auto' in named ? named.auto : named.written
}

async function checkCompetitors(ctx: Context, projectId: string, ids: string[]) {
  if (ids.length === 0) return
  const known = await ctx.db.$count(
    competitors,
    and(eq(competitors.projectId, projectId), inArray(competitors.id, ids)),
  )
  if (known < new Set(ids).size) throw notFound('Competitor not found')
}

/**
 * Returns the open brief of the requested source, or the plan for it, which is started unless one is running.
 */
async function findOrPlan(
  ctx: Context,
  caller: Caller,
  projectId: string,
  body: PlanBody,
): Promise<BriefRow | { planId: string }> {
  const organizationId = caller.organization.id
  const request = await readRequest(ctx, caller, projectId, body)
  const plan: NewPlan = { organizationId, projectId, request }
  await getBriefWriter(ctx, organizationId)
  await caller.spend()
  for (;;) {
    const open = await findOpenBrief(ctx, projectId, sourceOf(request))
    if (open) return request.autoApprove ? approveFound(ctx, caller, open) : open
    const begun = await beginPlanning(ctx, caller, plan, (planId) => [
      planBriefJob.insert(
        ctx,
        { planId, briefId: Bun.randomUUIDv7(), runId: Bun.randomUUIDv7() },
        { key: planId },
      ),
      ...recordResult(ctx, caller, planId),
    ])
    const planId = begun ?? (await joinPlanning(ctx, caller, plan))
    if (planId !== null) return { planId }
  }
}

const maxWaitMilliseconds = 4 * 60_000
const pollMilliseconds = 500

/** Waits for a plan to end; null after a timeout, a client disconnect or a server stop. */
async function waitForPlan(
  ctx: Context,
  planId: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<PlanRow | null> {
  const until = ctx.now().getTime() + milliseconds
  for (;;) {
    // Subscribed before the query, so that an end in between is not missed.
    const ended = endings(ctx).wait(planId, pollMilliseconds)
    const plan = await findPlan(ctx, planId)
    if (!plan) throw notFound('The project was deleted while the brief was planned')
    if (plan.status !== 'planning') return plan
    const isOver = ctx.now().getTime() >= until || signal.aborted || ctx.closing.signal.aborted
    if (isOver) return null
    await ended
  }
}

/** Returns the brief of an ended plan. A failed approval is an error only for a client that asked for approval. */
async function readBrief(ctx: Context, plan: PlanRow, autoApprove: boolean): Promise<BriefRow> {
  const { projectId, briefId, failure } = plan
  if (failure && (briefId === null || autoApprove))
    throw new AppError(failure.status, failure.message, { body: bodyOf(plan) })
  return getOwnBrief(ctx, projectId, briefId ?? '')
}

/**
 * The ids in the body of an error: of the brief that cannot be paid for, and of the plan that stores the
 * answer.
 */
const bodyOf = ({ id, briefId, rejectedText }: PlanRow) => ({
  ...(briefId !== null && { briefId }),
  ...(rejectedText !== null && { planId: id }),
})

/** Returns the plans of the last week whose answers could not be used, newest first. */
export async function listRejectedPlans(ctx: Context, caller: Caller, projectId: string) {
  await getProject(ctx, caller, projectId)
  const rows = await findRejectedPlans(ctx, projectId)
  return {
    plans: rows.map(({ id, request, failure, faults, rejectedText, createdAt }) => ({
      ...{ id, topic: request.topic, error: failure?.message ?? '', faults: faults ?? [] },
      ...{ rejectedText: rejectedText ?? '', createdAt: createdAt.toISOString() },
    })),
    organization: caller.organization,
  }
}

export const stillPlanning =
  'The brief is still being planned. Do not send this request again; list the briefs to see when it is ready.'
