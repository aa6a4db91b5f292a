import type { Activity } from '../../changelog/activity.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { giveUp, RetryAt } from '../../errors.ts'
import type { Attempt } from '../../jobs/define.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { readStoredActivity } from './record.ts'
import {
  askAgainAt,
  type Found,
  missingFrom,
  type Patience,
  type Reading,
  reasonForNothing,
  selectActivities,
  type Window,
  windowOf,
} from './rules.ts'
import type { Event } from './table.ts'
import { readRepository } from './work.ts'

/** What is read, and for whom: asked for at `since`, begun at `began`; `note` makes of a sentence what tells a person. */
export type Collecting = {
  integrations: IntegrationRow[]
  reading: Reading
  patience: Patience
  since: Date
  began: Date
  note(message: string, metadata?: Record<string, unknown>): Statement[]
}

export type Collected = {
  /** One for each repository that could be read and has something to tell. */
  activities: Activity[]
  /** The moments between which activity was read, where the reading is of a window. */
  window: Window | null
  /** Why there is nothing to tell, where that is known already. */
  nothing: string | null
}

/** A repository that was read, or why it was left out, and what the run's log is told of it; as a step keeps it. */
type Read = { told: string; reason?: string } & (
  | Pick<Found, 'activity' | 'releases'>
  | { leftOut: 'empty' | 'unreadable'; sentence: string }
)

/**
 * Reads what happened in repositories, each as a step that no retry repeats. One that is empty, gone or forbidden
 * is left out; when all are, there is nothing to tell of empty ones, and a run over others dies with the reason.
 */
export async function collectActivity(
  ctx: Context,
  collecting: Collecting,
  attempt: Attempt,
): Promise<Collected> {
  const { integrations, reading, began } = collecting
  if (integrations.length === 0) throw giveUp('No valid data sources found')
  const window = reading.type === 'window' ? windowOf(reading, began) : null
  const read = await readEach(ctx, collecting, window, attempt)

  const found: Found[] = []
  const leftOut: Extract<Read, { leftOut: string }>[] = []
  for (const [index, each] of read.entries()) {
    const { id = '', displayName = '' } = integrations[index] ?? {}
    if ('leftOut' in each) leftOut.push(each)
    else found.push({ repositoryId: id, label: displayName, ...revive(each) })
  }
  if (found.length === 0) {
    const reason = leftOut.map(({ sentence }) => sentence).join(' ')
    if (leftOut.some((each) => each.leftOut === 'unreadable')) throw giveUp(reason)
    return { activities: [], window, nothing: reason }
  }
  if (reading.type !== 'window' || !window)
    return { activities: found.flatMap(({ activity }) => activity ?? []), window, nothing: null }

  const activities = selectActivities(found, reading)
  const missing = missingFrom(found, reading.selection)
  const isEmpty = activities.every(({ commits }) => commits.length === 0)
  if (missing.length > 0 && !isEmpty) {
    const note = collecting.note(`Not found: ${missing.join(', ')}.`)
    await attempt.step(
      'missing',
      async () => null,
      () => note,
    )
  }
  return { activities, window, nothing: isEmpty ? reasonForNothing(reading, missing, window.label) : null }
}

async function readEach(
  ctx: Context,
  collecting: Collecting,
  window: Window | null,
  attempt: Attempt,
): Promise<Read[]> {
  const { integrations } = collecting
  const read = await Promise.allSettled(
    integrations.map((integration) =>
      attempt.step(
        `read:${integration.id}`,
        () => readOrLeaveOut(ctx, collecting, integration, window, attempt.signal),
        (read) => collecting.note(read.told, read.reason ? { reason: read.reason } : undefined),
      ),
    ),
  )
  const refusals = read.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const [refusal] = refusals
  if (refusal) {
    attempt.signal.throwIfAborted()
    const unforeseen = refusals.find((each) => !(each instanceof CodeHostError))
    if (unforeseen) throw unforeseen
    await waitFor(ctx, collecting, refusal, attempt)
  }
  return Promise.all(
    read.map((each, index) =>
      each.status === 'fulfilled'
        ? each.value
        : standIn(ctx, collecting, integrations[index] as IntegrationRow, each.reason, attempt),
    ),
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
    const read = await readRepository(ctx, integration, reading, window, signal)
    const commits = new Set(
      [read.activity, ...read.releases].flatMap((each) => each?.commits.map(({ sha }) => sha) ?? []),
    ).size
    const place = reading.type === 'range' || integration.provider === 'git' ? 'this machine' : 'GitHub'
    return {
      ...read,
      told: `Read ${commits} commits of ${name} from ${window ? `the ${window.label}` : place}.`,
    }
  } catch (error) {
    if (!(error instanceof CodeHostError) || signal.aborted || isPassing(error)) throw error
    if (reading.type === 'delivery') return readStored(ctx, integration, reading.event, error)
    const isEmpty = error.reason === 'empty'
    const sentence = isEmpty ? `${name} is empty.` : `${name} cannot be read: ${error.message}`
    const told = `${sentence} It was left out.`
    return { leftOut: isEmpty ? 'empty' : 'unreadable', sentence, told, reason: error.reason }
  }
}

const isPassing = ({ reason }: CodeHostError) => ['rate_limited', 'unreachable', 'failed'].includes(reason)

/** Comes back later as long as there is patience; the log says at once why, and until when. */
async function waitFor(
  ctx: Context,
  { patience, since, note }: Collecting,
  refusal: CodeHostError,
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
export function reviveCollected({ activities, window, nothing }: Collected): Collected {
  const dated = window && { ...window, start: new Date(window.start), end: new Date(window.end) }
  return { activities: activities.map(reviveActivity), window: dated, nothing }
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
  }
}
