import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, ask, queryOf } from '../api.ts'
import { useProject } from '../projects/project.tsx'
import { useOrganization } from '../session/session.tsx'
import type { Window } from './window.ts'

const reads = (projectId: string) => api.v1.projects({ projectId }).geo.visibility

const askOverview = (projectId: string, { query }: Window) =>
  ask(reads(projectId).overview.get({ query: queryOf(query) }))
const askTimeseries = (projectId: string, { query }: Window) =>
  ask(reads(projectId).timeseries.get({ query: queryOf(query) }))

export type Overview = Awaited<ReturnType<typeof askOverview>>
export type EngineRates = Overview['engines'][number]
export type Timeseries = Awaited<ReturnType<typeof askTimeseries>>
/** A rate held against that of the window before. */
export type Comparison = NonNullable<EngineRates['comparison']>

/** How often each engine names the brand. */
export const useOverview = (window: Window) => useRead('overview', window, askOverview)

/** The same day by day. */
export const useTimeseries = (window: Window) => useRead('timeseries', window, askTimeseries)

function useRead<T>(read: string, window: Window, asking: (projectId: string, window: Window) => Promise<T>) {
  const { id } = useOrganization()
  const { id: projectId } = useProject()
  return useQuery({
    queryKey: [id, 'visibility', projectId, read, window.query],
    queryFn: () => asking(projectId, window),
    placeholderData: keepPreviousData,
  })
}
