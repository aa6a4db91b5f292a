import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { AppError, conflict, notFound } from '../../../../errors.ts'
import { findMade, noteMade } from '../../../../http/made.ts'
import { findBrandIdentity } from '../../../brand-identities/record.ts'
import type { Caller } from '../../../keys/model.ts'
import { competitors } from '../../competitors/table.ts'
import { getProject } from '../../projects/service.ts'
import { readPromptId } from '../../prompts/rules.ts'
import { getSitemap } from '../../sitemaps/service.ts'
import { type BriefRow, type PlanBody, toPlannedBrief } from '../model.ts'
import { findOpenBrief, getBriefWriter, getOwnBrief } from '../record.ts'
import { approveFound } from '../service.ts'
import type { PlanRequest } from '../table.ts'
import { planBriefJob } from './job.ts'
import {
  beginPlanning,
  endings,
  findPlan,
  findPlanning,
  type NewPlan,
  type PlanRow,
  sourceOf,
} from './record.ts'
import { readTopic } from './topic/record.ts'

/**
 * Plans a brief and waits for it, four minutes at the most; the planning goes on whoever waits. An open brief of the
 * same source is given as it is, and one that is being planned is waited for (spec: plan brief).
 */
export async function planBrief(
  ctx: Context,
  caller: Caller,
  projectId: string,
  body: PlanBody,
  signal: AbortSignal,
) {
  const { organization } = caller
  const made = await findMade(ctx, caller)
  if (made) return toPlannedBrief(await readBrief(ctx, await waitForEnd(ctx, made, signal)), organization)
  const plan: NewPlan = {
    organizationId: organization.id,
    projectId,
    request: await readRequest(ctx, caller, projectId, body),
  }
  await getBriefWriter(ctx, organization.id)
  await caller.spend()
  const brief = await findOrPlan(ctx, caller, plan, signal)
  return toPlannedBrief(brief, organization)
}

/** What is asked for, resolved; 404 names what is not there (contract geo 23). */
async function readRequest(
  ctx: Context,
  caller: Caller,
  projectId: string,
  body: PlanBody,
): Promise<PlanRequest> {
  const { organization } = caller
  const { competitorIds, brandVoiceIds, sitemapId, existingPageUrl, autoApprove, contentSubtype } = body
  await getProject(ctx, caller, projectId)
  const sourceKind = body.sourceKind ?? 'manual'
  const sourceId = body.sourceId ?? null
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

/** A prompt is the same by both of its ids (contract geo 2: Scan ids). */
function toSourceId(kind: PlanRequest['sourceKind'], id: string): string {
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

async function findOrPlan(
  ctx: Context,
  caller: Caller,
  plan: NewPlan,
  signal: AbortSignal,
): Promise<BriefRow> {
  const { projectId, request } = plan
  for (;;) {
    const open = await findOpenBrief(ctx, projectId, sourceOf(request))
    if (open) return take(ctx, open, request)
    const begun = await beginPlanning(ctx, plan, (planId) => [
      planBriefJob.insert(
        ctx,
        { planId, briefId: Bun.randomUUIDv7(), runId: Bun.randomUUIDv7() },
        { key: planId },
      ),
      ...noteMade(ctx, caller, planId),
    ])
    if (begun !== null) return readBrief(ctx, await waitForEnd(ctx, begun, signal))
    const other = await findPlanning(ctx, plan)
    if (other === null) continue
    const { failure, ...ended } = await waitForEnd(ctx, other, signal)
    // Whether the other one can have it written is not what is asked here.
    const brief = await readBrief(ctx, { ...ended, failure: ended.briefId === null ? failure : null })
    return take(ctx, brief, request)
  }
}

/** A brief that somebody else had planned; whoever wants it written has it approved. */
const take = (ctx: Context, brief: BriefRow, { autoApprove }: PlanRequest) =>
  autoApprove ? approveFound(ctx, brief) : brief

/** After that the planning goes on without anybody waiting for it. */
const patienceMilliseconds = 4 * 60_000
const lookMilliseconds = 500

async function waitForEnd(ctx: Context, planId: string, signal: AbortSignal): Promise<PlanRow> {
  const until = ctx.now().getTime() + patienceMilliseconds
  for (;;) {
    // Before the look, so that what ends meanwhile is heard.
    const ended = endings(ctx).wait(planId, lookMilliseconds)
    const plan = await findPlan(ctx, planId)
    if (!plan) throw notFound('The project was deleted while the brief was planned')
    if (plan.status !== 'planning') return plan
    const isOver = ctx.now().getTime() >= until || signal.aborted || ctx.closing.signal.aborted
    if (isOver) throw conflict(stillPlanning)
    await ended
  }
}

async function readBrief(ctx: Context, { projectId, briefId, failure }: PlanRow): Promise<BriefRow> {
  if (failure) throw new AppError(failure.status, failure.message, bodyOf(briefId))
  return getOwnBrief(ctx, projectId, briefId ?? '')
}

/** A brief that was planned and cannot be paid for is there nevertheless. */
const bodyOf = (briefId: string | null) => (briefId === null ? {} : { body: { briefId } })

export const stillPlanning =
  'The brief is still being planned: do not send this again, list the briefs to see when it is there'
