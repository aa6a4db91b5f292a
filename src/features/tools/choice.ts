import type { Effect } from '../../http/operation.ts'
import { countTokens, type JsonSchema } from './tool-schema.ts'

type Offered = {
  name: string
  description: string
  inputSchema: JsonSchema
  area: string
  family: string
  effect: Effect
}

/** What a conversation is about, as far as tools are chosen by it. */
export type Topic = {
  /** What was said, the newest first: areas that it names come first, in the order in which it names them. */
  said?: string[]
  /** Names of tools that it has called: they stay at hand. */
  used?: string[]
}

/**
 * The tools whose schemas find room together, in the order of the table: those that the conversation has used, those of
 * the areas that it names, whatever reads, so that anything can be looked at, those that belong with what it names, and
 * then the rest, posts before all.
 */
export function chooseTools<T extends Offered>(
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

const costOf = ({ name, description, inputSchema }: Offered) =>
  countTokens({ name, description, inputSchema })

/** Names that people have for what the names of tools call otherwise. */
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

/** The areas that a text names, by a word of the names of their tools, `prompt` of `add_prompt`, or one for the same. */
function areasIn(text: string, tools: Pick<Offered, 'name' | 'area'>[]): string[] {
  const words = [
    ...tools.flatMap(({ name, area }) => nounsOf(name).map((noun) => [noun, area] as const)),
    ...Object.entries(alsoCalled).flatMap(([area, names]) =>
      names.split(' ').map((name) => [name, area] as const),
    ),
  ]
  // Where several areas have a word, it is that of the first.
  const areas = new Map(words.toReversed().map(([word, area]) => [stemOf(word), area]))
  const there = new Set(tools.map(({ area }) => area))
  const named = (text.toLowerCase().match(/[a-z]+/g) ?? []).flatMap((word) => areas.get(stemOf(word)) ?? [])
  return [...new Set(named)].filter((area) => there.has(area))
}

/** The first part of a tool's name is what it does. */
const nounsOf = (name: string) =>
  name
    .split('_')
    .slice(1)
    .filter((noun) => !vague.has(noun))

/** Anything has them. */
const vague = new Set(['changes', 'events', 'generation', 'history', 'results', 'share', 'status'])

/** A word in the form that its plural, and what is made of it, have too. */
const stemOf = (word: string) =>
  word
    .replace(/(?:ies|y)$/, 'i')
    .replace(/s$/, '')
    .slice(0, 7)
