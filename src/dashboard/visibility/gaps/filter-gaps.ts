import { intentOf } from '../../../features/geo/prompts/intent.ts'
import type { PromptGap } from '../../data/gaps.ts'
import { useQueryState } from '../../data/query-state.ts'

/** The filters of the prompt gaps, which are in the URL. The language is a filter of the request. */
export function useGapFilters() {
  const [text, setText] = useQueryState('text')
  const [engine, setEngine] = useQueryState('engine')
  const [tag, setTag] = useQueryState('tag')
  const [intent, setIntent] = useQueryState('intent')
  const [branded, setBranded] = useQueryState('branded')
  const [sort, setSort] = useQueryState('sort')
  const [language, setLanguage] = useQueryState('language')
  return {
    values: { text, engine, tag, intent, branded, sort },
    language,
    set: {
      text: setText,
      engine: setEngine,
      tag: setTag,
      intent: setIntent,
      branded: setBranded,
      sort: setSort,
      language: setLanguage,
    },
    clear() {
      for (const reset of [setText, setEngine, setTag, setIntent, setBranded]) reset('')
    },
  }
}

export type GapFilters = ReturnType<typeof useGapFilters>

/** The gaps that match, in order. Prompts that name the brand are shown only if they are wanted. */
export function filterGaps(gaps: PromptGap[], filters: GapFilters['values']): PromptGap[] {
  const { text, engine, tag, intent, branded, sort } = filters
  const found = gaps.filter(
    (gap) =>
      isLike(gap, text) &&
      (engine === '' || gap.engines.includes(engine)) &&
      (tag === '' || gap.tags.includes(tag)) &&
      (intent === '' || intentOf(gap.prompt) === intent) &&
      (branded === 'all' || gap.branded === (branded === 'only')),
  )
  return found.sort(orders[sort] ?? byClarity)
}

/** Clear gaps first; among them, the order of the API is by opportunity. */
const byClarity = (a: PromptGap, b: PromptGap) => Number(b.confident) - Number(a.confident)

const orders: Record<string, (a: PromptGap, b: PromptGap) => number> = {
  rate: (a, b) => (a.rate ?? 1) - (b.rate ?? 1) || b.n - a.n,
  competitors: (a, b) => b.competitors.length - a.competitors.length,
  prompt: (a, b) => a.prompt.localeCompare(b.prompt),
}

/** Whether the prompt of a gap, or one of its competitors, contains a text. */
function isLike({ prompt, title, competitors }: PromptGap, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return [prompt, title ?? '', ...competitors].some((each) => each.toLowerCase().includes(wanted))
}
