import { keepPreviousData } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import { useProject } from './project-context.ts'
import { useOrgQuery } from './query.ts'
import type { Window } from './window/window.ts'

const reads = (projectId: string) => api.v1.projects({ projectId }).geo.visibility

const askOverview = (projectId: string, { query, filter }: Window) =>
  ask(reads(projectId).overview.get({ query: queryOf({ ...query, ...filter }) }))
const askTimeseries = (projectId: string, { query, filter }: Window) =>
  ask(reads(projectId).timeseries.get({ query: queryOf({ ...query, ...filter }) }))

const askShare = (projectId: string, { query, filter }: Window) =>
  ask(reads(projectId)['competitor-share'].get({ query: queryOf({ ...query, ...filter }) }))
const askLanguages = (projectId: string, { query }: Window) =>
  ask(reads(projectId)['language-share'].get({ query: queryOf(query) }))
const askSentiment = (projectId: string, { query }: Window) =>
  ask(api.v1.projects({ projectId }).geo.sentiment.get({ query: queryOf(query) }))

const askSources = (projectId: string, { query }: Window) =>
  ask(api.v1.projects({ projectId }).geo.sources.get({ query: queryOf(query) }))
const askChanges = (projectId: string) =>
  ask(api.v1.projects({ projectId }).geo.changes.get({ query: { limit: 'all' } }))
const askMeasures = (projectId: string, { query }: Window) =>
  ask(reads(projectId).measures.get({ query: queryOf(query) }))

export type Sources = Awaited<ReturnType<typeof askSources>>
export type Measures = Awaited<ReturnType<typeof askMeasures>>
export type Changes = Awaited<ReturnType<typeof askChanges>>
export type Share = Awaited<ReturnType<typeof askShare>>
export type LanguageRates = Awaited<ReturnType<typeof askLanguages>>['points'][number]
export type Sentiment = Awaited<ReturnType<typeof askSentiment>>

export type Overview = Awaited<ReturnType<typeof askOverview>>
export type EngineRates = Overview['engines'][number]
export type Timeseries = Awaited<ReturnType<typeof askTimeseries>>
/** A rate compared with the previous window. */
export type Comparison = NonNullable<EngineRates['comparison']>

/** How often each engine names the brand. */
export const useOverview = (window: Window) => useRead('overview', window, askOverview)

/** The same per day. */
export const useTimeseries = (window: Window) => useRead('timeseries', window, askTimeseries)

/** How often other brands are named, and the brand's share of all mentions. */
export const useShare = (window: Window) => useRead('competitor-share', window, askShare)

/** How often the brand is named in each language. */
export const useLanguages = (window: Window) => useRead('language-share', window, askLanguages)

/** The sentiment of mentions of the brand. */
export const useSentiment = (window: Window) => useRead('sentiment', window, askSentiment)

/** The sites and pages that engines cite. */
export const useSources = (window: Window) => useRead('sources', window, askSources)

/** Rates of the brand, engines, competitors, tags and prompts, compared with the window before. */
export const useMeasures = (window: Window) => useRead('measures', window, askMeasures)

/** The changes between the last two scans. */
export function useChanges() {
  const { id: projectId } = useProject()
  return useOrgQuery(['visibility', projectId, 'changes'], () => askChanges(projectId))
}

function useRead<T>(read: string, window: Window, asking: (projectId: string, window: Window) => Promise<T>) {
  const { id: projectId } = useProject()
  return useOrgQuery(
    ['visibility', projectId, read, window.query, window.filter ?? {}],
    () => asking(projectId, window),
    {
      placeholderData: keepPreviousData,
    },
  )
}
