import { useQueryState } from '../../data/query-state.ts'
import { useOverview } from '../../data/visibility.ts'
import type { Window } from '../../data/window/window.ts'
import { FilterSelect } from '../../kit/field.tsx'
import { useEngineNames } from '../projects/engines.ts'
import * as strings from './strings.ts'

/** The engine of the rate and its chart: all engines by default. */
export function EngineFilter({ window }: { window: Window }) {
  const nameOf = useEngineNames()
  const { data } = useOverview(window)
  const [engine, setEngine] = useQueryState('engine')
  const known = data?.engines.map((each) => each.engine) ?? []
  const offered = engine === '' || known.includes(engine) ? known : [engine, ...known]
  if (offered.length < 2) return null
  return (
    <FilterSelect
      label={strings.engineFilter.engine}
      value={engine}
      choices={[
        { value: '', label: strings.engineFilter.allEngines },
        ...offered.map((each) => ({ value: each, label: nameOf(each) })),
      ]}
      onChange={setEngine}
    />
  )
}
