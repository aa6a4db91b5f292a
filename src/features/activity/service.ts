import type { Activity } from '../../changelog/activity.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import type { Context } from '../../context.ts'
import { giveUp, RetryAt } from '../../errors.ts'
import type { Attempt } from '../../jobs/define.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { readRepository } from './read.ts'
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
import { readStoredActivity } from './stored.ts'

/** What is read, and for whom: `since` is when the reader began to wait, `note` takes what a person is told meanwhile. */
export type Collecting = {
  integrations: IntegrationRow[]
  reading: Reading
  patience: Patience
  since: Date
  note(message: string, metadata?: Record<string, unknown>): Promise<void>
}

export type Collected = {
  /** One for each repository that could be read and has something to tell. */
  activities: Activity[]
  /** The moments between which activity was read, where the reading is of a window. */
  window: Window | null
  /** Why there is nothing to tell, where that is known already. */
  nothing: string | null
}

/** A repository that was read, or why it was left out; as a step keeps it. */
type Read = Pick<Found, 'activity' | 'releases'> | { leftOut: 'empty' | 'unreadable'; sentence: string }

/**
 * Reads what happened in repositories, each as a step that no retry repeats. One that is empty, gone or forbidden
 * is left out; when all are, there is nothing to tell of empty ones, and a run over others dies with the reason.
 */
export async function collectActivity(
  ctx: Context,
  collecting: Collecting,
  attempt: Attempt,
): Promise<Collected> {
  const { integrations, reading } = collecting
  if (integrations.length === 0) throw giveUp('No valid data sources found')
  const window = reading.type === 'window' ? await beginWindow(ctx, reading, attempt) : null
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
  if (missing.length > 0 && !isEmpty) await collecting.note(`Not found: ${missing.join(', ')}.`)
  return { activities, window, nothing: isEmpty ? reasonForNothing(reading, missing, window.label) : null }
}

/** The window is counted from when the run began, also after a restart. */
async function beginWindow(ctx: Context, reading: Extract<Reading, { type: 'window' }>, attempt: Attempt) {
  const began = await attempt.step('began', async () => ctx.now().toISOString())
  return windowOf(reading, new Date(began))
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
      attempt.step(`read:${integration.id}`, () =>
        readOrLeaveOut(ctx, collecting, integration, window, attempt.signal),
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
  collecting: Collecting,
  integration: IntegrationRow,
  window: Window | null,
  signal: AbortSignal,
): Promise<Read> {
  const { reading, note } = collecting
  const name = integration.displayName
  try {
    const read = await readRepository(ctx, integration, reading, window, signal)
    const commits = new Set(
      [read.activity, ...read.releases].flatMap((each) => each?.commits.map(({ sha }) => sha) ?? []),
    ).size
    const from = reading.type === 'range' || integration.provider === 'git' ? 'this machine' : 'GitHub'
    await note(`Read ${commits} commits of ${name} from ${window ? `the ${window.label}` : from}.`)
    return read
  } catch (error) {
    if (!(error instanceof CodeHostError) || signal.aborted || isPassing(error)) throw error
    if (reading.type === 'delivery') return readStored(ctx, collecting, integration, error)
    const isEmpty = error.reason === 'empty'
    const sentence = isEmpty ? `${name} is empty.` : `${name} cannot be read: ${error.message}`
    await note(`${sentence} It was left out.`, { reason: error.reason })
    return { leftOut: isEmpty ? 'empty' : 'unreadable', sentence }
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
    const until = await attempt.step(`wait:${waits}`, async () => {
      const at = askAgainAt(patience, refusal, waits, since, ctx.now())
      if (at)
        await note(`${refusal.message} The run waits until ${at.toISOString()}.`, { reason: refusal.reason })
      return at?.toISOString() ?? null
    })
    if (until === null) return
    if (new Date(until) > ctx.now()) throw new RetryAt(new Date(until), refusal.message)
  }
}

/** What stands in for a repository that could not be read in time: for an event its deliveries, for others nothing. */
function standIn(
  ctx: Context,
  collecting: Collecting,
  integration: IntegrationRow,
  refusal: CodeHostError,
  attempt: Attempt,
): Promise<Read> {
  if (collecting.reading.type === 'delivery') {
    return attempt.step(`stored:${integration.id}`, () => readStored(ctx, collecting, integration, refusal))
  }
  throw giveUp(refusal.reason === 'rate_limited' ? 'GitHub API rate limit reached' : refusal.message)
}

async function readStored(
  ctx: Context,
  { reading, note }: Collecting,
  integration: IntegrationRow,
  refusal: CodeHostError,
): Promise<Read> {
  if (reading.type !== 'delivery') throw refusal
  const activity = await readStoredActivity(ctx, integration, reading.event)
  await note(`${refusal.message} The activity stored from deliveries was used instead.`, {
    reason: refusal.reason,
    commits: activity.commits.length,
  })
  return { activity, releases: [] }
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
