import type { Activity, Issue } from '../../changelog/activity.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { giveUp, RetryAt } from '../../errors.ts'
import type { Attempt } from '../../jobs/define.ts'
import { count, joinWords } from '../../text/line.ts'
import { TrackerError } from '../../tracker/error.ts'
import type { IntegrationRow, TrackerRow } from '../integrations/model.ts'
import { openTracker } from '../integrations/trackers/service.ts'
import { readStoredActivity } from './record.ts'
import {
  askAgainAt,
  type Found,
  type FoundIssues,
  missingFrom,
  type Patience,
  type Reading,
  reasonForNothing,
  selectActivities,
  selectIssues,
  type Window,
  windowOf,
} from './rules.ts'
import type { Event } from './table.ts'
import { readRepository } from './work.ts'

/** What is read, and for whom: asked for at `since`, begun at `began`; `note` makes of a sentence what tells a person. */
export type Collecting = {
  integrations: IntegrationRow[]
  /** Trackers are read of a window only. */
  trackers: TrackerRow[]
  reading: Reading
  patience: Patience
  since: Date
  began: Date
  note(message: string, metadata?: Record<string, unknown>): Statement[]
}

export type Collected = {
  /** One for each repository that could be read and has something to tell. */
  activities: Activity[]
  /** Closed issues of the trackers. */
  issues: Issue[]
  /** Projects and cycles of theirs that ended, by their names. */
  ended: string[]
  /** The moments between which activity was read, where the reading is of a window. */
  window: Window | null
  /** Why there is nothing to tell, where that is known already. */
  nothing: string | null
}

/** A repository or tracker that was read, or why it was left out, and what the run's log is told of it; as a step keeps it. */
type Read = { told: string; reason?: string } & (
  | Pick<Found, 'activity' | 'releases'>
  | Omit<FoundIssues, 'trackerId'>
  | LeftOut
)
type LeftOut = { leftOut: 'empty' | 'unreadable'; sentence: string }

/**
 * Reads what happened in repositories and trackers, each as a step that no retry repeats. One that is empty, gone or
 * forbidden is left out; when all are, there is nothing to tell of empty ones, and a run over others dies with the reason.
 */
export async function collectActivity(
  ctx: Context,
  collecting: Collecting,
  attempt: Attempt,
): Promise<Collected> {
  const { integrations, trackers, reading, began } = collecting
  if (integrations.length + trackers.length === 0) throw giveUp('No valid data sources found')
  const window = reading.type === 'window' ? windowOf(reading, began) : null
  const read = await readEach(ctx, collecting, window, attempt)

  const found: Found[] = []
  const tracked: FoundIssues[] = []
  const leftOut: LeftOut[] = []
  for (const [index, each] of read.entries()) {
    const { id, displayName } = [...integrations, ...trackers][index] as IntegrationRow | TrackerRow
    if ('leftOut' in each) leftOut.push(each)
    else if ('issues' in each)
      tracked.push({ trackerId: id, issues: each.issues.map(reviveIssue), ended: each.ended })
    else found.push({ repositoryId: id, label: displayName, ...revive(each) })
  }
  if (found.length + tracked.length === 0) {
    const reason = leftOut.map(({ sentence }) => sentence).join(' ')
    if (leftOut.some((each) => each.leftOut === 'unreadable')) throw giveUp(reason)
    return { activities: [], issues: [], ended: [], window, nothing: reason }
  }
  if (reading.type !== 'window' || !window)
    return {
      activities: found.flatMap(({ activity }) => activity ?? []),
      issues: [],
      ended: [],
      window,
      nothing: null,
    }

  const activities = selectActivities(found, reading)
  const issues = selectIssues(tracked, reading)
  const missing = missingFrom(found, tracked, reading.selection)
  const isEmpty =
    issues.length === 0 &&
    activities.every(({ commits, issues }) => commits.length + (issues?.length ?? 0) === 0)
  if (missing.length > 0 && !isEmpty) {
    const note = collecting.note(`Not found: ${missing.join(', ')}.`)
    await attempt.step(
      'missing',
      async () => null,
      () => note,
    )
  }
  const nothing = isEmpty ? reasonForNothing(reading, missing, window.label, tracked.length > 0) : null
  const ended = reading.selection ? [] : [...new Set(tracked.flatMap((each) => each.ended))]
  return { activities, issues, ended, window, nothing }
}

