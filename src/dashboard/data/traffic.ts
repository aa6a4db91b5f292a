import { keepPreviousData } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import { useGeo } from './project-data.ts'
import { useOrgQuery } from './query.ts'
import { shiftBack, type Window } from './window.ts'

const reads = (projectId: string) => api.v1.projects({ projectId }).geo.traffic

const askOverview = (projectId: string, query: Window['query']) =>
  ask(reads(projectId).overview.get({ query: queryOf(query) }))
const askPages = (projectId: string, { query }: Window, host: string) =>
  ask(reads(projectId).pages.get({ query: queryOf({ ...query, host, limit: maxPages }) }))
const askNewest = (projectId: string) => ask(reads(projectId).log.get({ query: queryOf({ limit: 1 }) }))

export type Traffic = Awaited<ReturnType<typeof askOverview>>
export type Source = Traffic['sources'][number]
export type PageRow = Awaited<ReturnType<typeof askPages>>['pages'][number]

/** The most rows that one answer has. */
export const maxPages = 500

/** Visits by source in the window, and in the one of the same length before it. */
export function useTraffic(window: Window) {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['traffic', projectId, 'overview', window.query],
    async () => {
      const [current, previous] = await Promise.all([
        askOverview(projectId, window.query),
        askOverview(projectId, shiftBack(window.days)),
      ])
      return { ...current, previous: previous.totals }
    },
    { placeholderData: keepPreviousData },
  )
}

/** The busiest pages by source; of one host unless it is empty. */
export function useTrafficPages(window: Window, host: string) {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['traffic', projectId, 'pages', window.query, host],
    async () => (await askPages(projectId, window, host)).pages,
    { placeholderData: keepPreviousData },
  )
}

/** Whether any visit is stored, whenever it was. */
export function useHasVisits() {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['traffic', projectId, 'newest'],
    async () => (await askNewest(projectId)).log.length > 0,
  )
}
