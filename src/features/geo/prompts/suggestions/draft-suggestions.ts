import type { Context } from '../../../../context.ts'
import { findModels } from '../../../organizations/service.ts'
import type { SearchQuery } from '../table.ts'
import { answerSchema, describe, instructions } from './prompt.ts'
import { type Draft, groupQueries } from './rank-queries.ts'

/** Below the 60 seconds after which proxies time out. */
const timeoutMilliseconds = 45_000

/**
 * Drafts prompts for search queries with the small model. Falls back to rules without an allowed model or if
 * the model fails.
 */
export async function draftSuggestions(
  ctx: Context,
  organizationId: string,
  queries: SearchQuery[],
  language: string,
): Promise<Draft[]> {
  const { small } = await findModels(ctx, organizationId)
  if (!small || queries.length === 0) return groupQueries(queries, language)
  const { generateObject } = await import('../../../../ai/generate.ts')
  try {
    const { object } = await generateObject(ctx, small, answerSchema, {
      instructions,
      prompt: describe(queries, language),
      timeoutMilliseconds: timeoutMilliseconds,
    })
    return object.suggestions.map(({ prompt, title, queries: numbers }) => ({
      prompt,
      title,
      queries: numbers.flatMap((number) => queries[number - 1] ?? []),
    }))
  } catch (error) {
    ctx.log.warn(
      { model: small.id, reason: (error as Error).message },
      'Prompts were suggested without a model, because the model failed.',
    )
    return groupQueries(queries, language)
  }
}
