import type { Step } from '../kit/steps.tsx'
import type { Group } from '../kit/tally.tsx'
import type { api } from './api.ts'
import { formatName, formatNoun } from './formats.ts'
import { paths } from './paths.ts'
import * as strings from './strings.ts'

/** A run with its event log. */
export type RunLog = NonNullable<Awaited<ReturnType<ReturnType<typeof api.v1.runs>['get']>>['data']>
export type Run = RunLog['run']
type Event = RunLog['events'][number]
type Counts = NonNullable<Run['ledger']>

/** Whether a run has not ended. */
export const isOpen = ({ status }: Pick<Run, 'status'>) => status === 'queued' || status === 'running'

/** The finished, current and remaining steps of a run, in the words of its event log. */
export function stepsOf({ run, events }: Pick<RunLog, 'run' | 'events'>): Step[] {
  const read = events.filter(({ type }) => type === 'fetching_repositories').map(toStep)
  const [beginning, ...notes] = events.filter(({ type }) => type === 'generating_content')
  const writing = strings.run.write(formatNoun(run.contentType))
  if (!isOpen(run)) {
    return distinct([...read, ...sortingStep(beginning, run), ...notes.map(warn), endOf(run)])
  }
  const later = (label: string): Step => ({ label, state: 'later' })
  const now = (label: string): Step => ({ label, state: 'now' })
  if (beginning) {
    return distinct([...read, ...sortingStep(beginning, run), now(beginning.message), ...notes.map(warn)])
  }
  const reading = run.status === 'queued' ? later(strings.run.readActivity) : now(strings.run.readingActivity)
  const waiting = run.status === 'queued' ? [now(strings.run.queued)] : []
  return distinct([...waiting, ...read, reading, later(strings.run.sortChanges), later(writing)])
}

/** A line of the log; a reason means that a step failed. */
function toStep({ message, metadata }: Event): Step {
  return { label: message, state: metadata?.reason ? 'warned' : 'done' }
}

const warn = ({ message }: Event): Step => ({ label: message, state: 'warned' })

function sortingStep(beginning: Event | undefined, run: Run): Step[] {
  const counts = run.ledger ?? countsOf(beginning)
  if (!counts) return []
  const { changes } = counts
  return [{ label: strings.run.sorted(changes), state: 'done' }]
}

function endOf({ status, error, post, contentType }: Run): Step {
  if (status === 'completed') {
    const label = post ? strings.run.wrote(post.title) : strings.run.wroteDeletedPost(formatNoun(contentType))
    return { label, state: 'done' }
  }
  return { label: error ?? '', state: status === 'failed' ? 'failed' : 'later' }
}

const distinct = (steps: Step[]) => [...new Map(steps.map((step) => [step.label, step])).values()]

/**
 * The changes of a run as a tally: those that the rules left out are settled first, the others when the post
 * is written.
 */
export function groupsOf({ run, events }: Pick<RunLog, 'run' | 'events'>): Group[] {
  const { ledger } = run
  if (ledger) return ledgerGroups(ledger)
  const counts = countsOf(events.find(({ type }) => type === 'generating_content'))
  if (!counts) return []
  const included = counts.highlighted + counts.listed
  return [
    isOpen(run)
      ? { kind: 'wait', count: included, label: strings.run.remaining }
      : { kind: 'li', count: included, label: strings.run.included },
    { kind: 'out', count: counts.omitted, label: strings.run.leftOut },
  ]
}

/** The counts of a ledger as groups of a tally. */
export function ledgerGroups({ highlighted, listed, omitted }: Omit<Counts, 'changes'>): Group[] {
  return [
    {
      kind: 'hi',
      count: highlighted,
      label: highlighted === 1 ? strings.run.highlight : strings.run.highlights,
    },
    { kind: 'li', count: listed, label: strings.run.listed },
    { kind: 'out', count: omitted, label: strings.run.leftOut },
  ]
}

/** The placement by the rules when the writing began. */
function countsOf(beginning: Event | undefined): Counts | null {
  const { metadata } = beginning ?? {}
  return metadata && 'changes' in metadata ? (metadata as Counts) : null
}

/** The link from a run without a post: to a longer window if it found too few changes. */
export function wayOn({ status, lookbackWindow, contentType }: Run): { label: string; href: string }[] {
  const choiceOf = (window: string) => `${paths.newPost()}?window=${window}&format=${contentType}`
  const again = { label: strings.run.chooseAgain, href: choiceOf(lookbackWindow ?? 'last_30_days') }
  const isShort = status === 'skipped' && lookbackWindow !== 'last_30_days'
  return isShort ? [{ label: strings.run.last30Days, href: choiceOf('last_30_days') }, again] : [again]
}

/** The runs of one request in short: their progress or their result. */
export function headingOf(runs: (Run | undefined)[]): string {
  const [only] = runs
  const isOne = runs.length === 1
  if (runs.some((run) => run === undefined || isOpen(run))) {
    if (!isOne) return strings.run.writingMany(runs.length)
    return only ? strings.run.writingOne(formatNoun(only.contentType)) : strings.run.writing
  }
  const written = runs.filter((run) => run?.status === 'completed').length
  if (!isOne || !only) return strings.run.manyWritten(written, runs.length)
  const format = formatName(only.contentType)
  return written === 1 ? strings.run.written(format) : strings.run.notWritten(format)
}
