import type { Effect } from '../../http/operation.ts'
import { countTokens, type JsonSchema } from './tool-schema.ts'

type RankedTool = {
  name: string
  description: string
  inputSchema: JsonSchema
  area: string
  family: string
  effect: Effect
}

/** The parts of a conversation that decide which tools it gets. */
export type Topic = {
  /** The messages, newest first: tools for the areas that they name come first, in that order. */
  said?: string[]
  /** Names of tools that it has called: they stay available. */
  used?: string[]
}

/**
 * The tools whose schemas fit the token budget, in the order of the table. Priority: tools that the conversation has
 * used, those of the areas that it names, all that read, those related to the named areas, then the rest, posts
 * first.
 */
export function chooseTools<T extends RankedTool>(
  tools: T[],
  maxTokens: number,
  { said = [], used = [] }: Topic,
): T[] {
  const named = areasIn([...said, ...used].join(' '), tools)
  const families = named.map((area) => tools.find((tool) => tool.area === area)?.family)
  const areas = ['posts', ...tools.map(({ area }) => area)]
  const rankOf = ({ name, area, family, effect }: T): [number, number] => {
    if (used.includes(name)) return [0, used.indexOf(name)]
    if (named.includes(area)) return [1, named.indexOf(area)]
    if (effect === 'read') return [2, 0]
    return families.includes(family) ? [3, families.indexOf(family)] : [4, areas.indexOf(area)]
  }
  const ranked = tools.map((tool) => ({ tool, rank: rankOf(tool) }))
  ranked.sort(({ rank: one }, { rank: other }) => one[0] - other[0] || one[1] - other[1])
  const chosen = new Set<T>()
  let room = maxTokens
  for (const { tool } of ranked) {
    const tokens = costOf(tool)
    if (tokens > room) continue
    chosen.add(tool)
    room -= tokens
  }
  return tools.filter((tool) => chosen.has(tool))
}

/** Cached by the schema, which is the same object for every conversation. */
const costs = new WeakMap<JsonSchema, number>()

function costOf({ name, description, inputSchema }: RankedTool): number {
  const known = costs.get(inputSchema) ?? countTokens({ name, description, inputSchema })
  costs.set(inputSchema, known)
  return known
}

/** Synonyms of the words in tool names. */
const alsoCalled: Record<string, string> = {
  posts: 'changelog article blog tweet linkedin release publish draft',
  'brand-identities': 'voice tone',
  integrations: 'github linear webhook',
  schedules: 'daily weekly monthly cron',
  skills: 'style lesson',
  feedback: 'complaint wish bug praise',
  visibility: 'visible engine chatgpt gemini claude perplexity mention cited citation rank ranking',
  competitors: 'rival competition',
  scans: 'rescan',
}

/** The areas that a text names: by a word of a tool name, such as `prompt` of `add_prompt`, or a synonym. */
function areasIn(text: string, tools: Pick<RankedTool, 'name' | 'area'>[]): string[] {
  const words = [
    ...tools.flatMap(({ name, area }) => nounsOf(name).map((noun) => [noun, area] as const)),
    ...Object.entries(alsoCalled).flatMap(([area, names]) =>
      names.split(' ').map((name) => [name, area] as const),
    ),
  ]
  // If several areas share a word, it belongs to the first.
  const areas = new Map(words.toReversed().map(([word, area]) => [stemOf(word), area]))
  const there = new Set(tools.map(({ area }) => area))
  const named = (text.toLowerCase().match(/[a-z]+/g) ?? []).flatMap((word) => areas.get(stemOf(word)) ?? [])
  return [...new Set(named)].filter((area) => there.has(area))
}

/** The first part of a tool's name is the verb. */
const nounsOf = (name: string) =>
  name
    .split('_')
    .slice(1)
    .filter((noun) => !vague.has(noun))

/** Words that fit every area. */
const vague = new Set(['changes', 'events', 'generation', 'history', 'results', 'share', 'status'])

/** A word without its plural or derived ending. */
const stemOf = (word: string) =>
  word
    .replace(/(?:ies|y)$/, 'i')
    .replace(/s$/, '')
    .slice(0, 7)
