import { keepPreviousData } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import { useGeo } from './project-data.ts'
import { useOrgQuery } from './query.ts'
import { shiftBack, type Window } from './window/window.ts'

const reads = (projectId: string) => api.v1.projects({ projectId }).geo.traffic

const askOverview = (projectId: string, query: Window['query']) =>
  ask(reads(projectId).overview.get({ query: queryOf(query) }))
const askPages = (projectId: string, { query }: Window, host: string, failed: boolean) =>
  ask(reads(projectId).pages.get({ query: queryOf({ ...query, host, failed, limit: maxPages }) }))
const askNewest = (projectId: string) => ask(reads(projectId).log.get({ query: queryOf({ limit: 1 }) }))

export type Traffic = Awaited<ReturnType<typeof askOverview>>
export type Source = Traffic['sources'][number]
export type PageRow = Awaited<ReturnType<typeof askPages>>['pages'][number]

/** The most rows that one answer has. */
export const maxPages = 500

const emptyMilliseconds = 5000

/** Whether a window has no visit that the page shows. */
export const isEmpty = ({ crawler, aiReferral, contradicted, aiReferralTagged }: Traffic['totals']) =>
  crawler + aiReferral + contradicted + aiReferralTagged === 0

/** Visits by source in the window, and in the one of the same length before it. Polled until there is one. */
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
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => state.data && isEmpty(state.data.totals) && emptyMilliseconds,
    },
  )
}

/** The busiest pages by source, or those with most failed requests; of one host unless it is empty. */
export function useTrafficPages(window: Window, host: string, { failed = false } = {}) {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['traffic', projectId, 'pages', window.query, host, failed],
    async () => (await askPages(projectId, window, host, failed)).pages,
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

const askLog = (projectId: string, query: Record<string, string | number>) =>
  ask(reads(projectId).log.get({ query: queryOf(query) }))
const askJourneys = (projectId: string, { query }: Window) =>
  ask(reads(projectId).journeys.get({ query: queryOf(query) }))
const askJourney = (projectId: string, journeyId: string, { query }: Window) =>
  ask(
    reads(projectId)
      .journeys({ journeyId })
      .get({ query: queryOf(query) }),
  )

export type LogRow = Awaited<ReturnType<typeof askLog>>['log'][number]
export type Journey = Awaited<ReturnType<typeof askJourneys>>['journeys'][number]
export type LogFilter = { visitorTypes: string; categories: string; host: string }

const logMilliseconds = 5000

/** The newest visits, read every five seconds while the page is visible and they are not paused. */
export function useTrafficLog(filter: LogFilter, isPaused: boolean) {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['traffic', projectId, 'log', filter],
    async () => (await askLog(projectId, filter)).log,
    {
      placeholderData: keepPreviousData,
      refetchInterval: isPaused ? false : logMilliseconds,
      refetchOnWindowFocus: !isPaused,
    },
  )
}

/** The journeys of the window, newest activity first. */
export function useJourneys(window: Window) {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['traffic', projectId, 'journeys', window.query],
    async () => (await askJourneys(projectId, window)).journeys,
    { placeholderData: keepPreviousData },
  )
}

/** The visits of a journey, oldest first. */
export function useJourney(journeyId: string, window: Window) {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['traffic', projectId, 'journey', journeyId, window.query],
    async () => (await askJourney(projectId, journeyId, window)).events,
  )
}
