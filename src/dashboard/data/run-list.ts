import { keepPreviousData } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import { useOrgQuery } from './query.ts'
import { isOpen } from './run.ts'

type Filter = { status?: string; integrationId?: string; page?: number }

const fetchRuns = (filter: Filter) => ask(api.v1.runs.get({ query: queryOf({ ...filter, limit: 25 }) }))

export type ListedRun = Awaited<ReturnType<typeof fetchRuns>>['runs'][number]

/** A page of runs, newest first; it is polled while one of them is running. */
export function useRuns(filter: Filter) {
  return useOrgQuery(['runs', filter], () => fetchRuns(filter), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.runs.some(isOpen) ? 2000 : false),
  })
}
