import type { Engines } from '../../../ai/engines/engines.ts'
import { countries, isCountry, type Place } from '../../../ai/engines/pages/place.ts'
import { badRequest } from '../../../errors.ts'
import { readBareHost } from '../../../net/bare-host.ts'
import {
  type LanguageCode,
  languageNames,
  maxLanguages,
  type SettingsBody,
  type SettingsRow,
} from './model.ts'

/** The settings that a user chooses. The other columns belong to scans. */
export type Definition = Pick<
  SettingsRow,
  | 'companyName'
  | 'aliases'
  | 'conversionPaths'
  | 'domains'
  | 'languages'
  | 'promptLanguage'
  | 'engines'
  | 'nonZdrApprovedEngines'
  | 'pausedAutoPromptIds'
  | 'removedAutoPromptIds'
  | 'trackWithoutSearch'
  | 'place'
  | 'enforceZdr'
  | 'enabled'
  | 'scanIntervalHours'
>

/**
 * Validates a document and merges it with the stored one; 400 names what is invalid (spec: GEO settings
 * document).
 */
export function defineSettings(engines: Engines, body: SettingsBody, stored: SettingsRow | null): Definition {
  const chosen = readEngines(engines, body.engines)
  const approved = body.nonZdrApprovedEngines.filter((id) => chosen.includes(id))
  const gone = (ids: string[] = []) => ids.filter((id) => engines.find(id) === null)
  return {
    companyName: body.companyName,
    aliases: unique(body.aliases),
    conversionPaths: body.conversionPaths
      ? unique(body.conversionPaths.map(readPath))
      : (stored?.conversionPaths ?? []),
    domains: body.domains ? unique(body.domains.map(readDomain)) : (stored?.domains ?? []),
    ...readLanguages(body, stored),
    // Engines that the catalog does not currently have are preserved: the client could not have removed them.
    engines: [...chosen, ...gone(stored?.engines)],
    nonZdrApprovedEngines: [...unique(approved), ...gone(stored?.nonZdrApprovedEngines)],
    pausedAutoPromptIds: unique(body.pausedAutoPromptIds ?? stored?.pausedAutoPromptIds ?? []),
    removedAutoPromptIds: unique(body.removedAutoPromptIds ?? stored?.removedAutoPromptIds ?? []),
    trackWithoutSearch: body.trackWithoutSearch ?? stored?.trackWithoutSearch ?? false,
    place: body.place ? readPlace(body.place) : (stored?.place ?? null),
    enforceZdr: body.enforceZdr,
    enabled: body.enabled,
    scanIntervalHours: body.scanIntervalHours,
  }
}

const unique = (values: string[]) => [...new Set(values)]

function readEngines({ find, list }: Engines, ids: string[]): string[] {
  const unknown = unique(ids).filter((id) => find(id) === null)
  if (unknown.length === 0) return unique(ids)
  const supported = list.map(({ id }) => id).join(', ') || 'none'
  throw badRequest(`Unknown engines: ${unknown.join(', ')}. Supported engines: ${supported}`)
}

/** Returns the tracked languages by code. The prompt language is always among them (contract geo 5). */
function readLanguages(body: SettingsBody, stored: SettingsRow | null) {
  const { promptLanguage: named } = body
  const unknown = [...body.languages, ...(named ? [named] : [])].filter((text) => !findLanguage(text))
  if (unknown.length > 0) {
    const supported = Object.entries(languageNames).map(([code, name]) => `${code} (${name})`)
    throw badRequest(
      `Unsupported languages: ${unique(unknown).join(', ')}. Supported languages: ${supported.join(', ')}`,
    )
  }
  const languages = unique(body.languages.map((text) => findLanguage(text) ?? text))
  const promptLanguage = (named && findLanguage(named)) ?? keptPromptLanguage(languages, stored)
  if (languages.includes(promptLanguage)) return { languages, promptLanguage }
  if (languages.length < maxLanguages) return { languages: [promptLanguage, ...languages], promptLanguage }
  throw badRequest(`languages must contain the prompt language, ${promptLanguage}: remove another one`)
}

/**
 * Returns the prompt language if a document names none: English, else the first tracked language. A language
 * that a user chose instead is kept, even if it is missing in the list.
 */
function keptPromptLanguage(languages: string[], stored: SettingsRow | null): string {
  const standard = (tracked: string[]) => (tracked.includes('en') ? 'en' : (tracked[0] ?? 'en'))
  if (!stored) return standard(languages)
  const isChosen = stored.promptLanguage !== standard(stored.languages)
  return isChosen || languages.includes(stored.promptLanguage) ? stored.promptLanguage : standard(languages)
}

const languages = new Map<string, LanguageCode>([
  ...Object.entries(languageNames).flatMap(([code, name]) => {
    const language = code as LanguageCode
    return [[code, language] as const, [name.toLowerCase(), language] as const]
  }),
  // Other codes in use.
  ['iw', 'he'],
  ['nb', 'no'],
  ['nn', 'no'],
])

/** Finds the language of a code or an English name; null if it is not supported. */
export function findLanguage(text: string): LanguageCode | null {
  return languages.get(text.toLowerCase()) ?? null
}

function readPlace({
  country,
  location = null,
  device = 'desktop',
}: NonNullable<SettingsBody['place']>): Place {
  const code = country.toUpperCase()
  if (isCountry(code)) return { country: code, location, device }
  const supported = Object.keys(countries).join(', ')
  throw badRequest(`place: unsupported country "${country}". Supported countries: ${supported}`)
}

function readDomain(text: string): string {
  const host = readBareHost(text)
  if (host) return host
  throw badRequest(`domains: "${text}" is not a domain such as example.com`)
}

/** Removes the query, the fragment and the trailing slash of a path. */
function readPath(text: string): string {
  if (!text.startsWith('/')) throw badRequest(`conversionPaths: "${text}" must begin with /`)
  const [path = ''] = text.split(/[?#]/)
  return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}

/**
 * Returns the selected engines that are in the catalog, or its default engines if none is left (contract geo
 * 5).
 */
export function resolveEngines({ find, list }: Engines, ids: string[]): string[] {
  const known = ids.filter((id) => find(id) !== null)
  return known.length > 0 ? known : list.filter(({ isDefault }) => isDefault).map(({ id }) => id)
}

/** A slot that was not renewed for this long is free (contract geo 7: Claim). */
export const staleMilliseconds = 2 * 60 * 60_000

/**
 * Whether a scan holds the project's slot: it started within two hours, and no scan has ended since (contract
 * geo 5).
 */
export function isScanning({ scanStartedAt, lastScanAt }: SettingsRow, now: Date): boolean {
  if (!scanStartedAt || now.getTime() - scanStartedAt.getTime() >= staleMilliseconds) return false
  return lastScanAt === null || lastScanAt < scanStartedAt
}

/** Whether stored answers were searched for other names than the new ones. */
export function changesNames(stored: SettingsRow, { companyName, aliases, domains }: Definition): boolean {
  const namesOf = (each: Pick<SettingsRow, 'companyName' | 'aliases' | 'domains'>) =>
    JSON.stringify([each.companyName, each.aliases, each.domains])
  return namesOf(stored) !== namesOf({ companyName, aliases, domains })
}
