import { plainLine, shorten } from '../text/line.ts'
import type { Activity } from './activity.ts'
import { type Draft, draftChangelog, reasonToSkip } from './draft.ts'
import { closeDocument, layOut } from './layout.ts'
import { type LedgerEntry, toLedger } from './ledger.ts'
import { compareUrl } from './links.ts'
import type { Section } from './prepend.ts'
import { writeProse } from './prose.ts'
import type { Quote } from './quotes/find-quote.ts'
import { defaultTitle, subjectOf, type Topic } from './title.ts'
import type { Audience, Tone } from './tone.ts'

export type ChangelogOptions = {
  title?: string
  /** The product's name, if not that of the repository. */
  name?: string
  tone?: Tone
  audience?: Audience
  /** Texts for highlights without a sentence of their own, by id of change. */
  quotes?: ReadonlyMap<string, Quote>
  /** Lists every change, even of a long history without pull requests. */
  isWhole?: boolean
  /** Maximum number of lines of the document; the ledger has every change. Default: no limit. */
  maxLines?: number
}

type Account = { range: { from: string | null; to: string }; ledger: LedgerEntry[] }

/** Either written, or `skipped` for a reason, with only the account of the changes. */
export type Changelog =
  | (Account & {
      skipped: null
      title: string
      markdown: string
      /** How many listed changes `maxLines` removed from the Markdown. */
      hidden: number
      closing: string | null
      section: Section
    })
  | (Account & { skipped: string })

/** Writes a changelog by the rules alone: the same activity always gives the same text. */
export function writeChangelog(activity: Activity, options: ChangelogOptions = {}): Changelog {
  return writeDraft(activity, draftChangelog([activity], options.name), options)
}

/** Writes the changelog of a draft of the same activity. */
export function writeDraft(
  activity: Activity,
  { placed, topic }: Draft,
  options: Omit<ChangelogOptions, 'name'>,
): Changelog {
  const { quotes } = options
  const account = { range: { from: activity.from, to: activity.to }, ledger: toLedger(placed, quotes) }
  const skipped = reasonToSkip(placed)
  if (skipped !== null) return { ...account, skipped }

  const { tone = 'Professional', audience = 'developers', isWhole, maxLines } = options
  const closing = closeDocument(activity)
  const prose = writeProse(placed, subjectOf(topic), tone, audience, quotes)
  const { markdown, hidden, entries } = layOut(placed, prose, {
    repository: activity.repository,
    audience,
    credits: activity.rules?.credits,
    newcomers: activity.newcomers,
    comparison: compareUrl(activity.repository, activity.from, activity.to),
    isWhole,
    // The title and the last line take two lines each, with the blank lines next to them.
    maxLines: maxLines === undefined ? undefined : maxLines - (closing === null ? 2 : 4),
  })
  return {
    ...account,
    skipped: null,
    title: shorten(plainLine(options.title ?? ''), 120) || defaultTitle(topic),
    markdown,
    hidden,
    closing,
    section: { ...toSection(topic, activity), markdown: markdown.trimEnd(), entries },
  }
}

/** The heading of a section of a CHANGELOG file, which links to the comparison. */
function toSection({ version, date }: Topic, { repository, from, to }: Activity) {
  return {
    version,
    date: date.toISOString().slice(0, 10),
    tag: to,
    url: compareUrl(repository, from, to),
  }
}
