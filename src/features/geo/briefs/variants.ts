import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { likeness, wordsOf } from '../../../text/likeness.ts'
import { findAutoPrompts } from '../prompts/auto-prompts.ts'
import { findBranded } from '../prompts/branded.ts'
import { intentOf } from '../prompts/intent.ts'
import { storedIdOf, toPromptId } from '../prompts/rules.ts'
import { prompts } from '../prompts/table.ts'
import { findSettings } from '../settings/record.ts'
import { findArticles } from './controls.ts'
import { findAskedText } from './planning/topic.ts'
import { type Targeted, targetsOf } from './rules.ts'

/** A tracked prompt that an article can answer in addition to its own. */
export type Variant = { id: string; prompt: string }

/** How many are proposed at most, and how similar they are at least. */
const maxProposed = 3
const minLikeness = 0.35

/** Proposes the prompts that ask nearly the same as a topic, the most similar first; those of the same intent win ties. */
export function proposeVariants(topic: string, choices: Variant[]): Variant[] {
  return rankBySimilarity(topic, choices)
    .filter(({ similarity }) => similarity >= minLikeness)
    .slice(0, maxProposed)
    .map(({ id, prompt }) => ({ id, prompt }))
}

function rankBySimilarity(topic: string, choices: Variant[]) {
  const words = wordsOf(topic)
  const intent = intentOf(topic)
  return choices
    .map((each) => ({
      ...each,
      similarity: likeness(words, wordsOf(each.prompt)),
      isAlike: intentOf(each.prompt) === intent,
    }))
    .sort((a, b) => b.similarity - a.similarity || Number(b.isAlike) - Number(a.isAlike))
}

/** Lists the prompts that can be variants of a brief, the most similar first. */
export async function findVariantChoices(
  ctx: Context,
  projectId: string,
  brief: Targeted & { topic: string },
): Promise<Variant[]> {
  const tracked = await findTracked(ctx, projectId)
  const choices = await dropUnmeasurable(ctx, projectId, tracked, brief)
  return rankBySimilarity(brief.topic, choices).map(({ id, prompt }) => ({ id, prompt }))
}

/** Returns the ids of chosen variants as a brief stores them; throws if one cannot be measured for it. */
export async function readVariants(
  ctx: Context,
  projectId: string,
  brief: Targeted,
  chosen: string[],
): Promise<string[]> {
  const [own] = targetsOf(brief)
  if (chosen.length > 0 && own === undefined)
    throw badRequest('variantPromptIds can only be set if the brief was planned for a prompt')
  const ids = [...new Set(chosen.map(toPromptId))].filter((id) => id !== own)
  // What the brief has already stays valid if its prompt is paused or deleted.
  const added = ids.filter((id) => !brief.variantPromptIds.includes(id))
  if (added.length === 0) return ids
  const tracked = await findTracked(ctx, projectId)
  if (added.some((id) => !tracked.some((each) => each.id === id))) throw notFound('Prompt not found')
  const measurable = await dropUnmeasurable(ctx, projectId, tracked, brief)
  const refused = tracked.find(({ id }) => added.includes(id) && !measurable.some((each) => each.id === id))
  if (refused)
    throw badRequest(
      `variantPromptIds cannot include "${refused.prompt}": it names the brand, or has an article of its own`,
    )
  return ids
}

/** Returns the variants of a brief with their texts, those of deleted prompts included. */
export const findVariants = (
  ctx: Context,
  projectId: string,
  { variantPromptIds }: Targeted,
): Promise<Variant[]> =>
  Promise.all(
    variantPromptIds.map(async (id) => ({ id, prompt: (await findAskedText(ctx, projectId, id)) ?? id })),
  )

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

/** Leaves out the prompt of the brief, prompts that name the brand, and those with a public article. */
async function dropUnmeasurable(
  ctx: Context,
  projectId: string,
  choices: Variant[],
  brief: Targeted,
): Promise<Variant[]> {
  const [{ isBranded }, articles] = await Promise.all([
    findBranded(ctx, projectId),
    findArticles(ctx, projectId),
  ])
  const taken = new Set(articles.flatMap(({ promptIds }) => promptIds))
  const [own] = targetsOf(brief)
  return choices.filter(
    ({ id, prompt }) => id !== own && !taken.has(id) && !isBranded(storedIdOf(id), prompt),
  )
}
