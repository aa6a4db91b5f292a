import type { ModelUsage } from '../../../../ai/usage.ts'
import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import { isGuardViolation } from '../../../../db/errors.ts'
import { AppError, notFound } from '../../../../errors.ts'
import type { Attempt } from '../../../../jobs/define.ts'
import { joinWhole } from '../../../../text/line.ts'
import { ask, askAgain, type ModelSteps, unusable } from '../../../../writer/ask.ts'
import type { Instructions } from '../../../../writer/voice.ts'
import { orUnchecked, unchecked } from '../../../posts/unchecked-text.ts'
import { reserveCredits } from '../../../usage/reserve.ts'
import { confirmCredits, release } from '../../../usage/settle.ts'
import { findCompetitors } from '../../competitors/record.ts'
import { ownKey } from '../../scans/table.ts'
import { writeBriefJob } from '../job.ts'
import { getBriefWriter, reserveWriting, type Variant } from '../record.ts'
import { briefs, type PlanFailure } from '../table.ts'
import { findVariantChoices } from '../variants.ts'
import { findTexts } from './evidence.ts'
import type { Material } from './material.ts'
import { findLoss, findMaterial } from './material.ts'
import type { Ids, Planning } from './model.ts'
import { type PlanBasis, planAnswerCheck } from './plan-answer-check.ts'
import { describeMaterial, PlanAnswer, planningInstructions } from './plan-instructions.ts'
import type { Verdict } from './read-plan.ts'
import { endings, endWithBrief, endWithout, failPlanning, findPlan, type PlanRow } from './stored-plans.ts'

/**
 * Plans a brief and stores it, or stores why that failed. Each step is paid for once, even if the process
 * restarts. The brief, its charge and its writing run are stored in one batch.
 */
export async function planBrief(
  ctx: Context,
  { planId, ...ids }: Planning,
  attempt: Attempt,
): Promise<Statement[]> {
  const plan = await findPlan(ctx, planId)
  // The plan was deleted with its project.
  if (!plan) return [release(ctx, planId), release(ctx, ids.runId)]
  if (plan.status !== 'planning') return []
  const statements = await endPlanning(ctx, plan, ids, attempt)
  try {
    await attempt.once('end', statements)
  } catch (error) {
    if (!isGuardViolation(error)) throw error
    const current = await findPlan(ctx, planId)
    if (!current) return [...endWithout(ctx, plan), release(ctx, ids.runId)]
    // A client requested autoApprove meanwhile. The steps are stored, so no model is called again.
    if (current.request.autoApprove !== plan.request.autoApprove)
      return planBrief(ctx, { planId, ...ids }, attempt)
    throw error
  }
  endings(ctx).notify(planId)
  return []
}

async function endPlanning(ctx: Context, plan: PlanRow, ids: Ids, attempt: Attempt): Promise<Statement[]> {
  try {
    return await makeBrief(ctx, plan, ids, attempt)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const faults = error instanceof UnusablePlan ? error.faults : null
    ctx.log.warn(
      { organizationId: plan.organizationId, planId: plan.id, reason: error.message },
      'A brief could not be planned. The user sees the reason and can try again.',
    )
    return failPlanning(ctx, plan, { status: error.status, message: error.message }, faults)
  }
}

/** Returns statements that store the brief of a plan; throws an AppError that says why there is none. */
async function makeBrief(ctx: Context, plan: PlanRow, ids: Ids, attempt: Attempt): Promise<Statement[]> {
  const { id: executionId, organizationId } = plan
  const model = await getBriefWriter(ctx, organizationId)
  const material = await attempt.step('gather', () => findMaterial(ctx, plan))
  if (!material) throw notFound('Project not found')
  const reserved = await attempt.step('reserve', () => reserveCredits(ctx, { organizationId, executionId }))
  if ('denied' in reserved) throw new AppError(402, reserved.denied)
  const { verdict, cents } = await askPlanner({ ctx, model, ...attempt }, plan, material)
  const loss = await findLoss(ctx, plan)
  if (loss !== null) throw notFound(loss)
  return [
    ...(await storeBrief(ctx, plan, ids, verdict, await keepFree(ctx, plan, material.variants ?? []))),
    ...confirmCredits(ctx, { organizationId, executionId }, cents),
  ]
}

/**
 * Requests a brief, and requests a corrected one if the first has faults; 400 if the second has faults too.
 */
