import { useQueryState } from '../../data/query-state.ts'
import { useTrafficPages } from '../../data/traffic.ts'
import type { Window } from '../../data/window/window.ts'
import { FilterSelect } from '../../kit/field.tsx'
import * as strings from './strings.ts'

/** The host in the URL; hidden if all visits are of one host. */
export function HostFilter({ window }: { window: Window }) {
  const [host, setHost] = useQueryState('host')
  const { data = [] } = useTrafficPages(window, '')
  const hosts = [...new Set([...data.map((each) => each.host), host])].filter(Boolean).sort()
  if (hosts.length < 2 && !host) return null
  return (
    <FilterSelect
      label={strings.pages.host}
      value={host}
      choices={[
        { value: '', label: strings.pages.allHosts },
        ...hosts.map((each) => ({ value: each, label: each })),
      ]}
      onChange={setHost}
    />
  )
}
