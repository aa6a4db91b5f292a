import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { notFound } from '../../../../errors.ts'
import { suggestions } from '../../prompts/table.ts'
import { findAskedText, type Source } from '../record.ts'

/**
 * Returns the topic of a brief: the text of the source's prompt or suggestion, or the last text asked under
 * its id, else 404. Without a source, the topic in the request (contract geo 10: Plan flow, 1).
 */
export async function readTopic(
  ctx: Context,
  projectId: string,
  source: Source,
  said: string,
): Promise<string> {
  if (source.kind === 'manual' || source.id === null) return said
  if (source.kind === 'search_console') {
    const suggested = await findSuggestion(ctx, projectId, source.id)
    if (suggested === null) throw notFound('Suggestion not found')
    return suggested
  }
  const asked = await findAskedText(ctx, projectId, source.id)
  if (asked === null) throw notFound('Prompt not found')
  return asked
}

async function findSuggestion(ctx: Context, projectId: string, id: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ prompt: suggestions.prompt })
    .from(suggestions)
    .where(and(eq(suggestions.projectId, projectId), eq(suggestions.id, id)))
  return row?.prompt ?? null
}