async function askPlanner(asking: ModelSteps, plan: PlanRow, material: Material) {
  const { ctx } = asking
  const instructions = planningInstructions(material, plan.createdAt)
  const prompt = describeMaterial(plan.request, material, instructions)
  const basis = await findBasis(ctx, plan, material, instructions, prompt)
  const keep = (object: PlanAnswer) => object
  const question = { schema: PlanAnswer, instructions, prompt, keep }
  const check = (answer: PlanAnswer, isLast: boolean) => {
    const sent = { answer, isLast, basis }
    const checked = planAnswerCheck.run(sent, JSON.stringify(sent).length, plan.organizationId, asking.signal)
    return orUnchecked<Verdict | UncheckedPlan>(checked, () => ({
      faults: [unchecked.message],
      document: null,
    }))
  }

  const first = await ask(asking, 'plan', question)
  const verdict = first.object && (await check(first.object, false))
  if (verdict && isUsable(verdict)) return { verdict, cents: centsOf(first) }
  const again = askAgain(prompt, first.object, verdict?.faults ?? [unusable])
  const second = await ask(asking, 'repair', { ...question, prompt: again })
  // The second answer if it can be used, else the usable parts of the first.
  const faults: string[][] = []
  for (const { object } of [second, first]) {
    if (!object) continue
    const last = await check(object, true)
    if (isUsable(last)) return { verdict: last, cents: centsOf(first, second) }
    faults.push(last.faults)
  }
  throw new UnusablePlan(faults[0] ?? [unusable])
}

/** An answer that takes too long to check. */
type UncheckedPlan = { faults: string[]; document: null }

const isUsable = (verdict: Verdict | UncheckedPlan): verdict is Verdict =>
  verdict.faults.length === 0 && verdict.document !== null

const maxReason = 300

/** The error for a plan that cannot be used, with all its faults. */
class UnusablePlan extends AppError {
  constructor(readonly faults: string[]) {
    super(400, joinWhole(['The model did not plan a brief that can be used.', ...faults], maxReason))
  }
}

const centsOf = (...answers: { usage: ModelUsage | null }[]) =>
  answers.reduce((sum, { usage }) => sum + (usage?.cents ?? 0), 0)

/**
 * Reads what an answer is checked against. Claims about tracked competitors and brands that engines name need
 * evidence.
 */
async function findBasis(
  ctx: Context,
  { projectId, request, createdAt }: PlanRow,
  material: Material,
  instructions: Instructions,
  data: string,
): Promise<PlanBasis> {
  const tracked = await findCompetitors(ctx, projectId)
  const named = new Set(material.evidence.flatMap(({ names }) => names))
  for (const { name } of tracked) named.delete(name)
  const subjects = [
    ...tracked.map(({ name, synonyms, domain }) => ({
      ...{ key: name, name, terms: [name, ...synonyms] },
      hosts: domain === null ? [] : [domain],
    })),
    ...[...named].map((name) => ({ key: name, name, terms: [name], hosts: [] })),
  ]
  const { name, aliases } = material.brand
  const own = { key: ownKey, name, terms: [name, ...aliases], hosts: [] }
  const checkIds = material.evidence.map(({ checkId }) => checkId)
  const texts = await findTexts(ctx, checkIds)
  return { request, material, instructions, data, own, subjects, texts, year: createdAt.getUTCFullYear() }
}

/** Leaves out the variants that another brief got while this one was planned. */
async function keepFree(ctx: Context, { projectId, request }: PlanRow, variants: Variant[]) {
  if (variants.length === 0) return variants
  const free = await findVariantChoices(ctx, projectId, { ...request, variantPromptIds: [] })
  return variants.filter(({ id }) => free.some((each) => each.id === id))
}

/** Returns statements that store a brief, and its writing run if it is approved and can be paid for. */
async function storeBrief(
  ctx: Context,
  plan: PlanRow,
  { briefId, runId }: Ids,
  { document, evidence }: Verdict,
  variants: Variant[],
): Promise<Statement[]> {
  const { organizationId, projectId, request } = plan
  const { topic, sourceKind, sourceId, sitemapId, competitorIds, existingPageUrl, brandVoiceId } = request
  const variantPromptIds = variants.map(({ id }) => id)
  const now = ctx.now()
  const denied = request.autoApprove ? await reserveWriting(ctx, organizationId, runId) : null
  const isApproved = request.autoApprove && denied === null
  const failure: PlanFailure | null = denied === null ? null : { status: 402, message: denied }
  return [
    ...endWithBrief(ctx, plan, briefId, failure),
    ctx.db.insert(briefs).values({
      ...{ id: briefId, organizationId, projectId, topic, workingTitle: document.workingTitle },
      ...{
        sourceKind,
        sourceId,
        variantPromptIds,
        sitemapId,
        competitorIds,
        existingPageUrl,
        brandIdentityId: brandVoiceId,
      },
      ...{ document, evidence, createdAt: now, updatedAt: now },
      ...(isApproved
        ? { status: 'approved', autoApproved: true, runId, approvedAt: now }
        : { status: 'draft' }),
    }),
    ...(isApproved ? [writeBriefJob.insert(ctx, { briefId, runId }, { key: runId })] : []),
  ]
}