async function readEach(
  ctx: Context,
  collecting: Collecting,
  window: Window | null,
  attempt: Attempt,
): Promise<Read[]> {
  const { integrations, trackers, note } = collecting
  const step = (id: string, act: () => Promise<Read>) =>
    attempt.step(`read:${id}`, act, ({ told, reason }) => note(told, reason ? { reason } : undefined))
  const read = await Promise.allSettled([
    ...integrations.map((integration) =>
      step(integration.id, () => readOrLeaveOut(ctx, collecting, integration, window, attempt.signal)),
    ),
    ...(window ? trackers : []).map((tracker) =>
      step(tracker.id, () => readTracker(ctx, tracker, window as Window, attempt.signal)),
    ),
  ])
  const refusals = read.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const [refusal] = refusals
  if (refusal) {
    attempt.signal.throwIfAborted()
    const unforeseen = refusals.find((each) => !isRefusal(each))
    if (unforeseen) throw unforeseen
    await waitFor(ctx, collecting, refusal, attempt)
  }
  return Promise.all(
    read.map((each, index) => {
      if (each.status === 'fulfilled') return each.value
      const integration = integrations[index]
      if (integration) return standIn(ctx, collecting, integration, each.reason, attempt)
      const tracker = trackers[index - integrations.length] as TrackerRow
      return goOnWithout(tracker, collecting, each.reason, attempt)
    }),
  )
}

const isRefusal = (error: unknown) => error instanceof CodeHostError || error instanceof TrackerError

/** Reads the closed issues of a tracker; one that refuses for good is left out. */
async function readTracker(
  ctx: Context,
  tracker: TrackerRow,
  { start, end, label }: Window,
  signal: AbortSignal,
): Promise<Read> {
  const { displayName, teamId, leftOut } = tracker
  try {
    const linear = openTracker(ctx, tracker, signal)
    const range = { since: start, until: end, teamId }
    const { issues, note } = await linear.readIssues({ ...range, leftOut })
    const { ended, problem } = await readEnded(linear, range)
    const told = [
      `Read ${count(issues.length, 'issue')} of ${displayName} from the ${label}.`,
      ended.length > 0 && `Ended in it: ${joinWords(ended)}.`,
      note,
      problem,
    ]
    return { issues, ended, told: told.filter(Boolean).join(' ') }
  } catch (error) {
    if (!(error instanceof TrackerError) || signal.aborted || isPassing(error)) throw error
    return unreadable(displayName, error)
  }
}

/** What ended is only told beside the issues: where Linear refuses it, these are told all the same. */
async function readEnded(
  linear: ReturnType<typeof openTracker>,
  range: Parameters<typeof linear.readEnded>[0],
) {
  try {
    return { ended: await linear.readEnded(range), problem: null }
  } catch (error) {
    if (!(error instanceof TrackerError) || isPassing(error)) throw error
    return { ended: [], problem: `Its projects and cycles cannot be read: ${error.message}` }
  }
}

function unreadable(name: string, { message, reason }: CodeHostError | TrackerError): Read {
  const sentence = `${name} cannot be read: ${message}`
  return { leftOut: 'unreadable', sentence, told: `${sentence} It was left out.`, reason }
}

/** A tracker that could not be read in time is left out: what happened stands in the repositories as well. */
function goOnWithout(
  tracker: TrackerRow,
  { note }: Collecting,
  refusal: TrackerError,
  attempt: Attempt,
): Promise<Read> {
  return attempt.step(
    `without:${tracker.id}`,
    async () => unreadable(tracker.displayName, refusal),
    ({ told, reason }) => note(told, { reason }),
  )
}

