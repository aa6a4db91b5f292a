import { and, eq, inArray, notInArray } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { once } from '../../../db/prepared.ts'
import { AppError, badRequest, conflict } from '../../../errors.ts'
import { findEarlierResult, recordResult } from '../../../http/idempotency.ts'
import { checkReviewed, nextUpdatedAt } from '../../../http/reviewed.ts'
import { createKeyedQueue } from '../../../jobs/keyed-queue.ts'
import type { Caller } from '../../keys/model.ts'
import { findWriter } from '../../organizations/service.ts'
import { findDenials, listPlanningCents, readUsage } from '../../usage/read-usage.ts'
import { release } from '../../usage/settle.ts'
import { getProject } from '../projects/service.ts'
import { findSettings } from '../settings/record.ts'
import { findSitemapPages } from '../sitemaps/record.ts'
import { reachAfter } from './article-effect.ts'
import { writeBriefJob } from './job.ts'
import { type BriefCosts, type BriefRow, toBrief, toListedBrief } from './model.ts'
import { findForecast, findOutcome, findOutcomes } from './outcome.ts'
import {
  approve,
  findBriefs,
  findVariants,
  findWritten,
  getBriefWriter,
  getOwnBrief,
  own,
  reserveWriting,
} from './record.ts'
import type { ApproveBody, BriefPatch } from './request-model.ts'
import { changeDocument, findRepeatedHeading, isAtRest } from './rules.ts'
import { briefs } from './table.ts'
import { approveVariants, findVariantChoices, readVariants } from './variants.ts'

/** Lists the briefs of a project, newest first. */
export async function listBriefs(ctx: Context, caller: Caller, projectId: string) {
  const [, rows] = await Promise.all([getProject(ctx, caller, projectId), findBriefs(ctx, projectId)])
  return { briefs: rows.map(toListedBrief), organization: caller.organization }
}

/** Returns a brief with all details. */
export async function getBrief(ctx: Context, caller: Caller, projectId: string, id: string) {
  await getProject(ctx, caller, projectId)
  return readBrief(ctx, caller, await getOwnBrief(ctx, projectId, id))
}

async function readBrief(ctx: Context, { organization }: Caller, brief: BriefRow) {
  const [variants, outcome, forecast] = await Promise.all([
    findVariants(ctx, brief.projectId, brief),
    findOutcome(ctx, brief.projectId, brief),
    findForecast(ctx, brief.projectId, brief),
  ])
  return toBrief(brief, organization, { variants, outcome, forecast })
}

/** Outcomes are listed for at least this long after an article, and until the last reading of its effect. */
const minListed = 180 * 86_400_000

/** Returns the outcomes of the newest articles. Those of older ones are read with the brief. */
export async function listOutcomes(ctx: Context, caller: Caller, projectId: string) {
  await getProject(ctx, caller, projectId)
  const settings = await findSettings(ctx, projectId)
  const listed = Math.max(minListed, settings ? reachAfter(settings) : 0)
  const since = new Date(ctx.now().getTime() - listed)
  const found = await findOutcomes(ctx, projectId, await findWritten(ctx, projectId, since))
  return { outcomes: [...found].map(([briefId, outcome]) => ({ briefId, outcome })) }
}

/** Returns the pages that the article of a brief can link to. */
export async function listPagesToLink(ctx: Context, caller: Caller, projectId: string, id: string) {
  await getProject(ctx, caller, projectId)
  const { sitemapId } = await getOwnBrief(ctx, projectId, id)
  const pages = await findSitemapPages(ctx, projectId, sitemapId)
  return { pages: pages.map(({ url, title }) => ({ url, title })), organization: caller.organization }
}

/** Returns the prompts that the article of a brief could answer too. */
export async function listVariantChoices(ctx: Context, caller: Caller, projectId: string, id: string) {
  await getProject(ctx, caller, projectId)
  const brief = await getOwnBrief(ctx, projectId, id)
  return { prompts: await findVariantChoices(ctx, projectId, brief), organization: caller.organization }
}

/**
 * Approves a draft or failed brief and returns the id of its run. If several clients approve it at once, the
 * first one succeeds; the others only use a request of the rate limit (spec: 409, then 429, then 402).
 */
export async function approveBrief(
  ctx: Context,
  caller: Caller,
  projectId: string,
  id: string,
  { variantPromptIds }: ApproveBody = {},
) {
  await getProject(ctx, caller, projectId)
  const made = await findEarlierResult(ctx, caller)
  if (made) return { runId: made, organization: caller.organization }
  const runId = await oneByOne(ctx)(projectId, async () => {
    const brief = await getOwnBrief(ctx, projectId, id)
    if (!isAtRest(brief.status)) throw notAtRest(brief)
    const approved = await approveVariants(ctx, projectId, brief, variantPromptIds)
    await getBriefWriter(ctx, brief.organizationId)
    await caller.spend()
    return startWriting(ctx, { ...brief, variantPromptIds: approved }, caller, (runId) =>
      recordResult(ctx, caller, runId),
    )
  })
  return { runId, organization: caller.organization }
}

/** Approves a brief that was found instead of a new one, unless it is already approved. */
export async function approveFound(
  ctx: Context,
  caller: Caller,
  { id, projectId }: BriefRow,
): Promise<BriefRow> {
  await oneByOne(ctx)(projectId, async () => {
    const brief = await getOwnBrief(ctx, projectId, id)
    if (!isAtRest(brief.status)) return
    const variantPromptIds = await approveVariants(ctx, projectId, brief)
    await startWriting(ctx, { ...brief, variantPromptIds, autoApproved: true }, caller)
  })
  return getOwnBrief(ctx, projectId, id)
}

