import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { notFound } from '../../../../errors.ts'
import { findAutoPrompts } from '../../prompts/auto-prompts.ts'
import { readPromptId, storedIdOf } from '../../prompts/rules.ts'
import { prompts, suggestions } from '../../prompts/table.ts'
import { answers, checks } from '../../scans/table.ts'
import { findSettings } from '../../settings/record.ts'
import type { Source } from '../record.ts'

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

/** Returns the text of a prompt, or the last text that was asked under its id; null if it never existed. */
export const findAskedText = async (ctx: Context, projectId: string, promptId: string) =>
  (await findPrompt(ctx, projectId, promptId)) ?? (await findLastAsked(ctx, projectId, promptId))

async function findSuggestion(ctx: Context, projectId: string, id: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ prompt: suggestions.prompt })
    .from(suggestions)
    .where(and(eq(suggestions.projectId, projectId), eq(suggestions.id, id)))
  return row?.prompt ?? null
}

async function findPrompt(ctx: Context, projectId: string, id: string): Promise<string | null> {
  const named = readPromptId(id)
  if ('auto' in named) {
    const settings = await findSettings(ctx, projectId)
    const computed = settings ? await findAutoPrompts(ctx, settings) : []
    return computed.find((each) => each.id === named.auto)?.prompt ?? null
  }
  const [row] = await ctx.db
    .select({ prompt: prompts.prompt })
    .from(prompts)
    .where(and(eq(prompts.projectId, projectId), eq(prompts.id, named.written)))
  return row?.prompt ?? null
}

/** Returns the text of a deleted prompt, which its answers still contain. */
async function findLastAsked(ctx: Context, projectId: string, id: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ prompt: answers.prompt })
    .from(checks)
    .innerJoin(answers, eq(answers.checkId, checks.id))
    .where(and(eq(checks.projectId, projectId), eq(checks.promptId, storedIdOf(id)), eq(checks.turn, 0)))
    .orderBy(desc(checks.capturedAt), desc(checks.id))
    .limit(1)
  return row?.prompt ?? null
}
