import type { ModelUsage } from '../../ai/usage.ts'
import type { Activity, Issue } from '../../changelog/activity.ts'
import type { Change } from '../../changelog/change.ts'
import { type Draft, draftInSlices } from '../../changelog/draft.ts'
import { excerptOf } from '../../changelog/excerpt.ts'
import type { LedgerEntry } from '../../changelog/ledger.ts'
import type { ListedChange } from '../../changelog/placed.ts'
import { nounOfReason } from '../../changelog/reasons.ts'
import type { Subject } from '../../mentions/subject.ts'
import { mapSliced, runInSlices, type Sliced } from '../../slices.ts'
import { withoutComments } from '../../text/comments.ts'
import { capitalize, plainLine, shorten } from '../../text/line.ts'
import type { OutputType } from '../../writer/content-types.ts'
import { fitInSlices, toData } from '../../writer/fit-data.ts'
import type { Instructions, WritingStyle } from '../../writer/voice.ts'
import type { TextFault } from '../posts/text-fault.ts'
import type { PostBasis } from './standard.ts'

/** All input of a post. */
export type WritingBrief = WritingStyle & {
  organizationId: string
  contentType: Exclude<OutputType, 'image'>
  /** One per repository. */
  activities: Activity[]
  /** Closed tracker issues, and the names of the trackers. */
  issues?: Issue[]
  trackers?: string[]
  /** Projects and cycles that ended. */
  ended?: string[]
  /** The time range of the activity: "last 7 days (rolling)". */
  window?: { label: string; start: Date; end: Date } | null
  /** The event that started the run, for example `{ tagName: 'v1.2.0' }`; passed as data. */
  event?: Record<string, unknown> | null
  /** The name of the only repository, or of the workspace of the only tracker. */
  productName?: string
  /** Competitors of the organization's projects. Statements about them need a source. */
  competitors?: Subject[]
  /** True statements by the brand about itself. */
  facts?: string[]
  /** Whether the rules, which write English, may replace a failed model in another language. */
  englishFallback?: boolean
}

/** The result of a brief: a post, or the reason why there is none. */
export type WrittenPost =
  | {
      skipped: null
      title: string
      markdown: string
      recommendations: string | null
      /** For a changelog: the placement of each change, and the range of its only repository. */
      ledger?: LedgerEntry[]
      range?: { from: string | null; to: string }
      /** Lines for the run's log about model output that was not used. */
      notes?: string[]
      /** The faults of the text, and what it was checked against. */
      faulty?: { faults: TextFault[]; basis: PostBasis }
      usages: ModelUsage[]
    }
  | { skipped: string; ledger?: LedgerEntry[]; usages: ModelUsage[] }

/** Places the changes of a brief. */
export const draftOf = (brief: WritingBrief): Promise<Draft> =>
  runInSlices(draftInSlices(brief.activities, productOf(brief), brief.issues))

/**
 * The activity in the form that a model reads, alone and in a prompt with the brand's facts, and the changes
 * by short id.
 */
export type ActivityData = { activity: string; prompt: string; ids: Map<string, Change> }

/** How much of a description is included: its first sentences, or as much as fits. */
export type Detail = { lengths: number[]; textOf(change: Change): string }

export const briefly: Detail = {
  lengths: [300, 200, 120, 60, 0],
  textOf: (change) => excerptOf(change.body) ?? '',
}

export const atLength: Detail = {
  lengths: [1_500, 700, 300, 150, 60, 0],
  textOf: ({ body }) => plainLine(withoutComments((body ?? '').slice(0, 6_000))),
}

/**
 * Describes the relevant changes, most important first, shortened to what their number and the instructions
 * require.
 */
export const describeActivity = (...given: Parameters<typeof describeInSlices>): Promise<ActivityData> =>
  runInSlices(describeInSlices(...given))

/** Like `describeActivity`, as sliced work. */
export function* describeInSlices(
  brief: WritingBrief,
  draft: Draft,
  instructions: Instructions,
  { lengths, textOf }: Detail,
): Sliced<ActivityData> {
  const included = inOrder(draft)
  const ids = new Map(included.map(({ change }, index) => [`c${index + 1}`, change]))
  const texts = new Map(yield* mapSliced(included, ({ change }) => [change, textOf(change)] as const))
  const prompt = yield* fitInSlices(instructions, format(brief, draft, included, { lengths, texts }))
  // Texts are escaped, so none can contain the tag.
  return { prompt, activity: prompt.slice(prompt.indexOf('<activity>')), ids }
}

