import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { posts } from '../../posts/table.ts'
import { toPromptId } from '../prompts/rules.ts'
import { findBasketCells } from '../visibility/basket/tracked-cells.ts'
import type { ReadScope } from '../visibility/read-scope.ts'
import { type ComparedAnswers, quietTime } from './article-effect.ts'
import { targetsOf } from './rules.ts'
import { briefs } from './table.ts'

/** The settings of a comparison of prompts. */
export type ComparedIn = Pick<ComparedAnswers, 'promptLanguage' | 'scanIntervalHours' | 'isControl'>

/**
 * Returns which prompts the prompt of an article is compared with: tracked ones that do not name the brand and have no
 * article of their own at the time. Also returns a cache key that changes with them.
 */
export async function findControls(ctx: Context, scope: ReadScope) {
  const [{ cells, name }, articles] = await Promise.all([
    findBasketCells(ctx, { ...scope, query: {} }),
    findArticles(ctx, scope.projectId),
  ])
  const tracked = new Set(cells?.prompts)
  const before = quietTime(scope)
  return {
    name: `${name} ${Bun.hash(JSON.stringify(articles)).toString(36)}`,
    isControl: (promptId: string, publishedAt: number) =>
      tracked.has(promptId) &&
      !articles.some(
        (article) => article.promptIds.includes(toPromptId(promptId)) && article.at >= publishedAt - before,
      ),
  }
}

/** The prompts of each public article, and when it was published. */
export async function findArticles(
  ctx: Context,
  projectId: string,
): Promise<{ promptIds: string[]; at: number }[]> {
  const { sourceKind, sourceId, variantPromptIds } = briefs
  const rows = await ctx.db
    .select({ sourceKind, sourceId, variantPromptIds, publishedAt: posts.publishedAt })
    .from(briefs)
    .innerJoin(posts, eq(posts.id, briefs.postId))
    .where(
      and(
        eq(briefs.projectId, projectId),
        eq(posts.status, 'published'),
        inArray(briefs.sourceKind, ['gap', 'prompt']),
      ),
    )
  return rows.flatMap(({ publishedAt, ...brief }) =>
    publishedAt ? { promptIds: targetsOf(brief), at: publishedAt.getTime() } : [],
  )
}
