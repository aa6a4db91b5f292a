import type { Activity } from './activity.ts'
import type { Audience } from './audience.ts'
import { foldChanges } from './fold.ts'
import { layOut } from './layout.ts'
import { type LedgerEntry, toLedger } from './ledger.ts'
import { type Placed, placeChanges } from './place.ts'
import { writeProse } from './prose.ts'
import { count, plainLine, shorten } from './text.ts'
import { defaultTitle, readTopic, subjectOf } from './title.ts'
import type { Tone } from './tone.ts'

export type ChangelogOptions = {
  title?: string
  /** The product, where its repository should not name it. */
  name?: string
  tone?: Tone
  audience?: Audience
}

type Account = { range: { from: string | null; to: string }; ledger: LedgerEntry[] }

/** Either written, or `skipped` for a reason: then only the account of what there was remains. */
export type Changelog =
  | (Account & { skipped: null; title: string; markdown: string })
  | (Account & { skipped: string })

/** Writes a changelog by the rules alone: the same activity always gives the same text. */
export function writeChangelog(activity: Activity, options: ChangelogOptions = {}): Changelog {
  const placed = placeChanges(foldChanges(activity))
  const account = { range: { from: activity.from, to: activity.to }, ledger: toLedger(placed) }
  const skipped = reasonToSkip(placed)
  if (skipped !== null) return { ...account, skipped }

  const { tone = 'Professional', audience = 'developers' } = options
  const topic = readTopic(activity, options.name)
  const prose = writeProse(placed, subjectOf(topic), tone, audience)
  return {
    ...account,
    skipped: null,
    title: shorten(plainLine(options.title ?? ''), 120) || defaultTitle(topic),
    markdown: layOut(placed, prose, { repository: activity.repository, audience }),
  }
}

function reasonToSkip({ highlights, listed, omitted }: Placed): string | null {
  if (highlights.length + listed.length > 0) return null
  if (omitted.length === 0) return 'There are no changes in this range.'
  return `Nothing in this range is worth telling: ${count(omitted.length, 'change was', 'changes were')} left out.`
}
