import type { Model } from '../../ai/models.ts'
import type { Draft } from '../../changelog/draft.ts'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { giveUp } from '../../errors.ts'
import type { Attempt } from '../../jobs/define.ts'
import { chooseBrandIdentity } from '../brand-identities/record.ts'
import { findModels } from '../organizations/service.ts'
import { createImagePost, createPost } from '../posts/create-post.ts'
import type { LedgerCounts } from '../posts/model.ts'
import { briefRun, type Material } from './brief.ts'
import { readOrigin } from './cause.ts'
import { writeChangelogPost } from './changelog/write-changelog.ts'
import { toTextBasis } from './check-again.ts'
import type { Cause } from './model.ts'
import { draftOf, type WritingBrief, type WrittenPost } from './prompt.ts'
import { collectFor } from './read-for-runs.ts'
import { beginRuns, endRun, findOpenRuns, noteGeneration, words } from './record.ts'
import { isText, lacksModel, textNames, toFailure } from './rules.ts'
import { findReading } from './shared-reading.ts'
import { writeText } from './text/write-text.ts'

type WritePost = { generationId: string; cause: Cause; isRead?: boolean }

/** Writes the post of a run and ends the run: completed with a post, skipped, or failed with the reason. */
export async function writePost(
  ctx: Context,
  { generationId, cause, isRead }: WritePost,
  attempt: Attempt,
): Promise<Statement[]> {
  const [run] = await findOpenRuns(ctx, [generationId])
  if (!run) return []
  const [origin, begun] = await Promise.all([readOrigin(ctx, run, cause), beginRuns(ctx, [run])])
  if ('gone' in origin) return endRun(ctx, run, cause, { type: 'gone', reason: origin.gone })
  const [denied] = begun.denied
  if (denied) return endRun(ctx, run, cause, toFailure(denied))

  const read = isRead ? await findReading(ctx, run.collectionId) : null
  const collected = read ?? (await collectFor(ctx, [run], origin, begun, attempt))
  const { nothing } = collected
  if (nothing !== null) return endRun(ctx, run, cause, { type: 'skipped', reason: nothing })

  const identity = await chooseBrandIdentity(ctx, run.organizationId, run.brandVoiceId)
  const material = { run, origin, collected, identity }
  // A picture shows what the rules would highlight in a changelog. It needs no model.
  const { writer } = await findModels(ctx, run.organizationId)
  if (isText(run.contentType) && writer === null)
    throw giveUp(lacksModel(textNames[run.contentType], ctx.models.writer !== null))
  const model = run.contentType === 'image' ? null : writer
  const brief = await briefRun(ctx, { ...material, model })
  const draft = await draftOf(brief)
  const note = (message: string, metadata?: LedgerCounts) =>
    noteGeneration(ctx, run.id, 'generating_content', message, metadata)
  const beginning = note(`The ${words(run.contentType)} is being written.`, countPlaces(draft))
  // Logged before a model is asked, and once, even if the run is resumed.
  if (model) await attempt.once('noted', [beginning])
  const written = await writeContent(ctx, model, brief, attempt, draft)
  if (written.skipped !== null) return endRun(ctx, run, cause, { type: 'skipped', reason: written.skipped })
  // Writing takes minutes. If the trigger or repository was deleted meanwhile, no post is wanted.
  const still = await readOrigin(ctx, run, cause)
  if ('gone' in still) return endRun(ctx, run, cause, { type: 'gone', reason: still.gone })

  const post = await savePost(ctx, { ...material, written }, attempt.signal)
  const { notes = [] } = written
  const cents = written.usages.reduce((sum, each) => sum + each.cents, 0)
  return [
    ...(model ? [] : [beginning]),
    ...notes.map((each) => note(each)),
    ...post.statements,
    ...endRun(ctx, run, cause, {
      ...{ type: 'completed', postId: post.id, cents },
      keepsAnswer: notes.length > 0,
    }),
  ]
}

/** Counts the changes by placement, for users who wait for the model. */
function countPlaces({ placed: { highlights, listed, omitted } }: Draft): LedgerCounts {
  return {
    changes: highlights.length + listed.length + omitted.length,
    highlighted: highlights.length,
    listed: listed.length,
    omitted: omitted.length,
  }
}

type Post = Extract<WrittenPost, { skipped: null }>

/** Returns the id of a run's post and the statements that store it. */
async function savePost(
  ctx: Context,
  { run, origin, collected, identity, written }: Material & { written: Post },
  signal: AbortSignal,
): Promise<{ id: string; statements: Statement[] }> {
  const { title, markdown, recommendations, ledger, range, faulty } = written
  const { window } = collected
  const sourceMetadata = {
    ...origin.metadata,
    ...(window ? { lookbackRange: { start: window.start, end: window.end } } : {}),
    ...(identity ? { brandVoiceId: identity.id, brandVoiceName: identity.name } : {}),
    ...(range ? { range } : {}),
    ...(ledger ? { ledger } : {}),
  }
  const common = {
    organizationId: run.organizationId,
    collectionId: run.collectionId,
    title,
    brandIdentityId: identity?.id,
    sourceMetadata,
  }
  const { contentType } = run
  if (contentType === 'image') {
    const listed = ledger?.filter((entry) => entry.placement !== 'omitted') ?? []
    return createImagePost(ctx, {
      ...common,
      brand:
        identity?.companyName ??
        origin.integrations[0]?.displayName ??
        origin.trackers[0]?.workspaceName ??
        '',
      highlights: listed.slice(0, 5).map((entry) => entry.title),
    })
  }
  const post = {
    ...common,
    contentType,
    markdown,
    recommendations,
    autoPublish: origin.autoPublish,
    ...(faulty && {
      faulty: {
        faults: faulty.faults,
        ...toTextBasis({ ...faulty.basis, brandIdentityId: identity?.id ?? null }),
      },
    }),
  }
  return createPost(ctx, post, signal)
}

/**
 * Writes the text of a brief, with the rules alone if there is no model, or returns why there is nothing to
 * write. Every model call is a step, so that a resumed run pays for none twice. Throws the queue's signals:
 * give up, resume at a time, or retry.
 */
export async function writeContent(
  ctx: Context,
  model: Model | null,
  brief: WritingBrief,
  { step, signal }: Pick<Attempt, 'step' | 'signal'>,
  known?: Draft,
): Promise<WrittenPost> {
  const { contentType } = brief
  const draft = known ?? (await draftOf(brief))
  const asking = model && { ctx, model, step, signal }
  return contentType === 'changelog'
    ? writeChangelogPost(asking, brief, draft)
    : writeText(asking, { ...brief, contentType }, draft)
}