/** Yields the activity in ever shorter forms. */
function* format(
  brief: WritingBrief,
  draft: Draft,
  included: ListedChange[],
  { lengths, texts }: { lengths: number[]; texts: Map<Change, string> },
) {
  for (const length of lengths) {
    yield lay(brief, draft, included, included.length, (change) =>
      length > 0 ? shorten(texts.get(change) ?? '', length) : '',
    )
  }
  // With thousands of changes, only the first are included; the others keep their own titles.
  let shown = included.length
  do {
    shown = Math.floor(shown * 0.8)
    yield lay(brief, draft, included, shown, () => '')
  } while (shown >= 10)
}

function inOrder({ placed: { highlights, listed } }: Draft): ListedChange[] {
  const qualified = listed.filter(({ theme }) => theme !== null)
  const rest = listed.filter(({ theme }) => theme === null)
  return [...highlights, ...qualified, ...rest]
}

function lay(
  { window, event, activities, trackers = [], ended = [], facts = [], voice }: WritingBrief,
  { placed, topic }: Draft,
  included: ListedChange[],
  shown: number,
  textOf: (change: Change) => string,
): string {
  const omitted = new Map<string, number>()
  for (const { reason } of placed.omitted) {
    const noun = nounOfReason(reason)
    if (noun === null) continue
    omitted.set(noun, (omitted.get(noun) ?? 0) + 1)
  }
  const context = toData({
    publisher: voice?.companyName ?? undefined,
    sources: [
      ...activities.map(({ repository }) => repository && `${repository.owner}/${repository.name}`),
      ...trackers,
    ],
    product: topic.name,
    version: topic.version,
    releaseName: topic.releaseName,
    window: window && { label: window.label, from: window.start, to: window.end },
    event: event ?? undefined,
    ended: ended.length > 0 ? ended : undefined,
    changes: included.length,
    notShown: included.length - shown || undefined,
    leftOutAsRoutine: omitted.size > 0 ? Object.fromEntries(omitted) : undefined,
  })
  const lines = included.slice(0, shown).map(({ change, category, theme }, index) =>
    toData({
      id: `c${index + 1}`,
      category,
      highlight: theme ?? undefined,
      title: change.title,
      text: textOf(change) || undefined,
      project: change.issues.find(({ project }) => project !== null)?.project ?? undefined,
      estimate: change.issues.find(({ estimate }) => estimate !== null)?.estimate ?? undefined,
      authors: change.authors.slice(0, 3).map(({ login, name }) => login ?? name),
    }),
  )
  const known = facts.length > 0 ? `<facts>\n${toData(facts)}\n</facts>\n\n` : ''
  return `${known}<activity>\n${context}\n${lines.join('\n')}\n</activity>`
}

/** Other known facts: the brand's description of itself, and the year. */
export const knownOf = ({ voice, today }: WritingBrief): string =>
  [voice?.companyName, voice?.companyDescription, voice?.audience, String(today.getUTCFullYear())]
    .filter(Boolean)
    .join('\n')

/** Names of tags, which no title may contain. */
export function tagsOf({ activities, event }: WritingBrief): string[] {
  const points = activities.flatMap(({ from, to, releases }) => [
    from ?? '',
    to,
    ...releases.map(({ tagName }) => tagName),
  ])
  if (typeof event?.tagName === 'string') points.push(event.tagName)
  return [...new Set(points)].filter((name) => /\d/.test(name) && !/^[0-9a-f]{40}$/.test(name))
}

/** The product of the activity: its only repository, else the company's product, else the tracker's name. */
function productOf({ activities, productName, voice }: WritingBrief): string | undefined {
  // A repository's name is not spelled as a name of a product.
  if (activities.length === 1) return productName && capitalize(productName)
  return voice?.companyName ?? (activities.length === 0 ? productName : undefined)
}
