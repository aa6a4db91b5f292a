import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { projects } from '../../projects/table.ts'
import { prompts } from '../../prompts/table.ts'
import { sequences } from '../../sequences/table.ts'
import { geoSettings } from '../../settings/table.ts'
import type { Tracked } from './rules.ts'

export type ProjectRow = typeof projects.$inferSelect
export type SettingsRow = typeof geoSettings.$inferSelect

/** The settings of a project; null before the first save. */
export async function findSettings(ctx: Context, projectId: string): Promise<SettingsRow | null> {
  const [row] = await ctx.db.select().from(geoSettings).where(eq(geoSettings.projectId, projectId))
  return row ?? null
}

/** What a project tracks: its computed prompts and those that somebody wrote, the oldest first, and conversations. */
export async function readTracked(ctx: Context, settings: SettingsRow): Promise<Tracked> {
  const { projectId } = settings
  const [written, conversations] = await Promise.all([
    ctx.db
      .select({ id: prompts.id, prompt: prompts.prompt })
      .from(prompts)
      .where(and(eq(prompts.projectId, projectId), eq(prompts.enabled, true)))
      .orderBy(asc(prompts.createdAt), asc(prompts.id)),
    ctx.db
      .select({ id: sequences.id, steps: sequences.steps })
      .from(sequences)
      .where(and(eq(sequences.projectId, projectId), eq(sequences.enabled, true)))
      .orderBy(asc(sequences.createdAt), asc(sequences.id)),
  ])
  return {
    prompts: written.map(({ id, prompt }) => ({ id: `custom-${id}`, prompt })),
    sequences: conversations.map(({ id, steps }) => ({ id: `sequence-${id}`, steps })),
    engines: settings.engines,
    languages: settings.languages,
    promptLanguage: settings.promptLanguage,
    trackWithoutSearch: settings.trackWithoutSearch,
    enforceZdr: settings.enforceZdr,
    nonZdrApprovedEngines: settings.nonZdrApprovedEngines,
  }
}

/** What keeps a project from having its prompts translated, null where nothing does. */
export function translationObstacle(
  { models: { small } }: Context,
  { enforceZdr }: SettingsRow,
): string | null {
  if (!small) return 'Translating the prompts takes a model: set SMALL_MODEL or WRITER_MODEL.'
  return enforceZdr && small.zdr !== 'all'
    ? 'The model that would translate keeps what it is asked, and this project asks for zero data retention.'
    : null
}
