import { useQueryClient } from '@tanstack/react-query'
import { Problem } from '../kit/problem.ts'
import { api, ask } from './api.ts'
import type { Brand } from './brands.ts'
import { useProject } from './project-context.ts'
import { type geoRoutes, type ProjectSettings, useGeo } from './project-data.ts'
import { useInvalidate, useOrgChange } from './query.ts'
import * as strings from './strings.ts'

/** The settings in the form's format: lists are texts with one item per line. */
export type Values = {
  companyName: string
  aliases: string
  domains: string
  conversionPaths: string
  languages: string[]
  promptLanguage: string
  engines: string[]
  trackWithoutSearch: boolean
  /** Where pages are read; null for the standard. */
  place: Settings['place'] | null
  enforceZdr: boolean
  nonZdrApprovedEngines: string[]
  enabled: boolean
  scanIntervalHours: Settings['scanIntervalHours']
}

/** The fields of the page: the settings and the project itself. */
export type Changes = Values & { name: string; brandSettingsId: string }

/** The fields, and the function to change them. */
export type Fields = {
  values: Values
  /** Why a change was not saved. */
  failures: { [Key in keyof Changes]?: Error }
  change: (patch: Partial<Changes>, isTyping?: boolean) => void
  flush: () => void
}

export function valuesOf(settings: Settings): Values {
  const { aliases, domains, conversionPaths, scanIntervalHours, ...rest } = settings
  return {
    companyName: rest.companyName,
    aliases: toText(aliases),
    domains: toText(domains),
    conversionPaths: toText(conversionPaths),
    languages: rest.languages,
    promptLanguage: rest.promptLanguage,
    engines: rest.engines,
    trackWithoutSearch: rest.trackWithoutSearch,
    place: rest.place,
    enforceZdr: rest.enforceZdr,
    nonZdrApprovedEngines: rest.nonZdrApprovedEngines,
    enabled: rest.enabled,
    scanIntervalHours,
  }
}

/**
 * The suggested settings before the first save: the brand by name, in English, with the most used engines.
 */
export function proposalFor(brand: Brand | undefined, engines: Engine[]): Values {
  const standard = engines.filter((engine) => engine.default)
  const ready = standard.filter(({ missing }) => missing === null)
  return {
    companyName: brand?.companyName ?? brand?.name ?? '',
    ...{ aliases: '', domains: '', conversionPaths: '' },
    ...{ languages: ['en'], promptLanguage: 'en', trackWithoutSearch: false, place: null },
    engines: (ready.length > 0 ? ready : standard).map(({ id }) => id),
    ...{ enforceZdr: false, nonZdrApprovedEngines: [] },
    // Scans cost money, so they are off by default.
    enabled: false,
    scanIntervalHours: 24,
  }
}

/** The document in the API's format (spec: GEO settings document). */
function documentOf(values: Values): Document {
  const { aliases, domains, conversionPaths, ...rest } = values
  return {
    ...rest,
    companyName: rest.companyName.trim(),
    aliases: toLines(aliases),
    domains: toLines(domains),
    conversionPaths: toLines(conversionPaths),
  }
}

const toText = (lines: string[]) => lines.join('\n')

function toLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines)].filter((line) => line !== '')
}

const noRetention = strings.visibilitySettings.noZeroRetention

type Settings = NonNullable<ProjectSettings['settings']>
type Document = Parameters<ReturnType<typeof geoRoutes>['settings']['patch']>[0]
export type Catalog = ProjectSettings['catalog']
export type Engine = Catalog['models'][number]
export type Provider = Catalog['providers'][number]

/**
 * Saves changes as the whole document that the API expects; `standard` has the values that were not saved
 * before.
 */
export function useSaveTracking(standard: () => Values) {
  const { routes, keyOf } = useGeo()
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const key = keyOf('geo-settings')
  return async (patch: Partial<Values>) => {
    const stored = client.getQueryData<ProjectSettings>(key)?.settings
    const document = documentOf({ ...(stored ? valuesOf(stored) : standard()), ...patch })
    // The request continues when the tab is closed.
    const answer = await ask(routes.settings.patch(document, { fetch: { keepalive: true } }))
    client.setQueryData<ProjectSettings>(key, (before) => before && { ...before, ...answer })
    if (patch.enforceZdr && !answer.settings?.enforceZdr) throw new Problem(402, noRetention)
    void invalidate('scans')
  }
}

/** Renames the project, or changes its brand. */
export function useSaveProject() {
  const project = useProject()
  const invalidate = useInvalidate()
  return async (patch: { name?: string; brandSettingsId?: string }) => {
    await ask(api.v1.projects({ projectId: project.id }).patch(patch, { fetch: { keepalive: true } }))
    await invalidate('projects')
  }
}

export function useDeleteProject() {
  const project = useProject()
  return useOrgChange('projects', () => ask(api.v1.projects({ projectId: project.id }).delete()))
}
