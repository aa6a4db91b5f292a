import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { findAutoPrompts } from '../prompts/auto-prompts.ts'
import { findBranded } from '../prompts/branded.ts'
import { storedIdOf, toPromptId } from '../prompts/rules.ts'
import { prompts } from '../prompts/table.ts'
import { findSettings } from '../settings/record.ts'
import type { Variant } from './record.ts'
import { isAtRest, type Targeted, targetsOf } from './rules.ts'
import { sortBySimilarity } from './similarity.ts'
import { briefs, existingPostId } from './table.ts'

/** A brief whose variants are chosen; without an id while it is planned. */
type Choosing = Targeted & { id?: string }

/** A tracked prompt, and why it cannot be a variant of a brief. */
type Candidate = Variant & { obstacle: Obstacle | null }
type Obstacle = keyof typeof obstacles

const obstacles = {
  branded: 'it names the brand',
  written: 'another article answers it',
  planned: 'another brief answers it',
}

/** Lists the prompts that can be variants of a brief, the most similar first. */
export async function findVariantChoices(
  ctx: Context,
  projectId: string,
  brief: Choosing & { topic: string },
): Promise<Variant[]> {
  const candidates = await findCandidates(ctx, projectId, brief)
  const free = candidates.filter(({ obstacle }) => obstacle === null)
  return sortBySimilarity(brief.topic, free)
}

/** Returns the ids of chosen variants as a brief stores them; throws if one cannot be measured for it. */
export async function readVariants(
  ctx: Context,
  projectId: string,
  brief: Choosing,
  chosen: string[],
): Promise<string[]> {
  const ids = toVariantIds(brief, chosen)
  // What a draft has already does not prevent other changes. An approval examines it.
  const added = ids.filter((id) => !brief.variantPromptIds.includes(id))
  if (added.length > 0) refuse(added, await findCandidates(ctx, projectId, brief))
  return ids
}

/**
 * Returns the variants with which a brief is approved. Throws if one of those chosen cannot be measured; without a
 * choice, leaves out those of the draft that cannot be measured any more.
 */
export async function approveVariants(
  ctx: Context,
  projectId: string,
  brief: Choosing,
  chosen?: string[],
): Promise<string[]> {
  const ids = toVariantIds(brief, chosen ?? brief.variantPromptIds)
  if (ids.length === 0) return ids
  const candidates = (await findCandidates(ctx, projectId, brief)).map((each) =>
    // Of drafts that share a prompt, the one that is approved first gets it.
    each.obstacle === 'planned' && brief.variantPromptIds.includes(each.id)
      ? { ...each, obstacle: null }
      : each,
  )
  if (chosen) refuse(ids, candidates)
  return ids.filter((id) => candidates.some((each) => each.id === id && each.obstacle === null))
}

function toVariantIds(brief: Choosing, chosen: string[]): string[] {
  const [own] = targetsOf(brief)
  if (chosen.length > 0 && own === undefined)
    throw badRequest('variantPromptIds can only be set if the brief was planned for a prompt')
  return [...new Set(chosen.map(toPromptId))].filter((id) => id !== own)
}

/** Throws if some prompts cannot be variants. */
function refuse(ids: string[], candidates: Candidate[]): void {
  for (const id of ids) {
    const found = candidates.find((each) => each.id === id)
    if (!found) throw notFound('Prompt not found')
    if (found.obstacle)
      throw badRequest(`variantPromptIds cannot include "${found.prompt}": ${obstacles[found.obstacle]}`)
  }
}

/** Lists the enabled prompts other than the one of the brief. */
async function findCandidates(ctx: Context, projectId: string, brief: Choosing): Promise<Candidate[]> {
  const [tracked, { isBranded }, answered] = await Promise.all([
    findTracked(ctx, projectId),
    findBranded(ctx, projectId),
    findAnswered(ctx, projectId, brief),
  ])
  const [own] = targetsOf(brief)
  return tracked
    .filter(({ id }) => id !== own)
    .map(({ id, prompt }) => ({
      ...{ id, prompt },
      obstacle: isBranded(storedIdOf(id), prompt) ? 'branded' : (answered.get(id) ?? null),
    }))
}

/** The enabled prompts of a project. */
async function findTracked(ctx: Context, projectId: string): Promise<Variant[]> {
  const settings = await findSettings(ctx, projectId)
  const [written, computed] = await Promise.all([
    ctx.db
      .select({ id: prompts.id, prompt: prompts.prompt })
      .from(prompts)
      .where(and(eq(prompts.projectId, projectId), eq(prompts.enabled, true))),
    settings ? findAutoPrompts(ctx, settings) : [],
  ])
  const active = computed.filter(({ enabled }) => enabled)
  return [...written, ...active.map(({ id, prompt }) => ({ id, prompt }))]
}

/** Returns the prompts that other briefs answer. */
async function findAnswered(
  ctx: Context,
  projectId: string,
  { id = '' }: Choosing,
): Promise<ReadonlyMap<string, 'written' | 'planned'>> {
  const { status, sourceKind, sourceId, variantPromptIds } = briefs
  const rows = await ctx.db
    .select({ status, sourceKind, sourceId, variantPromptIds, postId: existingPostId })
    .from(briefs)
    .where(and(eq(briefs.projectId, projectId), ne(briefs.id, id), inArray(sourceKind, ['gap', 'prompt'])))
  const targetsIn = (chosen: typeof rows, state: 'written' | 'planned') =>
    chosen.flatMap((brief) => targetsOf(brief).map((promptId) => [promptId, state] as const))
  const [planned, others] = [true, false].map((rests) =>
    rows.filter((brief) => isAtRest(brief.status) === rests),
  )
  // A deleted article answers nothing.
  const written = others?.filter(({ status, postId }) => status !== 'completed' || postId !== null)
  return new Map([...targetsIn(planned ?? [], 'planned'), ...targetsIn(written ?? [], 'written')])
}
