import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { chooseBrandIdentity } from '../../../brand-identities/record.ts'
import { projects } from '../../projects/table.ts'
import type { SettingsRow } from '../../settings/model.ts'
import { geoSettings } from '../../settings/table.ts'
import type { AutoPrompt, AutoPromptId } from './model.ts'
import { writeAutoPrompts } from './rules.ts'

/** The computed prompts of a project that nobody removed; none while its prompts are not in English (contract geo 2). */
export async function findAutoPrompts(
  ctx: Context,
  settings: SettingsRow,
): Promise<(AutoPrompt & { enabled: boolean })[]> {
  if (settings.promptLanguage !== 'en') return []
  const [project] = await ctx.db.select().from(projects).where(eq(projects.id, settings.projectId))
  if (!project) return []
  const identity = await chooseBrandIdentity(ctx, project.organizationId, project.brandIdentityId)
  const { companyName, companyDescription, audience, language } = identity ?? {}
  // What a brand says in another language has no place in an English sentence.
  const isEnglish = !language || language === 'English'
  const written = writeAutoPrompts({
    description: (isEnglish && companyDescription) || null,
    audience: (isEnglish && audience) || null,
    names: [settings.companyName, ...settings.aliases, companyName ?? ''],
  })
  const { pausedAutoPromptIds: paused, removedAutoPromptIds: removed } = settings
  return written
    .filter(({ id }) => !removed.includes(id))
    .map((prompt) => ({ ...prompt, enabled: !paused.includes(prompt.id) }))
}

/** A statement that pauses a computed prompt, or resumes it. */
export function pauseAutoPrompt(ctx: Context, projectId: string, id: AutoPromptId, isPaused: boolean) {
  const { pausedAutoPromptIds } = geoSettings
  return changeList(ctx, projectId, {
    pausedAutoPromptIds: isPaused ? listWith(pausedAutoPromptIds, id) : listWithout(pausedAutoPromptIds, id),
  })
}

/** A statement after which a computed prompt is not made again. */
export function removeAutoPrompt(ctx: Context, projectId: string, id: AutoPromptId) {
  const { removedAutoPromptIds } = geoSettings
  return changeList(ctx, projectId, { removedAutoPromptIds: listWith(removedAutoPromptIds, id) })
}

type Lists = 'pausedAutoPromptIds' | 'removedAutoPromptIds'

function changeList(
  ctx: Context,
  projectId: string,
  changes: Partial<Record<Lists, ReturnType<typeof sql>>>,
) {
  return ctx.db
    .update(geoSettings)
    .set({ ...changes, updatedAt: ctx.now() })
    .where(eq(geoSettings.projectId, projectId))
}

type Column = (typeof geoSettings)[Lists]

const listWithout = (column: Column, id: string) =>
  sql`(select json_group_array(value) from json_each(${column}) where value <> ${id})`

const listWith = (column: Column, id: string) => sql`(
  select json_group_array(value) from (
    select value from json_each(${column}) where value <> ${id} union all select ${id}))`
