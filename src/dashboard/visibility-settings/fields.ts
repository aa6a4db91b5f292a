import type { Brand } from '../brand/queries.ts'
import type { Document, Engine, Settings } from './queries.ts'

/** What a project tracks as the page has it: lists that are typed are texts with a line for each. */
export type Values = {
  companyName: string
  aliases: string
  domains: string
  conversionPaths: string
  languages: string[]
  promptLanguage: string
  engines: string[]
  trackWithoutSearch: boolean
  enforceZdr: boolean
  nonZdrApprovedEngines: string[]
  enabled: boolean
  scanIntervalHours: Settings['scanIntervalHours']
}

/** What is changed on the page: what is tracked, and the project itself. */
export type Changes = Values & { name: string; brandSettingsId: string }

/** What each part of the page shows, and how it tells what was changed. */
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
    enforceZdr: rest.enforceZdr,
    nonZdrApprovedEngines: rest.nonZdrApprovedEngines,
    enabled: rest.enabled,
    scanIntervalHours,
  }
}

/** What is proposed before the first save: the brand by its name, in English, the engines that most people ask. */
export function proposalFor(brand: Brand | undefined, engines: Engine[]): Values {
  const standard = engines.filter((engine) => engine.default)
  const ready = standard.filter(({ missing }) => missing === null)
  return {
    companyName: brand?.companyName ?? brand?.name ?? '',
    ...{ aliases: '', domains: '', conversionPaths: '' },
    ...{ languages: ['en'], promptLanguage: 'en', trackWithoutSearch: false },
    engines: (ready.length > 0 ? ready : standard).map(({ id }) => id),
    ...{ enforceZdr: false, nonZdrApprovedEngines: [] },
    // Scans cost money: nobody is asked before somebody says so.
    enabled: false,
    scanIntervalHours: 24,
  }
}

/** The document that the API takes (spec: GEO settings document). */
export function documentOf(values: Values): Document {
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
