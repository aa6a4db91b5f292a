import type { Repository } from '../../data/repositories.ts'
import { FilterText } from '../../kit/field.tsx'
import { Segments } from '../../kit/tabs.tsx'
import { RepositoryFilter } from '../repositories/repository-filter.tsx'
import type { DeliveryFilter } from './filter.ts'
import * as strings from './strings.ts'
import { kinds, type Result, results } from './words.ts'

const choices: { value: Result | 'all'; label: string }[] = [
  { value: 'all', label: strings.deliveryFilters.all },
  ...results.map((value) => ({ value, label: kinds[value].label })),
]

/** The filters of deliveries; the repository only if there are several. */
export function DeliveryFilters({
  filter,
  repositories,
}: {
  filter: DeliveryFilter
  repositories: Repository[]
}) {
  const { result, setResult, search, setSearch, repositoryId, setRepositoryId } = filter
  return (
    <div className="row pb-2">
      <Segments
        label={strings.deliveryFilters.result}
        choices={choices}
        value={result ?? 'all'}
        onChange={(next) => setResult(next === 'all' ? null : next)}
      />
      <RepositoryFilter repositories={repositories} value={repositoryId} onChange={setRepositoryId} />
      <FilterText label={strings.deliveryFilters.filter} value={search} onChange={setSearch} end />
    </div>
  )
}
