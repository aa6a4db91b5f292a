import { sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import { countPost, newCollection, openCollection } from '../../../collections/record.ts'
import { createPost, type NewPost } from '../../../posts/create-post.ts'
import type { TextBasis, TextFault } from '../../../posts/text-fault.ts'
import type { CitedFact } from '../fact-citations.ts'
import type { BriefRow } from '../model.ts'
import { completeWriting, type WritingRun } from './writing-steps.ts'

type Article = {
  title: string
  markdown: string
  recommendations: string | null
  identity: { id: string; name: string } | null
  humanized: boolean
  /** Facts of the brand that the article uses. */
  facts: CitedFact[]
  faulty?: TextBasis & { faults: TextFault[] }
  /** The cost of all answers of the model. */
  cents: number
}

/**
 * Returns statements that end a run with its article: a draft post in its own collection, with its
 * provenance.
 */
export async function saveArticle(
  ctx: Context,
  brief: BriefRow,
  run: WritingRun,
  { title, markdown, recommendations, identity, humanized, facts, faulty, cents }: Article,
  signal?: AbortSignal,
): Promise<Statement[]> {
  const { organizationId } = brief
  const collection = newCollection(ctx, {
    id: Bun.randomUUIDv7(),
    organizationId,
    source: 'manual',
    sourceId: brief.id,
    contentTypes: ['blog_post'],
    sourceMetadata: { briefId: brief.id, projectId: brief.projectId },
  })
  const article: NewPost = {
    organizationId,
    collectionId: collection.id,
    contentType: 'blog_post',
    title,
    markdown,
    recommendations,
    autoPublish: false,
    faulty,
    brandIdentityId: identity?.id,
    sourceMetadata: {
      ...provenanceOf(brief, facts),
      ...(identity ? { brandVoiceId: identity.id, brandVoiceName: identity.name } : {}),
    },
  }
  const post = await createPost(ctx, article, signal)
  return [
    ...completeWriting(ctx, run, { postId: post.id, humanized, cents }),
    openCollection(ctx, collection, run.runId),
    ...post.statements,
    countPost(ctx, sql`${collection.id}`),
  ]
}

/** The provenance of an article (contract core 5.3, geo 23). */
function provenanceOf(
  { id, projectId, sourceKind, sourceId, document, evidence }: BriefRow,
  facts: CitedFact[],
) {
  const { baseline } = document
  return {
    briefId: id,
    projectId,
    geoSourceKind: sourceKind,
    geoSourceId: sourceId,
    contentSubtype: document.contentSubtype,
    evidence: { ...evidence, ...(facts.length > 0 && { facts }) },
    ...(baseline
      ? {
          geoBaseline: {
            sourcePromptId: baseline.sourcePromptId,
            mentionedEngines: baseline.mentionedEngines,
            totalEngines: baseline.totalEngines,
            capturedAt: baseline.capturedAt,
          },
        }
      : {}),
  }
}
