import type { PromptGap } from '../../data/gaps.ts'
import { useProjectSettings } from '../../data/project-data.ts'
import { type Choice, FilterSelect, FilterText } from '../../kit/field.tsx'
import { useEngineNames } from '../projects/engines.ts'
import { intentChoices } from '../prompts/intent.ts'
import { nameLanguage } from '../scans/languages.ts'
import type { GapFilters } from './filter-gaps.ts'
import * as strings from './strings.ts'

/** The filters of the prompt gaps; one without a choice to make is left out. */
export function GapFilterBar({
  gaps,
  filters: { values, language, set },
  children,
}: {
  gaps: PromptGap[]
  filters: GapFilters
  children: React.ReactNode
}) {
  const nameOf = useEngineNames()
  const languages = useProjectSettings().data?.settings?.languages ?? []
  const valuesOf = (pick: (gap: PromptGap) => string[]) => [...new Set(gaps.flatMap(pick))].toSorted()
  const words = strings.promptGaps
  return (
    <div className="row pt-4 pb-2">
      <FilterText label={words.filterByText} value={values.text} onChange={set.text} />
      <Filter
        label={words.missingFromEngine}
        all={words.missingFromAnyEngine}
        value={values.engine}
        choices={[...new Set(gaps.flatMap(({ engines }) => engines))].map((each) => ({
          value: each,
          label: nameOf(each),
        }))}
        onChange={set.engine}
      />
      <Filter
        label={words.tag}
        all={words.allTags}
        value={values.tag}
        choices={valuesOf(({ tags }) => tags).map((tag) => ({ value: tag, label: tag }))}
        onChange={set.tag}
      />
      <Filter
        label={words.intent}
        all={words.allIntents}
        value={values.intent}
        choices={intentChoices}
        onChange={set.intent}
      />
      {languages.length > 1 && (
        <Filter
          label={words.language}
          all={words.allLanguages}
          value={language}
          choices={languages.map((each) => ({ value: each, label: nameLanguage(each) }))}
          onChange={set.language}
        />
      )}
      {gaps.some(({ branded }) => branded) && (
        <Filter
          label={words.branded}
          all={words.unbranded}
          value={values.branded}
          choices={words.brandedChoices}
          onChange={set.branded}
        />
      )}
      <FilterSelect label={words.sort} value={values.sort} choices={words.orders} onChange={set.sort} />
      {children}
    </div>
  )
}

function Filter({
  label,
  all,
  value,
  choices,
  onChange,
}: {
  label: string
  all: string
  value: string
  choices: Choice[]
  onChange: (value: string) => void
}) {
  if (choices.length === 0) return null
  return (
    <FilterSelect
      label={label}
      value={value}
      choices={[{ value: '', label: all }, ...choices]}
      onChange={onChange}
    />
  )
}