/** Approvals of a project are queued, so that the second finds the brief approved, or its variants taken. */
const oneByOne = once(() => createKeyedQueue())

/**
 * Reserves the cost of a run and queues it; 402 without quota or credits, 409 if another process was faster.
 */
async function startWriting(
  ctx: Context,
  brief: BriefRow,
  caller: Caller,
  also: (runId: string) => Statement[] = () => [],
): Promise<string> {
  const { id: briefId, organizationId, projectId } = brief
  const runId = Bun.randomUUIDv7()
  const denied = await reserveWriting(ctx, organizationId, runId)
  if (denied !== null) throw new AppError(402, denied)
  try {
    await atomically(ctx.db, [
      ...checkReviewed(ctx, caller),
      ...approve(ctx, brief, runId),
      writeBriefJob.insert(ctx, { briefId, runId }, { key: runId }),
      ...also(runId),
    ])
  } catch (error) {
    await atomically(ctx.db, [release(ctx, runId)])
    throw isGuardViolation(error) ? notAtRest(await getOwnBrief(ctx, projectId, briefId)) : error
  }
  ctx.jobsReady.wake()
  return runId
}

const maxPlannings = 10

const noModel =
  'No AI model is configured. To plan and write articles, set one under Server, or set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL in the environment.'

/** Returns the recent costs of planning, and whether a brief could be planned and written now. */
export async function readCosts(
  ctx: Context,
  caller: Caller,
  projectId: string,
): Promise<typeof BriefCosts.static> {
  const { id } = caller.organization
  const [, { obstacle }, { creditCents }, denials, cents] = await Promise.all([
    getProject(ctx, caller, projectId),
    findWriter(ctx, id, noModel),
    readUsage(ctx, id),
    findDenials(ctx, id),
    listPlanningCents(ctx, id, maxPlannings),
  ])
  const writingDenied = denials.get('long_form_posts') ?? null
  const sorted = cents.sort((one, other) => one - other)
  return {
    obstacle,
    creditCents,
    planningCents: sorted[Math.floor(sorted.length / 2)] ?? null,
    // Planning is free if credits are not limited.
    planningDenied: creditCents === null ? null : writingDenied,
    writingDenied,
  }
}

const notAtRest = ({ status }: BriefRow) =>
  conflict(`The status of the brief is ${status}: only a draft or failed brief can be approved`)

/**
 * Updates a draft or failed brief, if the caller has read its newest version; 409 with that version if the
 * brief changed since or is being written.
 */
export async function updateBrief(
  ctx: Context,
  caller: Caller,
  projectId: string,
  id: string,
  patch: BriefPatch,
) {
  const repeated = findRepeatedHeading(patch.sections ?? [])
  if (repeated !== null) throw badRequest(`Two sections have the heading "${repeated}"`)
  await getProject(ctx, caller, projectId)
  const brief = await getOwnBrief(ctx, projectId, id)
  const isRead = brief.updatedAt.getTime() === Date.parse(patch.updatedAt)
  const updated = isAtRest(brief.status) && isRead ? await storeChange(ctx, brief, patch) : undefined
  if (updated) return readBrief(ctx, caller, updated)
  const newest = await getOwnBrief(ctx, projectId, id)
  const sentence = isAtRest(newest.status)
    ? 'This brief was changed after it was read'
    : `The status of the brief is ${newest.status}: only a draft or failed brief can be changed`
  throw new AppError(409, sentence, { body: { current: await readBrief(ctx, caller, newest) } })
}

/** Stores a change to a brief; undefined if the brief changed meanwhile. */
async function storeChange(ctx: Context, brief: BriefRow, patch: BriefPatch): Promise<BriefRow | undefined> {
  const { id, projectId, evidence } = brief
  const document = changeDocument(brief.document, patch)
  const chosen = patch.variantPromptIds
  const claims = new Set(document.sections.flatMap((section) => section.claims))
  const [updated] = await ctx.db
    .update(briefs)
    .set({
      document,
      workingTitle: document.workingTitle,
      ...(chosen && { variantPromptIds: await readVariants(ctx, projectId, brief, chosen) }),
      evidence: { claims: evidence.claims.filter(({ claim }) => claims.has(claim)) },
      updatedAt: nextUpdatedAt(ctx, briefs.updatedAt),
    })
    .where(
      and(
        own(projectId, id),
        inArray(briefs.status, ['draft', 'failed']),
        eq(briefs.updatedAt, new Date(patch.updatedAt)),
      ),
    )
    .returning()
  return updated
}

/** Deletes a brief that is not being written. Its post is preserved. */
export async function deleteBrief(ctx: Context, caller: Caller, projectId: string, id: string) {
  await getProject(ctx, caller, projectId)
  const [deleted] = await ctx.db
    .delete(briefs)
    .where(and(own(projectId, id), notInArray(briefs.status, ['approved', 'writing'])))
    .returning({ id: briefs.id })
  if (deleted) return { ...deleted, organization: caller.organization }
  const { status } = await getOwnBrief(ctx, projectId, id)
  throw conflict(
    `The status of the brief is ${status}: only a draft, failed or completed brief can be deleted`,
  )
}
