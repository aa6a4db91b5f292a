import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { chooseBrandIdentity } from '../../brand-identities/record.ts'
import { projects } from '../projects/table.ts'
import type { SettingsRow } from '../settings/model.ts'
import { geoSettings } from '../settings/table.ts'

/** The prompts generated from the brand's description (contract geo 2: Auto prompts). */
export const autoPromptIds = [
  'best-tools',
  'alternatives',
  'recommendation',
  'comparison',
  'what-is',
  'how-to-choose',
  'top-list',
  'audience-specific',
] as const
export type AutoPromptId = (typeof autoPromptIds)[number]

/** The input of auto prompts. They never contain a name of the brand. */
type Brand = { description: string | null; audience: string | null; names: string[] }
type AutoPrompt = { id: AutoPromptId; prompt: string }

const maxWords = 18
const fallback = 'this space'

/**
 * Generates up to eight prompts from the brand's description: in lower case, 6 to 18 words, one situation
 * each, without names of the brand (contract geo 2: Auto prompts, 15).
 */
export function writeAutoPrompts({ description, audience, names }: Brand): AutoPrompt[] {
  const category = readCategory(description ?? '', names)
  const readers = readAudience(audience ?? '', names)
  const short = firstWords(category, 4)
  const written: Record<AutoPrompt['id'], string | null> = {
    'best-tools': `best tools for ${category} that a small team can start with`,
    alternatives: `alternatives to the market leader for ${category} on a small budget`,
    recommendation: `recommend a product for ${category} that is set up within a day`,
    comparison: `compare the leading products for ${category} by price and support`,
    'what-is': `what is the most trusted product for ${category} in larger companies`,
    'how-to-choose': `how to choose a product for ${category} and which ones to try`,
    'top-list': `top products for ${category} in companies with remote teams`,
    'audience-specific': readers && `products for ${short} that ${readers} trust`,
  }
  const isNamed = naming(names)
  return autoPromptIds.flatMap((id) => {
    const prompt = written[id]
    if (!prompt || isNamed?.test(prompt) || prompt.split(' ').length > maxWords) return []
    return [{ id, prompt }]
  })
}

const is =
  /^(?:\S+\s+){0,3}?(?:is|are|was|provides?|offers?|makes?|builds?|develops?|creates?|delivers?|sells?|runs?)\s+/
const beginning =
  /^(?:(?:a|an|the|one|of|world's|world’s|leading|modern|simple|powerful|best|first|new|all-in-one|complete|your|our)\s+)+/
const pause = /[,;:()–—]| - /
/** The words after which a description says how or for which users, not what the product is. */
const beyond =
  /(?:^|\s)(?:that|which|who|whose|where|when|so|because|by|from|with|without|for|to|using|through|across|into|on|in|at)(?:\s|$)/
const generic =
  /(?<!\S)(?:platforms?|tools?|tooling|software|solutions?|products?|services?|compan(?:y|ies)|apps?|applications?|systems?|suites?|startups?|providers?|vendors?|business(?:es)?|websites?)(?!\S)/g
const dangling = /(?:\s+(?:and|or|of|the|a|an|in|on|to|for|with|that|which|who|is|are|their|other|&))+$/

/**
 * Begins a description of what a brand does ("helps teams ship") instead of what it is. No category can be
 * taken from it.
 */
const doing =
  /^(?:\S+\s+){0,2}?(?:helps?|lets?|enables?|allows?|empowers?|gives?|turns?|makes it|brings?|automates?)(?:\s|$)/

/**
 * Returns the product category, in up to six words of the first sentence of the description (contract geo 2).
 */
export function readCategory(description: string, names: string[]): string {
  const sentence = firstSentence(description, names)
  if (doing.test(sentence)) return fallback
  const [offer = ''] = sentence.replace(is, '').replace(beginning, '').split(pause)
  const [phrase = ''] = offer.split(beyond)
  return firstWords(phrase.replace(generic, ' '), 6) || fallback
}

/** Returns the audience in up to ten words; null if the text has none. */
export function readAudience(audience: string, names: string[]): string | null {
  const [said = ''] = firstSentence(audience, names)
    .replace(/^[^:]{0,30}:\s*/, '')
    .split(pause)
  return firstWords(said.replace(/^(?:(?:for|the|our|mainly|primarily)\s+)+/, ''), 10) || null
}

function firstSentence(text: string, names: string[]): string {
  const named = naming(names, 'giu')
  const unnamed = named ? text.replace(named, ' ') : text
  const [sentence = ''] = unnamed.trim().split(/[.!?](?:\s|$)|\n/)
  return sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s'’&+/#.,;:()–—-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:()–—-]+/, '')
    .trim()
}

function firstWords(text: string, most: number): string {
  const words = text.trim().split(/\s+/).slice(0, most).join(' ')
  return words.replace(dangling, '')
}

const seam = '[\\s\\-_/@.]+'

/** Matches any of these names as a separate word, however its parts are joined. */
function naming(names: string[], flags = 'iu'): RegExp | null {
  const parts = names
    .map((name) => name.split(/[\s\-_/@.]+/).filter(Boolean))
    .filter(({ length }) => length > 0)
  if (parts.length === 0) return null
  const longestFirst = parts
    .map((words) => words.map((word) => word.replace(/[*+?^${}()|[\]\\]/g, '\\$&')).join(seam))
    .sort((one, other) => other.length - one.length)
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, flags)
}

/**
 * Returns the auto prompts of a project that were not deleted; none if its prompts are not in English
 * (contract geo 2).
 */
export async function findAutoPrompts(
  ctx: Context,
  settings: SettingsRow,
): Promise<(AutoPrompt & { enabled: boolean })[]> {
  if (settings.promptLanguage !== 'en') return []
  const [project] = await ctx.db.select().from(projects).where(eq(projects.id, settings.projectId))
  if (!project) return []
  const identity = await chooseBrandIdentity(ctx, project.organizationId, project.brandIdentityId)
  const { companyName, companyDescription, audience, language } = identity ?? {}
  // A description in another language does not fit into an English sentence.
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

/** Returns a statement that pauses or resumes an auto prompt. */
export function pauseAutoPrompt(ctx: Context, projectId: string, id: AutoPromptId, isPaused: boolean) {
  const { pausedAutoPromptIds } = geoSettings
  return changeList(ctx, projectId, {
    pausedAutoPromptIds: isPaused ? listWith(pausedAutoPromptIds, id) : listWithout(pausedAutoPromptIds, id),
  })
}

/** Returns a statement that deletes an auto prompt permanently. */
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
