import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { giveUp, RetryAt } from '../../errors.ts'
import type { Attempt } from '../../jobs/define.ts'
import { runInSlices } from '../../slices.ts'
import type { IntegrationRow, TrackerRow } from '../integrations/model.ts'
import {
  type Collected,
  type Reading,
  type Refusal,
  reviveRead,
  type Source,
  type StoredRead,
} from './model.ts'
import { repositorySource } from './repository-source.ts'
import {
  askAgainAt,
  missingFrom,
  type Patience,
  reasonForNothing,
  selectActivities,
  selectIssues,
  toRefusal,
  windowOf,
} from './rules.ts'
import { trackerSource } from './tracker-source.ts'

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
  const { signal } = attempt
  const sources = [
    ...integrations.map((integration) => repositorySource(ctx, integration, reading, window, signal)),
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

type Stored = { source: Source; stored: StoredRead }

/** Reads the sources at once; waits for those that refuse, and when patience ends goes on with what stands in for them. */
async function readEach(
  ctx: Context,
  sources: Source[],
  collecting: Collecting,
  attempt: Attempt,
): Promise<Stored[]> {
  const keep = (step: string, act: () => Promise<StoredRead>) =>
    attempt.step(step, act, ({ told, reason }) => collecting.note(told, reason ? { reason } : undefined))
  const tried = await Promise.all(
    sources.map(async (source): Promise<Stored | { source: Source; error: unknown }> => {
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

  // All that can stand in is known before the first step of it is taken.
  const settled = tried.map((each) =>
    'error' in each ? { source: each.source, ...each.source.without(toRefusal(each.error)) } : each,
  )
  return Promise.all(
    settled.map(async (each) =>
      'act' in each ? { source: each.source, stored: await keep(each.step, each.act) } : each,
    ),
  )
}

/** Comes back later as long as there is patience; the log says at once why, and until when. */
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
