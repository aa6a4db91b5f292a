import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { createMatcher } from '../../../../mentions/matcher.ts'
import { isCustom, toPromptId } from '../../prompts/rules.ts'
import { prompts } from '../../prompts/table.ts'
import { findSubjects, ownKey } from '../../scans/subjects.ts'
import { scans } from '../../scans/table.ts'
import { findSettings } from '../../settings/record.ts'
import type { TrackedProject } from '../service.ts'
import type { Window } from '../window.ts'

/** The prompts, by their stored ids, and engines that the figures of a project are over. */
export type TrackedCells = {
  prompts: string[]
  /** Prompts that name the brand. They are no part of a figure, because their answers repeat the name. */
  branded: string[]
  engines: string[]
  /** The text of each prompt. */
  texts: Record<string, string>
}

/** Returns a function that says whether a prompt, by its stored id, does not name the brand. */
export function isUnbranded(cells: TrackedCells | null): (promptId: string) => boolean {
  const branded = new Set(cells?.branded)
  return (promptId) => !branded.has(promptId)
}

/**
 * Returns the cells of the newest round of a window, null without a round, and a name for caches that changes with
 * them.
 */
export async function findBasketCells(ctx: Context, { projectId }: TrackedProject, { to }: Window) {
  const [round] = await ctx.db
    .select({ id: scans.id })
    .from(scans)
    .where(
      and(
        eq(scans.projectId, projectId),
        eq(scans.status, 'completed'),
        inArray(scans.cause, ['manual', 'recurring']),
        to === null ? undefined : lt(scans.createdAt, to),
      ),
    )
    .orderBy(desc(scans.createdAt), desc(scans.id))
    .limit(1)
  const cells = round ? await findTrackedCells(ctx, projectId, round.id) : null
  return { cells, name: Bun.hash(JSON.stringify(cells)).toString(36) }
}

/** Returns what a round asked and the project still tracks. */
async function findTrackedCells(ctx: Context, projectId: string, round: string): Promise<TrackedCells> {
  const [[scan], settings, enabled, subjects] = await Promise.all([
    ctx.db.select({ plan: scans.plan }).from(scans).where(eq(scans.id, round)),
    findSettings(ctx, projectId),
    ctx.db
      .select({ id: prompts.id })
      .from(prompts)
      .where(and(eq(prompts.projectId, projectId), eq(prompts.enabled, true))),
    findSubjects(ctx, projectId),
  ])
  if (!scan || !settings) return { prompts: [], branded: [], engines: [], texts: {} }
  const written = new Set(enabled.map(({ id }) => id))
  const left = new Set([...settings.pausedAutoPromptIds, ...settings.removedAutoPromptIds])
  const asked = scan.plan.prompts.filter(({ id }) =>
    isCustom(id) ? written.has(toPromptId(id)) : !left.has(id),
  )
  const own = createMatcher((subjects ?? []).filter(({ key }) => key === ownKey))
  const named = Map.groupBy(asked, ({ prompt }) => own.find(prompt).length > 0)
  const idsOf = (isBranded: boolean) => (named.get(isBranded) ?? []).map(({ id }) => id)
  return {
    prompts: idsOf(false),
    branded: idsOf(true),
    engines: scan.plan.engines.filter((engine) => settings.engines.includes(engine)),
    texts: Object.fromEntries(asked.map(({ id, prompt }) => [id, prompt])),
  }
}
