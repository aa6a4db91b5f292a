import { useProjectSettings } from '../../data/project-data.ts'
import { usePrompts } from '../../data/prompts.ts'
import { useQueryState } from '../../data/query-state.ts'
import { shiftBack, type Window } from '../../data/window/window.ts'
import { FilterDay, FilterSelect } from '../../kit/field.tsx'
import { useIsPage } from '../projects/engines.ts'
import { intentChoices } from '../prompts/intent.ts'
import { nameLanguage } from '../scans/languages.ts'
import { SavedViews } from './saved-views.tsx'
import * as strings from './strings.ts'

/** The window with the prompts in the URL that its figures are over, and the page if one is chosen as engine. */
export function useFilteredWindow(window: Window): Window {
  const [tag] = useQueryState('tag')
  const [intent] = useQueryState('intent')
  const [branded] = useQueryState('branded')
  const [language] = useQueryState('language')
  const [engine] = useQueryState('engine')
  const surface = useIsPage()(engine) ? engine : ''
  const chosen = Object.entries({ tag, intent, branded, language, surface }).filter(
    ([, value]) => value !== '',
  )
  return chosen.length > 0 ? { ...window, filter: Object.fromEntries(chosen) } : window
}

/** Which prompts the figures are over: by tag, by intent, and whether they name the brand. */
export function PromptFilter({ window }: { window: Window }) {
  const [tag, setTag] = useQueryState('tag')
  const [intent, setIntent] = useQueryState('intent')
  const [branded, setBranded] = useQueryState('branded')
  const tags = [...new Set((usePrompts().data ?? []).flatMap((each) => each.tags))].toSorted()
  const [language, setLanguage] = useQueryState('language')
  const settings = useProjectSettings().data?.settings
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
      {settings && settings.languages.length > 1 && (
        <FilterSelect
          label={words.language}
          value={language}
          choices={[
            { value: '', label: words.promptLanguage },
            ...settings.languages.map((each) => ({ value: each, label: nameLanguage(each) })),
          ]}
          onChange={setLanguage}
        />
      )}
      {window.range.value === 'custom' && <ComparedDays window={window} />}
      <SavedViews />
    </div>
  )
}

/** The days that custom dates are compared with; the same number directly before them until both are chosen. */
function ComparedDays({ window }: { window: Window }) {
  const standard = shiftBack(window.days)
  const [from, setFrom] = useQueryState('compareFrom', standard.from)
  const [to, setTo] = useQueryState('compareTo', standard.to)
  return (
    <>
      <span className="muted">{strings.promptFilter.comparedWith}</span>
      <FilterDay label={strings.promptFilter.comparedFrom} value={from} onChange={setFrom} />
      <FilterDay label={strings.promptFilter.comparedTo} value={to} onChange={setTo} />
    </>
  )
}
