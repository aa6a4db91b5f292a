import { count } from '../text/line.ts'
import type { ProjectRules } from './activity.ts'
import type { LedgerEntry } from './ledger.ts'

type Step = 'major' | 'minor' | 'patch'
export type NextVersion = {
  version: string
  previous: string | null
  step: Step | null
  because: string
  /** The changes that ask for the step. */
  changes: Pick<LedgerEntry, 'id' | 'number' | 'title'>[]
}

const version = /(?:^|[@/_-])v?(\d+)\.(\d+)(?:\.(\d+))?(-[\w.-]+)?$/i

/**
 * The version after `previous` by Semantic Versioning, from the reported changes of a ledger. Before 1.0 the second
 * number marks breaking changes and, unless `earlyFeatures` is `patch`, features. Null if `previous` is not a version
 * or the ledger reports nothing.
 */
export function proposeVersion(
  previous: string | null,
  ledger: LedgerEntry[],
  earlyFeatures: ProjectRules['earlyFeatures'] = 'minor',
): NextVersion | null {
  const reported = ledger.filter(({ placement }) => placement !== 'omitted')
  if (reported.length === 0) return null
  if (previous === null)
    return { version: '0.1.0', previous, step: null, because: 'There is no version yet', changes: [] }
  const found = version.exec(previous)
  if (!found) return null
  const [major = 0, minor = 0, patch = 0] = found.slice(1, 4).map((part) => Number(part ?? 0))
  const { level, changes } = weigh(reported)
  const [, , , , preRelease] = found
  if (preRelease !== undefined) {
    const stable = `${major}.${minor}.${patch}`
    const because = `${stable}${preRelease} is a pre-release of it`
    return { version: stable, previous, step: null, because, changes: [] }
  }
  const early = { major: 'minor', minor: earlyFeatures, patch: 'patch' } as const
  const step = major > 0 ? level : early[level]
  const next = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  }[step]
  const what = {
    major: count(changes.length, 'breaking change'),
    minor: count(changes.length, 'new feature or enhancement', 'new features and enhancements'),
    patch:
      changes.length === 1
        ? 'one change, which is neither breaking nor a new feature'
        : `${count(changes.length, 'change')}, none of which is breaking or a new feature`,
  }[level]
  const because = `A ${step} step from ${major}.${minor}.${patch} for ${what}`
  return {
    version: next,
    previous,
    step,
    because: major === 0 ? `${because}${beforeOne(level, earlyFeatures)}` : because,
    changes: changes.map(({ id, number, title }) => ({ id, number, title })),
  }
}

/** The rule for versions before 1.0 that decided the step. */
function beforeOne(level: Step, earlyFeatures: 'minor' | 'patch'): string {
  if (level === 'major') return '; before 1.0 a breaking change raises the second number'
  if (level === 'patch' || earlyFeatures === 'minor') return ''
  return '; early-features in .herald.toml raises the third number for features before 1.0'
}

/** The largest step that any change asks for, and the changes that ask for it. */
function weigh(reported: LedgerEntry[]): { level: Step; changes: LedgerEntry[] } {
  const breaking = reported.filter((entry) => entry.breaking)
  if (breaking.length > 0) return { level: 'major', changes: breaking }
  const features = reported.filter(({ category }) => category === 'Features & Enhancements')
  return features.length > 0 ? { level: 'minor', changes: features } : { level: 'patch', changes: reported }
}
