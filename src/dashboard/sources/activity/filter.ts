import { useSearchParams } from 'wouter'
import { usePage, useQueryState } from '../../data/query-state.ts'
import { kinds, type Result, results } from './words.ts'

/** The filters in the URL. */
export function useDeliveryFilter() {
  const [repositoryId, setRepositoryId] = useQueryState('repository')
  const [named, setResult] = useQueryState('result')
  const [search, setSearch] = useQueryState('search')
  const [page, setPage] = usePage()
  const [, setAll] = useSearchParams()
  const result = results.find((each) => each === named) ?? null
  return {
    repositoryId,
    setRepositoryId,
    result,
    setResult: (next: Result | null) => setResult(next ?? ''),
    search,
    setSearch,
    setPage,
    clear: () => setAll(new URLSearchParams(), { replace: true }),
    /** The query of the list; without a filter the same as for the tally. */
    asked: {
      ...(result ? { type: kinds[result].types.join() } : {}),
      ...(search ? { search } : {}),
      ...(page > 1 ? { page } : {}),
    },
  }
}

export type DeliveryFilter = ReturnType<typeof useDeliveryFilter>
