import { t } from 'elysia'
import { answerKinds } from '../../../ai/engines/answer-kinds.ts'
import type { Engines } from '../../../ai/engines/engines.ts'
import { answerKindOf } from '../../../ai/engines/kind-of-answer.ts'
import { countries, devices, standardPlace } from '../../../ai/engines/pages/place.ts'
import { oneOf, optional, text } from '../../../http/fields.ts'
import { Organization } from '../../organizations/model.ts'
import type { geoSettings } from './table.ts'

export type SettingsRow = typeof geoSettings.$inferSelect

/** The languages of questions by their codes, in display order (contract geo 5). */
export const languageNames = {
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  pt: 'Portuguese',
  nl: 'Dutch',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  zh: 'Chinese',
  ar: 'Arabic',
  hi: 'Hindi',
  ru: 'Russian',
  tr: 'Turkish',
  pl: 'Polish',
  sv: 'Swedish',
  da: 'Danish',
  no: 'Norwegian',
  fi: 'Finnish',
  cs: 'Czech',
  ro: 'Romanian',
  hu: 'Hungarian',
  el: 'Greek',
  th: 'Thai',
  vi: 'Vietnamese',
  id: 'Indonesian',
  uk: 'Ukrainian',
  he: 'Hebrew',
} as const
export type LanguageCode = keyof typeof languageNames

export const maxLanguages = 4

export const scanIntervals = [24, 48, 72, 168, 336, 720] as const

const texts = t.Array(t.String())

/** Where, and on which device, pages of search engines and assistants are asked for. */
export const SearchPlace = t.Object({
  /** An ISO 3166-1 code, such as US. */
  country: t.String(),
  /** A city or region, as the provider spells it; null for the whole country. */
  location: t.Nullable(t.String()),
  device: oneOf(devices),
})

export const GeoSettings = t.Object({
  id: t.String(),
  organizationId: t.String(),
  projectId: t.String(),
  companyName: t.String(),
  aliases: texts,
  conversionPaths: texts,
  domains: texts,
  languages: texts,
  promptLanguage: t.String(),
  engines: texts,
  nonZdrApprovedEngines: texts,
  competitors: texts,
  pausedAutoPromptIds: texts,
  removedAutoPromptIds: texts,
  trackWithoutSearch: t.Boolean(),
  place: SearchPlace,
  enforceZdr: t.Boolean(),
  enabled: t.Boolean(),
  scanIntervalHours: oneOf(scanIntervals),
  isScanning: t.Boolean(),
  scanStartedAt: t.Nullable(t.String()),
  /** When the last attempt ended, including failed ones. */
  lastScanAt: t.Nullable(t.String()),
  nextScanAt: t.Nullable(t.String()),
  createdAt: t.String(),
  updatedAt: t.String(),
})

export type GeoSettings = typeof GeoSettings.static

const retention = oneOf(['all', 'some', 'none'])

export const CatalogProvider = t.Object({
  id: t.String(),
  label: t.String(),
  brand: t.String(),
  featured: t.Boolean(),
})

export const CatalogModel = t.Object({
  id: t.String(),
  provider: t.String(),
  label: t.String(),
  zdr: retention,
  /** The retention while searching. */
  searchZdr: retention,
  released: t.Nullable(t.String()),
  default: t.Boolean(),
  gateways: texts,
  supportsGroundedChecks: t.Boolean(),
  /** What is asked: an API differs from the page that people use. */
  kind: oneOf(answerKinds),
  /** Whether this server is configured for the engine. */
  available: t.Boolean(),
  /** What the operator has to set up first; null if the engine can be asked. */
  missing: t.Nullable(t.String()),
})

export const Catalog = t.Object({
  providers: t.Array(CatalogProvider),
  models: t.Array(CatalogModel),
  languages: t.Array(t.Object({ code: t.String(), name: t.String() })),
  /** The countries for which pages can be asked for, by their ISO 3166-1 codes. */
  countries: texts,
})

const saved = { configured: t.Boolean(), settings: t.Nullable(GeoSettings), organization: Organization }
export const ReadSettings = t.Object({ ...saved, catalog: Catalog })
export const SavedSettings = t.Object(saved)

type Count = { min?: number; max: number }

