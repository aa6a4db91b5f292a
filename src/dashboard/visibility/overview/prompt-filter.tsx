import { usePrompts } from '../../data/prompts.ts'
import { useQueryState } from '../../data/query-state.ts'
import type { Window } from '../../data/window/window.ts'
import { FilterSelect } from '../../kit/field.tsx'
import { intentChoices } from '../prompts/intent.ts'
import * as strings from './strings.ts'

/** The window with the prompts in the URL that its figures are over. */
export function useFilteredWindow(window: Window): Window {
  const [tag] = useQueryState('tag')
  const [intent] = useQueryState('intent')
  const [branded] = useQueryState('branded')
  const chosen = Object.entries({ tag, intent, branded }).filter(([, value]) => value !== '')
  return chosen.length > 0 ? { ...window, filter: Object.fromEntries(chosen) } : window
}

/** Which prompts the figures are over: by tag, by intent, and whether they name the brand. */
export function PromptFilter() {
  const [tag, setTag] = useQueryState('tag')
  const [intent, setIntent] = useQueryState('intent')
  const [branded, setBranded] = useQueryState('branded')
  const tags = [...new Set((usePrompts().data ?? []).flatMap((each) => each.tags))].toSorted()
  const words = strings.promptFilter
  return (
    <div className="row pt-4">
      {tags.length > 0 && (
        <FilterSelect
          label={words.tag}
          value={tag}
          choices={[
            { value: '', label: words.allTags },
            ...tags.map((each) => ({ value: each, label: each })),
          ]}
          onChange={setTag}
        />
      )}
      <FilterSelect
        label={words.intent}
        value={intent}
        choices={[{ value: '', label: words.allIntents }, ...intentChoices]}
        onChange={setIntent}
      />
      <FilterSelect
        label={words.branded}
        value={branded}
        choices={words.brandedChoices}
        onChange={setBranded}
      />
    </div>
  )
}
