import type { ModelUsage } from '../../../../ai/usage.ts'
import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import { isGuardViolation } from '../../../../db/errors.ts'
import { giveUp } from '../../../../errors.ts'
import type { Attempt } from '../../../../jobs/define.ts'
import { joinWhole } from '../../../../text/line.ts'
import { askForText, type ModelSteps, unusable } from '../../../../writer/ask.ts'
import { findModels } from '../../../organizations/service.ts'
import type { TextFault } from '../../../posts/text-fault.ts'
import { orUnchecked, unchecked } from '../../../posts/unchecked-text.ts'
import { reserve } from '../../../usage/reserve.ts'
import { citedFacts } from '../cited-facts.ts'
import type { CitedFact } from '../fact-citations.ts'
import type { BriefRow } from '../model.ts'
import { Draft } from './article.ts'
import { articleAnswerCheck, uncheckedArticle } from './article-answer-check.ts'
import { withAddresses } from './article-instructions.ts'
import { findLoss, findMaterial } from './article-material.ts'
import { type Assignment, articleCheck, basisOf, promptOf } from './check-again.ts'
import { humanize } from './humanize.ts'
import { type CheckedArticle, notWritten } from './judge-draft.ts'
import { saveArticle } from './save-article.ts'
import {
  claimWriting,
  endWithout,
  enterStep,
  failWriting,
  isWriting,
  type WritingRun,
} from './writing-steps.ts'

/** An approval reserves a post for this long (contract core 18.3). */
const holdMinutes = 180
const maxReason = 300

/** Writes the article of an approved brief and ends its run: completed with a post, or failed with the reason. */
export async function writeArticle(ctx: Context, run: WritingRun, attempt: Attempt): Promise<Statement[]> {
  const brief = await claimWriting(ctx, run)
  const gone = endWithout(ctx, run)
  if (!brief) return gone
  try {
    return await write(ctx, brief, run, attempt)
  } catch (error) {
    // The brief was deleted with its project, or approved again: this run is obsolete.
    if (isGuardViolation(error) && !(await isWriting(ctx, run))) return gone
    throw error
  }
}

async function write(ctx: Context, brief: BriefRow, run: WritingRun, attempt: Attempt): Promise<Statement[]> {
  const asking = await beginAsking(ctx, brief, run, attempt)
  const began = await asking.step('gather', async () => {
    await refuseIfLost(ctx, brief)
    return { at: ctx.now().getTime(), material: await findMaterial(ctx, brief) }
  })
  const { material } = began
  if (!material) return endWithout(ctx, run)

  const assignment = { material, at: began.at }
  const { article, faults, usages } = await draft(asking, brief, assignment)
  if (!article) {
    const { organizationId, id: briefId } = brief
    ctx.log.warn(
      { organizationId, briefId, reason: unusable },
      'An article could not be written. The user can try again.',
    )
    return failWriting(ctx, run, joinWhole([notWritten, unusable], maxReason))
  }
  await attempt.once('checked', enterStep(ctx, run, 'humanize'))
  // The editor corrects the words with faults, so no style pass is paid for.
  const last =
    faults.length > 0
      ? { markdown: article.markdown, humanized: false, usages: [] }
      : await humanize(asking, brief.organizationId, assignment, article)
  // Writing takes minutes. If the identity was deleted meanwhile, no post may use its voice.
  await refuseIfLost(ctx, brief)
  if (!(await isWriting(ctx, run))) return endWithout(ctx, run)
  const written = {
    ...article,
    markdown: last.markdown,
    humanized: last.humanized,
    identity: material.identity,
    facts: await findFacts(last.markdown, brief, assignment, attempt.signal),
    ...(faults.length > 0 && { faulty: { faults, ...basisOf({ ...assignment, ...wordingOf(article) }) } }),
    cents: [...usages, ...last.usages].reduce((sum, { cents }) => sum + cents, 0),
  }
  return saveArticle(ctx, brief, run, written, attempt.signal)
}

/** Finds the facts that an article uses; none if the search takes too long. */
function findFacts(
  markdown: string,
  { organizationId }: BriefRow,
  { material: { facts = [] } }: Assignment,
  signal: AbortSignal,
): Promise<CitedFact[]> {
  const sent = { markdown, facts }
  const found = citedFacts.run(sent, JSON.stringify(sent).length, organizationId, signal)
  return orUnchecked(found, () => [])
}

/**
 * Returns the model of a run, after checking that the run can use it. The model's steps update the brief's
 * step.
 */
async function beginAsking(
  ctx: Context,
  { organizationId }: BriefRow,
  run: WritingRun,
  { step, signal }: Attempt,
): Promise<ModelSteps> {
  const { writer } = await findModels(ctx, organizationId)
  if (writer === null) throw giveUp(lacksModel(ctx.models.writer !== null))
  const reserved = await reserve(ctx, {
    organizationId,
    executionId: run.runId,
    feature: 'long_form_posts',
    holdMinutes,
  })
  if ('denied' in reserved) throw giveUp(reserved.denied)
  const next = new Map([
    ['gather', 'draft'],
    ['write', 'check'],
    ['humanize', 'save'],
  ] as const)
  const trackedStep: Attempt['step'] = (name, act, also) => {
    const entered = next.get(name as 'gather')
    return step(name, act, (result) => [
      ...(also?.(result) ?? []),
      ...(entered ? enterStep(ctx, run, entered) : []),
    ])
  }
  return { ctx, model: writer, step: trackedStep, signal }
}

async function refuseIfLost(ctx: Context, brief: BriefRow) {
  const loss = await findLoss(ctx, brief)
  if (loss !== null) throw giveUp(loss)
}

type DraftResult = {
  /** Null if the model's answer contained no article. */
  article: CheckedArticle | null
  faults: TextFault[]
  usages: ModelUsage[]
}

/** Requests the article, and a corrected one if it has faults. Remaining faults are for the editor. */
async function draft(
  asking: ModelSteps,
  { organizationId, workingTitle }: BriefRow,
  assignment: Assignment,
): Promise<DraftResult> {
  const { instructions, prompt } = promptOf(assignment)
  const { signal } = asking
  const { verdict, usages } = await askForText(
    asking,
    { schema: Draft, instructions, prompt, keep: withAddresses(assignment.material.links) },
    {
      check(draft) {
        const sent = { ...assignment, draft }
        const checked = articleAnswerCheck.run(sent, JSON.stringify(sent).length, organizationId, signal)
        return orUnchecked(checked, () => uncheckedArticle(draft))
      },
    },
  )
  const { result } = verdict ?? {}
  if (!verdict || !result || result.words === 0) return { article: null, faults: [], usages }
  const article = { ...result, title: result.title || workingTitle }
  if (verdict.faults.length === 0 || verdict.faults.includes(unchecked))
    return { article, faults: verdict.faults, usages }
  const { title, markdown } = article
  const stored = { basis: { ...assignment, ...wordingOf(article) }, text: { title, markdown } }
  const checked = articleCheck.run(stored, JSON.stringify(stored).length, organizationId, signal)
  return { article, faults: await orUnchecked(checked, () => [unchecked]), usages }
}

const wordingOf = ({ category, audience }: CheckedArticle) => ({ category, audience })

/** Why no article is written without a model: the configured one stores its input, or there is none. */
const lacksModel = (isConfigured: boolean) =>
  isConfigured
    ? 'Articles need a model that stores no data, because zero data retention is on: set WRITER_MODEL to one that has "zdr": "all" in ENGINES_FILE.'
    : 'Articles need a model: set one under Server, or set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL.'
