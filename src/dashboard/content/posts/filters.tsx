import { useSearchParams } from 'wouter'
import { useBrands } from '../../data/brands.ts'
import { formatChoices } from '../../data/formats.ts'
import { useQueryState } from '../../data/query-state.ts'
import { postStates } from '../../data/states.tsx'
import { FilterSelect, FilterText } from '../../kit/field.tsx'
import { Segments } from '../../kit/tabs.tsx'
import * as strings from './strings.ts'

const statuses = [
  { value: '', label: strings.filters.all },
  { value: 'draft', label: postStates.draft.label },
  { value: 'published', label: postStates.published.label },
] as const

/** The filters of the list, which are in the URL. */
export function useFilters() {
  const [, setSearch] = useSearchParams()
  const [status, setStatus] = useQueryState('status')
  const [contentType, setContentType] = useQueryState('type')
  const [brandIdentityId, setBrand] = useQueryState('brand')
  const [search, setSearchText] = useQueryState('search')
  const values = { search, status, contentType, brandIdentityId }
  return {
    values,
    setSearchText,
    setStatus,
    setContentType,
    setBrand,
    areSet: Object.values(values).some((value) => value !== ''),
    clear: () => setSearch({}, { replace: true }),
  }
}

export function Filters({ filters, total }: { filters: ReturnType<typeof useFilters>; total: number }) {
  const brands = useBrands().data?.brandIdentities ?? []
  const { search, status, contentType, brandIdentityId } = filters.values
  return (
    <div className="row pt-4 pb-2">
      <FilterText label={strings.filters.search} value={search} onChange={filters.setSearchText} />
      <Segments
        label={strings.filters.status}
        choices={statuses}
        value={statuses.find(({ value }) => value === status)?.value ?? ''}
        onChange={filters.setStatus}
      />
      <FilterSelect
        label={strings.filters.type}
        value={contentType}
        choices={[{ value: '', label: strings.filters.allTypes }, ...typesFor(contentType)]}
        onChange={filters.setContentType}
      />
      {(brands.length > 1 || brandIdentityId !== '') && (
        <FilterSelect
          label={strings.filters.brand}
          value={brandIdentityId}
          choices={[
            { value: '', label: strings.filters.allBrands },
            ...brands.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={filters.setBrand}
        />
      )}
      <span className="muted small end">{strings.filters.total(total)}</span>
    </div>
  )
}

/** The types of posts that can be created, and the chosen one: an older post may be an investor update. */
const typesFor = (chosen: string) =>
  formatChoices.filter(({ value }) => value !== 'investor_update' || value === chosen)
