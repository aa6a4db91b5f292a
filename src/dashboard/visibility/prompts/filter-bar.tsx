import type { Prompt } from '../../data/prompts.ts'
import { FilterSelect, FilterText } from '../../kit/field.tsx'
import type { Filters } from './filters.ts'
import { intentChoices } from './intent.ts'
import * as strings from './strings.ts'

const sources = [
  { value: '', label: strings.filterBar.allSources },
  { value: 'custom', label: strings.filterBar.added },
  { value: 'auto', label: strings.filterBar.automatic },
]

export function FilterBar({
  filters: { values, set },
  prompts,
  shown,
}: {
  filters: Filters
  prompts: Prompt[]
  /** The number of prompts that match the filters. */
  shown: number
}) {
  const tags = [...new Set(prompts.flatMap((each) => each.tags))].toSorted()
  return (
    <div className="row pt-4 pb-2">
      <FilterText label={strings.filterBar.filterByText} value={values.text} onChange={set.text} />
      <FilterSelect
        label={strings.filterBar.intent}
        value={values.intent}
        choices={[{ value: '', label: strings.filterBar.allIntents }, ...intentChoices]}
        onChange={set.intent}
      />
      {tags.length > 0 && (
        <FilterSelect
          label={strings.filterBar.tag}
          value={values.tag}
          choices={[
            { value: '', label: strings.filterBar.allTags },
            ...tags.map((tag) => ({ value: tag, label: tag })),
          ]}
          onChange={set.tag}
        />
      )}
      <FilterSelect
        label={strings.filterBar.source}
        value={values.source}
        choices={sources}
        onChange={set.source}
      />
      <span className="muted small end">
        {shown} {shown === 1 ? strings.filterBar.prompt : strings.filterBar.prompts}
      </span>
    </div>
  )
}
