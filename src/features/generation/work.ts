import { eq, sql } from 'drizzle-orm'
import type { Model } from '../../ai/models.ts'
import type { Context } from '../../context.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { once } from '../../db/prepared.ts'
import type { Attempt } from '../../jobs/define.ts'
import type { Window } from '../activity/rules.ts'
import { clearFailures, noteFailure } from '../automations/record.ts'
import type { BrandIdentityRow } from '../brand-identities/model.ts'
import { chooseBrandIdentity } from '../brand-identities/record.ts'
import { createImagePost, createPost } from '../posts/record.ts'
import { confirm, release, reserve } from '../usage/service.ts'
import { briefRun } from './brief.ts'
import { type Origin, readCause } from './cause.ts'
import { writeChangelogPost } from './changelog/work.ts'
import type { Cause, GenerationRow } from './model.ts'
import type { WritingBrief, Written } from './prompt.ts'
import { collectFor } from './reading/work.ts'
import { endGeneration, findReading, noteGeneration, startGeneration, words } from './record.ts'
import { automationOf, failureOf, usageOf } from './rules.ts'
import { generationJobs } from './table.ts'
import { writeText } from './text/work.ts'

type WritePost = { generationId: string; cause: Cause; isRead?: boolean }

/** Writes the post of a run and ends the run: completed with a post, skipped or failed with the reason. */
export async function writePost(
  ctx: Context,
  { generationId, cause, isRead }: WritePost,
  attempt: Attempt,
): Promise<Statement[]> {
  const generation = await findOpen(ctx, generationId)
  if (!generation) return []
  // A run that comes back goes on as of when it began.
  const began = generation.status === 'queued' ? ctx.now() : generation.updatedAt
  const automation = automationOf(cause)
  const usage = usageOf(generation)
  // At once, so that they share one wait for the disk.
  const [origin, reserved] = await Promise.all([
    readCause(ctx, generation, cause),
    reserve(ctx, usage),
    generation.status === 'queued' ? atomically(ctx.db, startGeneration(ctx, generation, began)) : null,
  ])
  const skip = (reason: string) => [
    ...endGeneration(ctx, generation.id, { status: 'skipped', reason }),
    release(ctx, usage),
  ]
  if ('gone' in origin) return skip(origin.gone)
  if ('denied' in reserved) {
    const failed = endGeneration(ctx, generation.id, { status: 'failed', reason: reserved.denied })
    return [...failed, ...noteFailure(ctx, automation, failureOf(reserved.reason))]
  }

  const read = isRead ? await findReading(ctx, generation.collectionId) : null
  const collected = read ?? (await collectFor(ctx, [generation], origin, began, attempt))
  if (collected.nothing !== null) return [...skip(collected.nothing), ...clearFailures(ctx, automation)]
  const identity = await chooseBrandIdentity(ctx, generation.organizationId, generation.brandVoiceId)
  // A picture shows what the rules would highlight in a changelog; it takes no model.
  const model = generation.contentType === 'image' ? null : ctx.models.writer
  const brief = await briefRun(ctx, generation, origin, collected, identity, model !== null)
  const note = (message: string) => noteGeneration(ctx, generation.id, 'generating_content', message)
  const beginning = note(`The ${words(generation.contentType)} is being written.`)
  // Told before a model is asked, and once, however often the run waits and comes back.
  if (model)
    await attempt.step(
      'noted',
      async () => null,
      () => [beginning],
    )
  const written = await writeContent(ctx, model, brief, attempt)
  if (written.skipped !== null) return [...skip(written.skipped), ...clearFailures(ctx, automation)]
  // Writing takes minutes; whoever deleted the trigger or the repository meanwhile wants no post.
  const still = await readCause(ctx, generation, cause)
  if ('gone' in still) return skip(still.gone)

  const post = await savePost(ctx, generation, origin, collected.window, identity, written)
  const cents = written.usages.reduce((sum, each) => sum + each.cents, 0)
  return [
    ...(model ? [] : [beginning]),
    ...(written.note ? [note(written.note)] : []),
    ...post.statements,
    ...confirm(ctx, usage, { posts: 1, cents }),
    ...endGeneration(ctx, generation.id, { status: 'completed', postId: post.id }),
    ...clearFailures(ctx, automation),
  ]
}

async function findOpen(ctx: Context, id: string): Promise<GenerationRow | null> {
  const row = await generationById(ctx).get({ id })
  return row && ['queued', 'running'].includes(row.status) ? row : null
}

const generationById = once((db) =>
  db
    .select()
    .from(generationJobs)
    .where(eq(generationJobs.id, sql.placeholder('id')))
    .prepare(),
)

type Post = Extract<Written, { skipped: null }>

async function savePost(
  ctx: Context,
  generation: GenerationRow,
  origin: Origin,
  window: Window | null,
  identity: BrandIdentityRow | null,
  { title, markdown, recommendations, ledger, range }: Post,
): Promise<{ id: string; statements: Statement[] }> {
  const sourceMetadata = {
    ...origin.metadata,
    ...(window ? { lookbackRange: { start: window.start, end: window.end } } : {}),
    ...(identity ? { brandVoiceId: identity.id, brandVoiceName: identity.name } : {}),
    ...(range ? { range } : {}),
    ...(ledger ? { ledger } : {}),
  }
  const common = {
    organizationId: generation.organizationId,
    collectionId: generation.collectionId,
    title,
    brandIdentityId: identity?.id,
    sourceMetadata,
  }
  if (generation.contentType === 'image') {
    const told = ledger?.filter((entry) => entry.placement !== 'omitted') ?? []
    return createImagePost(ctx, {
      ...common,
      brand:
        identity?.companyName ??
        origin.integrations[0]?.displayName ??
        origin.trackers[0]?.workspaceName ??
        '',
      highlights: told.slice(0, 5).map((entry) => entry.title),
    })
  }
  const { contentType } = generation
  const post = createPost(ctx, {
    ...common,
    contentType,
    markdown,
    recommendations,
    autoPublish: origin.autoPublish,
  })
  return { id: post.id, statements: [post.statement] }
}

/**
 * Writes what a brief asks for, by the rules alone where there is no model, or says why there is nothing to write.
 * Every call of a model is a step, so a run that comes back after a crash pays for none twice. Throws what the queue
 * needs to know: give up, come back at a time, or try again.
 */
export async function writeContent(
  ctx: Context,
  model: Model | null,
  brief: WritingBrief,
  { step, signal }: Pick<Attempt, 'step' | 'signal'>,
): Promise<Written> {
  const { contentType } = brief
  const asking = model && { ctx, model, step, signal }
  return contentType === 'changelog'
    ? writeChangelogPost(asking, brief)
    : writeText(asking, { ...brief, contentType })
}