async function readOrLeaveOut(
  ctx: Context,
  { reading }: Collecting,
  integration: IntegrationRow,
  window: Window | null,
  signal: AbortSignal,
): Promise<Read> {
  const name = integration.displayName
  try {
    const { note, ...read } = await readRepository(ctx, integration, reading, window, signal)
    const issues = read.activity?.issues ? ` and ${count(read.activity.issues.length, 'issue')}` : ''
    const commits = new Set(
      [read.activity, ...read.releases].flatMap((each) => each?.commits.map(({ sha }) => sha) ?? []),
    ).size
    const place = reading.type === 'range' || integration.provider === 'git' ? 'this machine' : 'GitHub'
    return {
      ...read,
      told: [
        `Read ${commits} commits${issues} of ${name} from ${window ? `the ${window.label}` : place}.`,
        note,
      ]
        .filter(Boolean)
        .join(' '),
    }
  } catch (error) {
    if (!(error instanceof CodeHostError) || signal.aborted || isPassing(error)) throw error
    if (reading.type === 'delivery') return readStored(ctx, integration, reading.event, error)
    if (error.reason !== 'empty') return unreadable(name, error)
    const sentence = `${name} is empty.`
    return { leftOut: 'empty', sentence, told: `${sentence} It was left out.`, reason: error.reason }
  }
}

const isPassing = ({ reason }: CodeHostError | TrackerError) =>
  ['rate_limited', 'unreachable', 'failed'].includes(reason)

/** Comes back later as long as there is patience; the log says at once why, and until when. */
async function waitFor(
  ctx: Context,
  { patience, since, note }: Collecting,
  refusal: CodeHostError | TrackerError,
  attempt: Attempt,
): Promise<void> {
  for (let waits = 0; ; waits++) {
    const until = await attempt.step(
      `wait:${waits}`,
      async () => askAgainAt(patience, refusal, waits, since, ctx.now())?.toISOString() ?? null,
      (at) => (at ? note(`${refusal.message} The run waits until ${at}.`, { reason: refusal.reason }) : []),
    )
    if (until === null) return
    if (new Date(until) > ctx.now()) throw new RetryAt(new Date(until), refusal.message)
  }
}

/** What stands in for a repository that could not be read in time: for an event its deliveries, for others nothing. */
function standIn(
  ctx: Context,
  { reading, note }: Collecting,
  integration: IntegrationRow,
  refusal: CodeHostError,
  attempt: Attempt,
): Promise<Read> {
  if (reading.type === 'delivery') {
    return attempt.step(
      `stored:${integration.id}`,
      () => readStored(ctx, integration, reading.event, refusal),
      ({ told, reason }) => note(told, { reason }),
    )
  }
  throw giveUp(refusal.reason === 'rate_limited' ? 'GitHub API rate limit reached' : refusal.message)
}

async function readStored(
  ctx: Context,
  integration: IntegrationRow,
  event: Event,
  refusal: CodeHostError,
): Promise<Read> {
  const activity = await readStoredActivity(ctx, integration, event)
  const told = `${refusal.message} The activity stored from deliveries was used instead.`
  return { activity, releases: [], told, reason: refusal.reason }
}

/** What was collected, as it is read back from where it was stored: JSON has no dates. */
export function reviveCollected({
  activities,
  issues = [],
  ended = [],
  window,
  nothing,
}: Collected): Collected {
  const dated = window && { ...window, start: new Date(window.start), end: new Date(window.end) }
  return {
    activities: activities.map(reviveActivity),
    issues: issues.map(reviveIssue),
    ended,
    window: dated,
    nothing,
  }
}

/** What a step stored: JSON has no dates. */
function revive({ activity, releases }: Pick<Found, 'activity' | 'releases'>) {
  return { activity: activity && reviveActivity(activity), releases: releases.map(reviveActivity) }
}

function reviveActivity(activity: Activity): Activity {
  const date = (value: Date | string) => new Date(value)
  return {
    ...activity,
    commits: activity.commits.map((commit) => ({ ...commit, authoredAt: date(commit.authoredAt) })),
    pullRequests: activity.pullRequests.map((pull) => ({
      ...pull,
      mergedAt: pull.mergedAt && date(pull.mergedAt),
    })),
    releases: activity.releases.map((release) => ({
      ...release,
      publishedAt: release.publishedAt && date(release.publishedAt),
    })),
    issues: activity.issues?.map(reviveIssue),
  }
}

const reviveIssue = (issue: Issue): Issue => ({ ...issue, closedAt: new Date(issue.closedAt) })
