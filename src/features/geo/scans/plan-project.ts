import { and, asc, eq } from 'drizzle-orm'
import { standardPlace } from '../../../ai/engines/pages/place.ts'
import type { Context } from '../../../context.ts'
import { findAutoPrompts } from '../prompts/auto-prompts.ts'
import { prompts } from '../prompts/table.ts'
import { sequences } from '../sequences/table.ts'
import type { SettingsRow } from '../settings/model.ts'
import { nothingToAsk, planScan, type TrackedProject } from './plan.ts'
import { findTranslationObstacle } from './small-model.ts'

/**
 * Plans a scan of everything that a project tracks, or of the given parts. `nothing` says why there are no
 * questions, or is null.
 */
export async function planProject(
  ctx: Context,
  organizationId: string,
  settings: SettingsRow,
  named: Partial<TrackedProject> = {},
) {
  const { enforceZdr } = settings
  const [all, obstacle] = await Promise.all([
    readTracked(ctx, settings),
    findTranslationObstacle(ctx, { organizationId, enforceZdr }),
  ])
  const tracked = { ...all, ...named }
  const plan = planScan(ctx.engines, tracked, obstacle)
  return { plan, nothing: nothingToAsk(tracked, plan) }
}

/** Returns what a project tracks: auto prompts, written prompts (oldest first), and conversations. */
async function readTracked(ctx: Context, settings: SettingsRow): Promise<TrackedProject> {
  const { projectId } = settings
  const [computed, written, conversations] = await Promise.all([
    findAutoPrompts(ctx, settings),
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
    prompts: [
      ...computed.filter(({ enabled }) => enabled).map(({ id, prompt }) => ({ id, prompt })),
      ...written.map(({ id, prompt }) => ({ id: `custom-${id}`, prompt })),
    ],
    sequences: conversations.map(({ id, steps }) => ({ id: `sequence-${id}`, steps })),
    engines: settings.engines,
    languages: settings.languages,
    promptLanguage: settings.promptLanguage,
    trackWithoutSearch: settings.trackWithoutSearch,
    enforceZdr: settings.enforceZdr,
    nonZdrApprovedEngines: settings.nonZdrApprovedEngines,
    place: settings.place ?? standardPlace,
  }
}
