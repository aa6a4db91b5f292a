import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { giveUp, RetryAt } from '../../errors.ts'
import type { Attempt } from '../../jobs/define.ts'
import { runInSlices } from '../../slices.ts'
import type { IntegrationRow, TrackerRow } from '../integrations/model.ts'
import {
  type CollectedActivity,
  type ReadRequest,
  type Refusal,
  reviveRead,
  type Source,
  type StoredRead,
} from './model.ts'
import { repositorySource } from './repository-source.ts'
import {
  askAgainAt,
  missingFrom,
  type RetryPolicy,
  reasonForNothing,
  selectActivities,
  selectIssues,
  toRefusal,
  windowOf,
} from './rules.ts'
import { trackerSource } from './tracker-source.ts'

/**
 * The sources to read and the run that reads them. `since` is when the run was requested, `began` when it started;
 * `freshFrom` is that time of performance.now(). `note` formats a message for the run's log.
 */
export type Collecting = {
  integrations: IntegrationRow[]
  /** Trackers are only read for a window. */
  trackers: TrackerRow[]
  reading: ReadRequest
  patience: RetryPolicy
  since: Date
  began: Date
  freshFrom: number
  note(message: string, metadata?: Record<string, unknown>): Statement[]
}

/**
 * Reads the activity of repositories and trackers, each in a step that retries do not repeat. Skips sources that are
 * empty, missing or forbidden. If all are skipped, a run over empty sources has nothing to report; otherwise it fails
 * with the reason.
 */
export async function collectActivity(
  ctx: Context,
  collecting: Collecting,
  attempt: Attempt,
): Promise<CollectedActivity> {
  const { integrations, trackers, reading, began, freshFrom } = collecting
  if (integrations.length + trackers.length === 0) throw giveUp('No valid data sources found')
  const window = reading.type === 'window' ? windowOf(reading, began) : null
  const { signal } = attempt
  const sources = [
    ...integrations.map((integration) =>
      repositorySource(ctx, integration, reading, window, { signal, freshFrom }),
    ),
    ...(window ? trackers.map((tracker) => trackerSource(ctx, tracker, window, signal)) : []),
  ]
  const read = (await readEach(ctx, sources, collecting, attempt)).map(({ source, stored }) =>
    reviveRead(source, stored),
  )

  const found = read.filter((each) => each.kind === 'activity')
  const tracked = read.filter((each) => each.kind === 'issues')
  if (found.length + tracked.length === 0) {
    const leftOut = read.filter((each) => each.kind === 'leftOut')
    const reason = leftOut.map(({ sentence }) => sentence).join(' ')
    if (leftOut.some(({ cause }) => cause === 'unreadable')) throw giveUp(reason)
    return { activities: [], issues: [], ended: [], window, nothing: reason }
  }
  if (reading.type !== 'window' || !window) {
    const activities = found.flatMap(({ activity }) => activity ?? [])
    return { activities, issues: [], ended: [], window, nothing: null }
  }

  const activities = await runInSlices(selectActivities(found, reading))
  const issues = selectIssues(tracked, reading)
  const missing = await runInSlices(missingFrom(found, tracked, reading.selection))
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

type StoredSource = { source: Source; stored: StoredRead }

/**
 * Reads all sources in parallel. Waits for those that refuse; when the retry policy gives up, uses their fallback.
 */
async function readEach(
  ctx: Context,
  sources: Source[],
  collecting: Collecting,
  attempt: Attempt,
): Promise<StoredSource[]> {
  const keep = (step: string, act: () => Promise<StoredRead>) =>
    attempt.step(step, act, ({ message, reason }) =>
      collecting.note(message, reason ? { reason } : undefined),
    )
  const tried = await Promise.all(
    sources.map(async (source): Promise<StoredSource | { source: Source; error: unknown }> => {
      try {
        return { source, stored: await keep(`read:${source.id}`, source.read) }
      } catch (error) {
        return { source, error }
      }
    }),
  )
  const errors = tried.flatMap((each) => ('error' in each ? [each.error] : []))
  if (errors.length > 0) attempt.signal.throwIfAborted()
  const [refusal] = errors.map(toRefusal)
  if (refusal) await waitFor(ctx, collecting, refusal, attempt)

  // All fallbacks are known before the first of their steps runs.
  const settled = tried.map((each) =>
    'error' in each ? { source: each.source, ...each.source.without(toRefusal(each.error)) } : each,
  )
  return Promise.all(
    settled.map(async (each) =>
      'act' in each ? { source: each.source, stored: await keep(each.step, each.act) } : each,
    ),
  )
}

/** Retries later while the retry policy allows it; logs the reason and the retry time immediately. */
async function waitFor(
  ctx: Context,
  { patience, since, note }: Collecting,
  refusal: Refusal,
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
