import type { Context } from '../../../context.ts'
import { toPromptId } from '../prompts/rules.ts'
import { findBasketCells } from '../visibility/basket/tracked-cells.ts'
import type { ReadScope } from '../visibility/read-scope.ts'
import { type ComparedAnswers, quietTime } from './article-effect.ts'
import { findArticles } from './record.ts'

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
