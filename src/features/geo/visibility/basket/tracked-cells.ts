import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { findBranded } from '../../prompts/branded.ts'
import { intentOf } from '../../prompts/intent.ts'
import { isCustom, toPromptId } from '../../prompts/rules.ts'
import { prompts } from '../../prompts/table.ts'
import { scans } from '../../scans/table.ts'
import { findSettings } from '../../settings/record.ts'
import type { ReadScope } from '../read-scope.ts'
import { isFiltered, type PromptFilter } from '../window.ts'

/** The prompts, by their stored ids, and engines that the figures of a project are over. */
export type TrackedCells = {
  prompts: string[]
  /** Prompts that name the brand. They are no part of a figure, because their answers repeat the name. */
  branded: string[]
  engines: string[]
  /** Whether an answer can repeat the name of the brand: the text of one of the prompts has it. */
  isEchoable: boolean
  /** The text of each prompt. */
  texts: Record<string, string>
  /** Whether only the prompts of a filter are counted; else answers to other prompts are in the other fields. */
  isFiltered: boolean
}

const noCells: TrackedCells = {
  prompts: [],
  branded: [],
  engines: [],
  isEchoable: false,
  texts: {},
  isFiltered: false,
}

/** Returns a function that says whether a prompt, by its stored id, does not name the brand. */
export function isUnbranded(cells: TrackedCells | null): (promptId: string) => boolean {
  const branded = new Set(cells?.branded)
  return (promptId) => !branded.has(promptId)
}

/**
 * Returns the cells of the newest round of a scope, null without a round, and a name for caches that changes with
 * them.
 */
export async function findBasketCells(
  ctx: Context,
  { projectId, window: { to }, query: filter }: Pick<ReadScope, 'projectId' | 'window' | 'query'>,
) {
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
  const none = isFiltered(filter) ? { ...noCells, isFiltered: true } : null
  const cells = round ? await findTrackedCells(ctx, projectId, round.id, filter) : none
  return { cells, name: Bun.hash(JSON.stringify(cells)).toString(36) }
}

/** Returns what a round asked and the project still tracks. */
async function findTrackedCells(
  ctx: Context,
  projectId: string,
  round: string,
  filter: PromptFilter,
): Promise<TrackedCells> {
  const [[scan], settings, enabled, { isBranded, namesBrand }] = await Promise.all([
    ctx.db.select({ plan: scans.plan }).from(scans).where(eq(scans.id, round)),
    findSettings(ctx, projectId),
    ctx.db
      .select({ id: prompts.id, tags: prompts.tags })
      .from(prompts)
      .where(and(eq(prompts.projectId, projectId), eq(prompts.enabled, true))),
    findBranded(ctx, projectId),
  ])
  if (!scan || !settings) return { ...noCells, isFiltered: isFiltered(filter) }
  const written = new Map(enabled.map(({ id, tags }) => [id, tags]))
  const left = new Set([...settings.pausedAutoPromptIds, ...settings.removedAutoPromptIds])
  const asked = scan.plan.prompts.filter(({ id }) =>
    isCustom(id) ? written.has(toPromptId(id)) : !left.has(id),
  )
  const named = Map.groupBy(asked, ({ id, prompt }) => isBranded(id, prompt))
  const { tag, intent, branded } = filter
  const isChosen = ({ id, prompt }: (typeof asked)[number]) =>
    (tag === undefined || (written.get(toPromptId(id)) ?? []).includes(tag)) &&
    (intent === undefined || intentOf(prompt) === intent)
  const idsOf = (isBranded: boolean) => (named.get(isBranded) ?? []).filter(isChosen).map(({ id }) => id)
  const shared = {
    engines: scan.plan.engines.filter((engine) => settings.engines.includes(engine)),
    texts: Object.fromEntries(asked.map(({ id, prompt }) => [id, prompt])),
    isFiltered: isFiltered(filter),
  }
  const cellsOf = (prompts: string[], branded: string[]): TrackedCells => ({
    ...{ prompts, branded, ...shared },
    isEchoable: prompts.some((id) => namesBrand(shared.texts[id] ?? '')),
  })
  if (branded === 'only') return cellsOf(idsOf(true), [])
  if (branded === 'all') return cellsOf([...idsOf(false), ...idsOf(true)], [])
  return cellsOf(idsOf(false), idsOf(true))
}
