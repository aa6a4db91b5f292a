import type { Prompt } from '../../data/prompts.ts'
import { FilterSelect, FilterText } from '../../kit/field.tsx'
import type { Filters } from './filters.ts'
import { intentChoices } from './intent.ts'

const sources = [
  { value: '', label: 'All sources' },
  { value: 'custom', label: 'Added' },
  { value: 'auto', label: 'Automatic' },
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
      <FilterText label="Filter by text" value={values.text} onChange={set.text} />
      <FilterSelect
        label="Intent"
        value={values.intent}
        choices={[{ value: '', label: 'All intents' }, ...intentChoices]}
        onChange={set.intent}
      />
      {tags.length > 0 && (
        <FilterSelect
          label="Tag"
          value={values.tag}
          choices={[{ value: '', label: 'All tags' }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
          onChange={set.tag}
        />
      )}
      <FilterSelect label="Source" value={values.source} choices={sources} onChange={set.source} />
      <span className="muted small end">
        {shown} {shown === 1 ? 'prompt' : 'prompts'}
      </span>
    </div>
  )
}
