import type { Engine, Provider } from '../../data/visibility-settings.ts'
import * as strings from './strings.ts'

/** The number of engines of a provider before the rest is folded (contract geo 17). */
const fewAtFirst = 3

/** Whether zero retention is required, and the engines that are allowed nevertheless. */
type Retention = { enforceZdr: boolean; approved: string[] }

export type Group = {
  provider: Provider
  shown: Engine[]
  /** The number of folded engines. */
  more: number
  /** The setting that all shown engines need. */
  missing: string | null
}

/**
 * The engines by provider: the standard ones first, then the newest. Without a search text, a few of each and
 * the selected ones are shown; a search finds all of them.
 */
export function groupEngines(
  { providers, models }: { providers: Provider[]; models: Engine[] },
  { chosen, search, isOpen }: { chosen: string[]; search: string; isOpen: (providerId: string) => boolean },
): Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return providers
    .map((provider) => {
      const all = models
        .filter((engine) => engine.provider === provider.id)
        .filter(({ id, label }) => {
          const text = `${provider.label} ${label} ${id}`.toLowerCase()
          return words.every((word) => text.includes(word))
        })
        .toSorted(byRank)
      const isWhole = words.length > 0 || isOpen(provider.id)
      const shown = all.filter(({ id }, place) => isWhole || place < fewAtFirst || chosen.includes(id))
      return { provider, shown, more: all.length - shown.length, missing: commonOf(shown) }
    })
    .filter(({ shown }) => shown.length > 0)
}

const commonOf = ([first, ...others]: Engine[]) =>
  others.every(({ missing }) => missing === first?.missing) ? (first?.missing ?? null) : null

/** The main providers, and those with a selected engine; the others are folded. */
export const standsOut = ({ provider, shown }: Group, chosen: string[]) =>
  provider.featured || shown.some(({ id }) => chosen.includes(id))

function byRank(one: Engine, other: Engine): number {
  const rank = ({ default: isStandard, released }: Engine) => `${isStandard ? 1 : 0}${released ?? ''}`
  return rank(other).localeCompare(rank(one))
}

/** Whether an engine stores data; for an engine with search, whether its searches are stored. */
export const keepsAll = ({ zdr, searchZdr, supportsGroundedChecks }: Engine) =>
  (supportsGroundedChecks ? searchZdr : zdr) === 'none'

/** Whether scans skip it for that reason (contract geo 5: ZDR decision per engine). */
const isLeftOut = (engine: Engine, { enforceZdr, approved }: Retention) =>
  enforceZdr && keepsAll(engine) && !approved.includes(engine.id)

/** The selected engines that a scan skips, and why. */
export function warnAbout(chosen: Engine[], retention: Retention): string | null {
  const isAsked = (engine: Engine) => engine.missing === null && !isLeftOut(engine, retention)
  if (chosen.length === 0) return strings.engines.noneSelected
  const asked = chosen.filter(isAsked).length
  if (asked === chosen.length) return null
  if (asked === 0) return strings.engines.noneReady
  const count = chosen.length - asked
  return strings.engines.someSkipped(count, chosen.length)
}
