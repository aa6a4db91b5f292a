import { plainLine, shorten } from '../text/line.ts'
import type { Activity } from './activity.ts'
import { draftChangelog, reasonToSkip } from './draft.ts'
import { closeDocument, layOut } from './layout.ts'
import { type LedgerEntry, toLedger } from './ledger.ts'
import type { ProjectRules } from './project-rules.ts'
import { writeProse } from './prose.ts'
import { defaultTitle, subjectOf } from './title.ts'
import type { Audience, Tone } from './tone.ts'

export type ChangelogOptions = {
  title?: string
  /** The product, where its repository should not name it. */
  name?: string
  tone?: Tone
  audience?: Audience
  /** What the project says about itself. */
  rules?: ProjectRules
}

type Account = { range: { from: string | null; to: string }; ledger: LedgerEntry[] }

/** Either written, or `skipped` for a reason: then only the account of what there was remains. */
export type Changelog =
  | (Account & { skipped: null; title: string; markdown: string; closing: string | null })
  | (Account & { skipped: string })

/** Writes a changelog by the rules alone: the same activity always gives the same text. */
export function writeChangelog(activity: Activity, options: ChangelogOptions = {}): Changelog {
  const { placed, topic } = draftChangelog([activity], options.name, options.rules)
  const account = { range: { from: activity.from, to: activity.to }, ledger: toLedger(placed) }
  const skipped = reasonToSkip(placed)
  if (skipped !== null) return { ...account, skipped }

  const { tone = 'Professional', audience = 'developers' } = options
  const prose = writeProse(placed, subjectOf(topic), tone, audience)
  return {
    ...account,
    skipped: null,
    title: shorten(plainLine(options.title ?? ''), 120) || defaultTitle(topic),
    markdown: layOut(placed, prose, { repository: activity.repository, audience }),
    closing: closeDocument(placed, activity),
  }
}