function list(name: string, what: string, { min = 0, max }: Count, longest = 128) {
  const error = `${name} must be a list of ${min > 0 ? `${min} to` : 'up to'} ${max} ${what}`
  return t.Array(text(`each of ${name}`, 1, longest), { minItems: min, maxItems: max, error })
}

const flag = (name: string) => t.Boolean({ error: `${name} must be true or false` })

/** The whole document. Omitted optional fields keep their stored values (spec: GEO settings document). */
export const SettingsBody = t.Object({
  companyName: text('companyName', 1, 128),
  aliases: list('aliases', 'names', { max: 10 }),
  conversionPaths: optional(list('conversionPaths', 'paths', { max: 20 }, 200)),
  domains: optional(list('domains', 'hosts', { max: 20 })),
  languages: list('languages', 'languages', { min: 1, max: maxLanguages }),
  promptLanguage: optional(text('promptLanguage', 1, 128)),
  engines: list('engines', 'model IDs', { min: 1, max: 64 }),
  nonZdrApprovedEngines: list('nonZdrApprovedEngines', 'model IDs', { max: 64 }),
  pausedAutoPromptIds: optional(list('pausedAutoPromptIds', 'IDs', { max: 8 })),
  removedAutoPromptIds: optional(list('removedAutoPromptIds', 'IDs', { max: 8 })),
  trackWithoutSearch: optional(flag('trackWithoutSearch')),
  place: optional(
    t.Object({
      country: text('country', 2, 2),
      location: optional(text('location', 1, 128)),
      device: t.Optional(oneOf(devices, { error: 'device must be desktop or mobile' })),
    }),
  ),
  enforceZdr: flag('enforceZdr'),
  enabled: flag('enabled'),
  scanIntervalHours: oneOf(scanIntervals, {
    error: `scanIntervalHours must be one of ${scanIntervals.join(', ')}`,
  }),
})
export type SettingsBody = typeof SettingsBody.static

/** Converts settings to the API format. `now` and the names of competitors are not stored with them. */
export function toGeoSettings(
  row: SettingsRow,
  more: Pick<GeoSettings, 'organizationId' | 'engines' | 'competitors' | 'isScanning'>,
): GeoSettings {
  const { engines } = more
  return {
    id: row.id,
    organizationId: more.organizationId,
    projectId: row.projectId,
    companyName: row.companyName,
    aliases: row.aliases,
    conversionPaths: row.conversionPaths,
    domains: row.domains,
    languages: row.languages,
    promptLanguage: row.promptLanguage,
    engines,
    nonZdrApprovedEngines: row.nonZdrApprovedEngines.filter((id) => engines.includes(id)),
    competitors: more.competitors,
    pausedAutoPromptIds: row.pausedAutoPromptIds,
    removedAutoPromptIds: row.removedAutoPromptIds,
    trackWithoutSearch: row.trackWithoutSearch,
    place: row.place ?? standardPlace,
    enforceZdr: row.enforceZdr,
    enabled: row.enabled,
    scanIntervalHours: scanIntervals.find((hours) => hours === row.scanIntervalHours) ?? scanIntervals[0],
    isScanning: more.isScanning,
    scanStartedAt: row.scanStartedAt?.toISOString() ?? null,
    lastScanAt: row.lastScanAt?.toISOString() ?? null,
    nextScanAt: row.nextScanAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Returns the engines and languages to choose from. */
export function toCatalog({ list, providers, isAvailable, missingFor }: Engines): typeof Catalog.static {
  return {
    providers,
    models: list.map((engine) => ({
      id: engine.id,
      provider: engine.provider,
      label: engine.label,
      zdr: engine.zdr,
      searchZdr: engine.searchZdr,
      released: engine.released,
      default: engine.isDefault,
      // The URLs of engines that the operator added are internal.
      gateways: engine.isBuiltIn ? [new URL(engine.baseUrl).host] : [],
      supportsGroundedChecks: engine.search.supported,
      kind: answerKindOf(engine),
      available: isAvailable(engine),
      missing: missingFor(engine),
    })),
    languages: Object.entries(languageNames).map(([code, name]) => ({ code, name })),
    countries: Object.keys(countries),
  }
}
