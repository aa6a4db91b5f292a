import { useSearchParams } from 'wouter'
import { intentOf } from '../../../features/geo/prompts/intent.ts'
import type { Prompt } from '../../data/prompts.ts'
import { useQueryState } from '../../data/query-state.ts'

export type Filters = ReturnType<typeof useFilters>

/** The filters of the list, which are in the URL. */
export function useFilters() {
  const [, setSearch] = useSearchParams()
  const [text, setText] = useQueryState('search')
  const [intent, setIntent] = useQueryState('intent')
  const [tag, setTag] = useQueryState('tag')
  const [source, setSource] = useQueryState('source')
  const values = { text, intent, tag, source }
  function clear() {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of ['search', 'intent', 'tag', 'source']) after.delete(name)
        return after
      },
      { replace: true },
    )
  }
  return {
    values,
    set: { text: setText, intent: setIntent, tag: setTag, source: setSource },
    areSet: Object.values(values).some((value) => value !== ''),
    clear,
  }
}

export function filterPrompts(prompts: Prompt[], { text, intent, tag, source }: Filters['values']): Prompt[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return prompts.filter(
    (each) =>
      words.every((word) => each.prompt.toLowerCase().includes(word)) &&
      (!intent || intentOf(each.prompt) === intent) &&
      (!tag || each.tags.includes(tag)) &&
      (!source || each.source === source),
  )
}
