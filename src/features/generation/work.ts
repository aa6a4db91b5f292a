import { eq } from 'drizzle-orm'
import { type Changelog, writeChangelog } from '../../changelog/changelog.ts'
import type { Context } from '../../context.ts'
import { commit, type Statement } from '../../db/client.ts'
import { giveUp } from '../../errors.ts'
import type { Run } from '../../jobs/define.ts'
import { createPost } from '../posts/create.ts'
import { featureOf } from '../usage/model.ts'
import { confirm, release, reserve } from '../usage/service.ts'
import { clearFailures, failureOf, noteFailure } from './automation.ts'
import { type Cause, readCause } from './cause.ts'
import { findIdentity } from './identity.ts'
import type { GenerationRow } from './model.ts'
import { endGeneration, noteGeneration, startGeneration, words } from './record.ts'
import { collectActivity } from './source.ts'
import { generationJobs } from './table.ts'

type WritePost = { generationId: string; cause: Cause }

/** Writes the post of a run and ends the run: completed with a post, skipped or failed with the reason. */
export async function writePost(
  ctx: Context,
  { generationId, cause }: WritePost,
  run: Run,
): Promise<Statement[]> {
  const generation = await findOpen(ctx, generationId)
  if (!generation) return []
  if (generation.status === 'queued') {
    await commit(ctx.db, startGeneration(ctx, generation.id, generation.workflowRunId))
  }
  const origin = await readCause(ctx, generation, cause)
  if ('gone' in origin) return endGeneration(ctx, generation.id, { status: 'skipped', reason: origin.gone })
  const usage = usageOf(generation)
  const reserved = await reserve(ctx, usage)
  if ('denied' in reserved) {
    const failed = endGeneration(ctx, generation.id, { status: 'failed', reason: reserved.denied })
    return [...failed, ...noteFailure(ctx, cause, failureOf(reserved.reason))]
  }

  requireWriter(generation)
  const identity = await findIdentity(ctx, generation.organizationId, generation.brandVoiceId)
  const changelog = await run.step<Changelog>('changelog', async () => {
    const { activities } = await collectActivity(ctx, generation, origin, run)
    await noteGeneration(ctx, generation.id, 'generating_content', 'The changelog is being written.')
    const [activity] = activities
    if (!activity) throw giveUp('No valid data sources found')
    return writeChangelog(activity, {
      name: origin.integrations[0]?.repo,
      tone: identity?.toneProfile ?? 'Conversational',
    })
  })
  if (changelog.skipped !== null) {
    const skipped = endGeneration(ctx, generation.id, { status: 'skipped', reason: changelog.skipped })
    return [...skipped, release(ctx, usage), ...clearFailures(ctx, cause)]
  }

  const post = createPost(ctx, {
    organizationId: generation.organizationId,
    contentType: generation.contentType,
    title: changelog.title,
    markdown: changelog.markdown,
    autoPublish: origin.autoPublish,
    brandIdentityId: identity?.id,
    sourceMetadata: {
      ...origin.metadata,
      ...(identity ? { brandVoiceId: identity.id, brandVoiceName: identity.name } : {}),
      range: changelog.range,
      ledger: changelog.ledger,
    },
  })
  return [
    post.statement,
    ...confirm(ctx, usage, { posts: 1, cents: 0 }),
    ...endGeneration(ctx, generation.id, { status: 'completed', postId: post.id }),
    ...clearFailures(ctx, cause),
  ]
}

async function findOpen(ctx: Context, id: string): Promise<GenerationRow | null> {
  const [row] = await ctx.db.select().from(generationJobs).where(eq(generationJobs.id, id))
  return row && ['queued', 'running'].includes(row.status) ? row : null
}

function usageOf({ id, organizationId, contentType, source }: GenerationRow) {
  const holdMinutes = source === 'automation' ? 180 : 60
  return { organizationId, executionId: id, feature: featureOf(contentType), holdMinutes }
}

/** The rules engine writes changelogs by itself; every other format takes a model. */
function requireWriter({ contentType }: GenerationRow) {
  if (contentType === 'changelog') return
  throw giveUp(
    `A ${words(contentType)} takes a model to write: set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL; changelogs work without.`,
  )
}
