import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { isOpen } from './run.ts'
import { useOrganization } from './session.tsx'

const runQuery = (organizationId: string, runId: string) =>
  queryOptions({
    queryKey: [organizationId, 'runs', runId],
    queryFn: () => ask(api.v1.runs({ runId }).get()),
    enabled: runId !== '',
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.run) ? 2000 : false),
  })

/** The state of a run, polled every two seconds until it has ended; disabled without an id. */
export function useRun(runId: string) {
  const { id } = useOrganization()
  return useQuery(runQuery(id, runId))
}

/** The same for several, in order; undefined while one is loading. */
export function useRunsOfRequest(runIds: string[]) {
  const { id } = useOrganization()
  return useQueries({
    queries: runIds.map((runId) => runQuery(id, runId)),
    combine: (results) => results.map(({ data }) => data?.run),
  })
}
