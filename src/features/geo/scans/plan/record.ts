import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { prompts } from '../../prompts/table.ts'
import { sequences } from '../../sequences/table.ts'
import { geoSettings } from '../../settings/table.ts'
import { findTranslationObstacle } from '../small-model/record.ts'
import { nothingToAsk, planScan, type Tracked } from './rules.ts'

export type SettingsRow = typeof geoSettings.$inferSelect

/** The settings of a project; null before the first save. */
export async function findSettings(ctx: Context, projectId: string): Promise<SettingsRow | null> {
  const [row] = await ctx.db.select().from(geoSettings).where(eq(geoSettings.projectId, projectId))
  return row ?? null
}

/** The plan of a scan of all that a project tracks; `nothing` says why there is nothing to ask, where that is so. */
export async function planProject(ctx: Context, organizationId: string, settings: SettingsRow) {
  const { enforceZdr } = settings
  const [tracked, obstacle] = await Promise.all([
    readTracked(ctx, settings),
    findTranslationObstacle(ctx, { organizationId, enforceZdr }),
  ])
  const plan = planScan(ctx.engines, tracked, obstacle)
  return { plan, nothing: nothingToAsk(tracked, plan) }
}

/** What a project tracks: its computed prompts and those that somebody wrote, the oldest first, and conversations. */
async function readTracked(ctx: Context, settings: SettingsRow): Promise<Tracked> {
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
