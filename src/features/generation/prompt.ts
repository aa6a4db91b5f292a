import type { ModelUsage } from '../../ai/usage.ts'
import type { Activity, Issue } from '../../changelog/activity.ts'
import type { Change } from '../../changelog/change.ts'
import { type Draft, draftInSlices } from '../../changelog/draft.ts'
import { excerptOf } from '../../changelog/excerpt.ts'
import type { LedgerEntry } from '../../changelog/ledger.ts'
import type { ListedChange } from '../../changelog/placement.ts'
import { nounOfReason } from '../../changelog/reasons.ts'
import type { Subject } from '../../mentions/subject.ts'
import { runInSlices } from '../../slices.ts'
import { plainLine, shorten } from '../../text/line.ts'
import { fitBeside, toData } from '../../writer/fit-data.ts'
import type { Instructions, Manner } from '../../writer/voice.ts'
import type { OutputType } from '../posts/table.ts'
import type { TextFault } from '../posts/text-fault.ts'
import type { PostBasis } from './standard.ts'

/** Everything that a post is written from. */
export type WritingBrief = Manner & {
  organizationId: string
  contentType: Exclude<OutputType, 'image'>
  /** One for each repository. */
  activities: Activity[]
  /** Closed issues of trackers, and the names of these. */
  issues?: Issue[]
  trackers?: string[]
  /** Projects and cycles that ended. */
  ended?: string[]
  /** The time that the activity is of: "last 7 days (rolling)". */
  window?: { label: string; start: Date; end: Date } | null
  /** What happened when an event started the run, for example `{ tagName: 'v1.2.0' }`; told as data. */
  event?: Record<string, unknown> | null
  /** What the only repository is called, or the workspace of the only tracker. */
  productName?: string
  /** Competitors of the organization's projects: what is said about them needs a source. */
  competitors?: Subject[]
  /** True statements of the brand about itself. */
  facts?: string[]
  /** Whether rules, which know English only, may stand in for a model that failed in another language. */
  englishFallback?: boolean
}

/** What became of a brief: a post, or the reason why there is none. */
export type Written =
  | {
      skipped: null
      title: string
      markdown: string
      recommendations: string | null
      /** Of a changelog: what became of each change, and the range of its only repository. */
      ledger?: LedgerEntry[]
      range?: { from: string | null; to: string }
      /** Lines for the run's log about model output that was not used. */
      notes?: string[]
      /** The faults of its text, and what it was checked against. */
      faulty?: { faults: TextFault[]; basis: PostBasis }
      usages: ModelUsage[]
    }
  | { skipped: string; ledger?: LedgerEntry[]; usages: ModelUsage[] }

/** The changes of a brief, each in its place. */
export const draftOf = (brief: WritingBrief): Promise<Draft> =>
  runInSlices(draftInSlices(brief.activities, productOf(brief), brief.issues))

/** The activity as a model reads it, alone and as a prompt with the brand's facts, and the changes by short id. */
export type ActivityData = { activity: string; prompt: string; ids: Map<string, Change> }

/** How much of a description is told: its first sentences, or as much as there is room for. */
export type Detail = { lengths: number[]; textOf(change: Change): string }

export const briefly: Detail = {
  lengths: [300, 200, 120, 60, 0],
  textOf: (change) => excerptOf(change.body) ?? '',
}

export const atLength: Detail = {
  lengths: [1_500, 700, 300, 150, 60, 0],
  textOf: ({ body }) => plainLine((body ?? '').slice(0, 6_000).replace(/<!--[\s\S]*?-->/g, '')),
}

/** Describes the changes worth telling, the most important first, as shortly as their number and the instructions ask. */
export function describeActivity(
  brief: WritingBrief,
  draft: Draft,
  instructions: Instructions,
  detail: Detail,
): ActivityData {
  const told = inOrder(draft)
  const ids = new Map(told.map(({ change }, index) => [`c${index + 1}`, change]))
  const prompt = fitBeside(instructions, tell(brief, draft, told, detail))
  // Texts are escaped, so none can contain the tag.
  return { prompt, activity: prompt.slice(prompt.indexOf('<activity>')), ids }
}

/** The same activity told ever more shortly. */
function* tell(brief: WritingBrief, draft: Draft, told: ListedChange[], { lengths, textOf }: Detail) {
  const texts = new Map(told.map(({ change }) => [change, textOf(change)]))
  for (const length of lengths) {
    yield lay(brief, draft, told, told.length, (change) =>
      length > 0 ? shorten(texts.get(change) ?? '', length) : '',
    )
  }
  // Thousands of changes: the first are told, the others keep their own titles.
  let shown = told.length
  do {
    shown = Math.floor(shown * 0.8)
    yield lay(brief, draft, told, shown, () => '')
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
  told: ListedChange[],
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
    changes: told.length,
    notShown: told.length - shown || undefined,
    leftOutAsRoutine: omitted.size > 0 ? Object.fromEntries(omitted) : undefined,
  })
  const lines = told.slice(0, shown).map(({ change, category, theme }, index) =>
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

/** Names of tags, which no title repeats. */
export function tagsOf({ activities, event }: WritingBrief): string[] {
  const points = activities.flatMap(({ from, to, releases }) => [
    from ?? '',
    to,
    ...releases.map(({ tagName }) => tagName),
  ])
  if (typeof event?.tagName === 'string') points.push(event.tagName)
  return [...new Set(points)].filter((name) => /\d/.test(name) && !/^[0-9a-f]{40}$/.test(name))
}

/** What the activity is of: its only repository, else whatever the company makes, else what a tracker calls itself. */
function productOf({ activities, productName, voice }: WritingBrief): string | undefined {
  if (activities.length === 1) return productName
  return voice?.companyName ?? (activities.length === 0 ? productName : undefined)
}
