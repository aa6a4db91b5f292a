import type { Activity, Issue } from '../../changelog/activity.ts'
import type { Change } from '../../changelog/change.ts'
import { matchIssues } from '../../changelog/issues.ts'
import { foldInSlices } from '../../changelog/join-commits.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import type { Sliced } from '../../slices.ts'
import { joinWords } from '../../text/line.ts'
import { TrackerError } from '../../tracker/error.ts'
import type { LookbackWindow } from '../automations/table.ts'
import type {
  DataPoints,
  Found,
  FoundIssues,
  Refusal,
  Selection,
  StoredRead,
  Window,
  WindowReading,
} from './model.ts'

/**
 * The part of what was read that a run may tell: `dataPoints` and `selection` are hard filters. They judge changes
 * rather than commits, so that a pull request comes or stays away with all of its commits.
 */
export function* selectActivities(
  found: Found[],
  { dataPoints, selection }: WindowReading,
): Sliced<Activity[]> {
  const shas = new Set(commitsIn(found, selection).flatMap(({ matching }) => onlyOne(matching) ?? []))
  const selected: Activity[] = []
  for (const { repositoryId, activity, releases } of found) {
    const isPicked = ({ number, commits }: Change) =>
      commits.some(({ sha }) => shas.has(sha)) ||
      (selection?.pullRequestNumbers ?? []).some(
        (each) => each.repositoryId === repositoryId && each.number === number,
      )
    const told = activity && (yield* keep(activity, dataPoints, selection ? isPicked : null))
    const kept = told ? [selection ? { ...told, releases: [] } : told] : []
    for (const range of releases) kept.push(yield* keep(range, dataPoints, null))
    selected.push(...joinActivities(kept))
  }
  return selected
}

/** The issues that a run may tell, each once however many trackers know it: all of them, or those that were picked. */
export function selectIssues(found: FoundIssues[], { selection }: WindowReading): Issue[] {
  const told = found.flatMap(({ trackerId, issues }) =>
    selection ? issues.filter((issue) => selection.linearIssues?.some(picks(trackerId, issue))) : issues,
  )
  return [...new Map(told.map((issue) => [issue.id, issue])).values()]
}

/** An issue is picked by its id, or as people call it. */
const picks =
  (trackerId: string, { id, identifier }: Issue) =>
  (picked: { integrationId: string; issueId: string }) =>
    picked.integrationId === trackerId &&
    (picked.issueId === id || picked.issueId.trim().toUpperCase() === identifier.toUpperCase())

/** The commits that each picked sha begins, in any case; one that several begin with picks none. */
function commitsIn(found: Found[], selection: Selection | null) {
  const known = [...new Set(found.flatMap(({ activity }) => activity?.commits.map(({ sha }) => sha) ?? []))]
  return (selection?.commitShas ?? []).map((given) => {
    const start = given.trim().toLowerCase()
    return { given, matching: start.length < minOfSha ? [] : known.filter((sha) => sha.startsWith(start)) }
  })
}

const minOfSha = 4
const onlyOne = <T>(list: T[]): T | null => (list.length === 1 ? (list[0] ?? null) : null)

function* keep(
  activity: Activity,
  dataPoints: DataPoints,
  isPicked: ((change: Change) => boolean) | null,
): Sliced<Activity> {
  const { includePullRequests, includeCommits, includeReleases } = dataPoints
  if (!isPicked && includePullRequests && includeCommits && includeReleases) return activity
  const changes = yield* foldInSlices(activity)
  const left = changes
    .filter(({ kind }) => (kind === 'pull_request' ? includePullRequests : includeCommits))
    .filter((change) => !isPicked || isPicked(change))
  const kept = new Set(left.flatMap((change) => change.commits.map((commit) => commit.sha)))
  const { issues } = activity
  // Nobody can pick an issue of a repository: it comes with the change that closed it.
  const closers = isPicked && issues ? matchIssues([{ activity, changes: left }], issues) : null
  return {
    ...activity,
    commits: activity.commits.filter((commit) => kept.has(commit.sha)),
    releases: includeReleases ? activity.releases : [],
    ...(closers ? { issues: issues?.filter((issue) => closers.has(issue)) } : {}),
  }
}

/** One activity of several of the same repository: what is in more than one of them counts once. */
function joinActivities(activities: Activity[]): Activity[] {
  const [first, ...others] = activities.filter(
    ({ commits, releases }, _, all) => all.length === 1 || commits.length + releases.length > 0,
  )
  if (!first || others.length === 0) return first ? [first] : []
  const all = [first, ...others]
  const each = <T>(list: T[], key: (item: T) => unknown) => [
    ...new Map(list.map((item) => [key(item), item])).values(),
  ]
  return [
    {
      ...first,
      commits: each(
        all.flatMap(({ commits }) => commits),
        ({ sha }) => sha,
      ),
      pullRequests: each(
        all.flatMap(({ pullRequests }) => pullRequests),
        ({ number }) => number,
      ),
      releases: each(
        all.flatMap(({ releases }) => releases),
        ({ tagName }) => tagName,
      ),
    },
  ]
}

/** What was picked and is not among what was read, in words. */
export function* missingFrom(
  found: Found[],
  tracked: FoundIssues[],
  selection: Selection | null,
): Sliced<string[]> {
  if (!selection) return []
  const changes = new Map<string, Change[]>()
  for (const { repositoryId, activity } of found)
    changes.set(repositoryId, activity ? yield* foldInSlices(activity) : [])
  const labelOf = (id: string) => found.find(({ repositoryId }) => repositoryId === id)?.label ?? id

  const pulls = selection.pullRequestNumbers
    .filter(({ repositoryId, number }) => !changes.get(repositoryId)?.some((each) => each.number === number))
    .map(({ repositoryId, number }) => `pull request #${number} of ${labelOf(repositoryId)}`)
  const commits = commitsIn(found, selection).flatMap(({ given, matching }) => {
    if (matching.length === 0) return `commit ${given}`
    return matching.length > 1 ? `commit ${given}, with which several begin` : []
  })
  const releases = selection.releaseTags
    .filter(
      ({ repositoryId, tagName }) =>
        !found.some(
          (each) =>
            (repositoryId === null || each.repositoryId === repositoryId) &&
            each.releases.some(({ to }) => to === tagName),
        ),
    )
    .map(({ repositoryId, tagName }) =>
      repositoryId === null ? `release ${tagName}` : `release ${tagName} of ${labelOf(repositoryId)}`,
    )
  const issues = (selection.linearIssues ?? [])
    .filter(
      (picked) =>
        !tracked.some(({ trackerId, issues }) => issues.some((issue) => picks(trackerId, issue)(picked))),
    )
    .map(({ issueId }) => `Linear issue ${issueId}`)
  return [...pulls, ...commits, ...releases, ...issues]
}

/** Why nothing is left to tell once `dataPoints` and a selection were heeded. */
export function reasonForNothing(
  { dataPoints, selection }: WindowReading,
  missing: string[],
  label: string,
  isTracked: boolean,
): string | null {
  const { includePullRequests, includeCommits } = dataPoints
  if (!includePullRequests && !includeCommits && !isTracked)
    return 'Nothing can be told: pull requests and commits are switched off in dataPoints.'
  if (missing.length > 0) return `Not found in the ${label}: ${joinWords(missing)}.`
  return selection ? 'What was selected holds no changes of the kinds that dataPoints lets in.' : null
}

const day = 24 * 60 * 60 * 1000
const labels: Record<LookbackWindow, string> = {
  current_day: 'current day (UTC)',
  yesterday: 'previous day (UTC)',
  last_7_days: 'last 7 days (rolling)',
  last_14_days: 'last 14 days (rolling)',
  last_30_days: 'last 30 days (rolling)',
}

/** The moments that a window spans when a run begins (contract 7). */
export function lookbackRange(window: LookbackWindow, now: Date): Window {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const label = labels[window]
  if (window === 'current_day') return { start: today, end: now, label }
  if (window === 'yesterday') return { start: new Date(today.getTime() - day), end: today, label }
  const days = { last_7_days: 7, last_14_days: 14, last_30_days: 30 }[window]
  return { start: new Date(now.getTime() - days * day), end: now, label }
}

/** The window of a reading, with the days of missed runs where there are any. */
export function windowOf({ lookbackWindow, missedSince }: WindowReading, now: Date): Window {
  const window = lookbackRange(lookbackWindow, now)
  if (!missedSince) return window
  const { start } = lookbackRange(lookbackWindow, missedSince)
  return {
    ...window,
    start,
    label: `${window.label} and the days missed since ${start.toISOString().slice(0, 10)}`,
  }
}

/** Who waits for the code host: a person, a schedule, or an event that can also be told from its deliveries. */
export type Patience = 'person' | 'schedule' | 'event'

const second = 1000
const minute = 60 * second
const maxWaits = 3
/** A host that only stumbled is asked again after moments, before anyone's patience counts. */
const moments = [second, 3 * second]

/** A refusal is waited for or told; any other error is thrown on. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof CodeHostError || error instanceof TrackerError) return error
  throw error
}

/** Whether asking again may help. */
export const isPassing = ({ reason }: Refusal) => ['rate_limited', 'unreachable', 'failed'].includes(reason)

/** Leaves out a source that cannot be read. */
export function leaveUnread(name: string, { message, reason }: Refusal): StoredRead {
  const sentence = `${name} cannot be read: ${message}`
  return { leftOut: 'unreadable', sentence, told: `${sentence} It was left out.`, reason }
}

/** Leaves out a repository without commits. */
export function leaveEmpty(name: string): StoredRead {
  const sentence = `${name} is empty.`
  return { leftOut: 'empty', sentence, told: `${sentence} It was left out.`, reason: 'empty' }
}

/**
 * When to ask a code host again that refused, after the moments that a stumble takes: a person waits a minute for a
 * rate limit at most, a schedule half an hour three times, an event as long as the host says, an hour at most; null
 * when there is no patience left.
 */
export function askAgainAt(
  patience: Patience,
  { reason, retryAt }: Pick<Refusal, 'reason' | 'retryAt'>,
  waits: number,
  since: Date,
  now: Date,
): Date | null {
  const inTime = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const isLimited = reason === 'rate_limited'
  const moment = isLimited ? undefined : moments[waits]
  if (moment) return inTime(moment)
  if (patience === 'event') {
    const latest = since.getTime() + 60 * minute
    return isLimited && retryAt && retryAt > now && retryAt.getTime() < latest ? retryAt : null
  }
  if (waits >= maxWaits + (isLimited ? 0 : moments.length)) return null
  if (patience === 'schedule') return inTime(30 * minute)
  if (!isLimited) return inTime(20 * second)
  return retryAt && retryAt <= inTime(minute)
    ? new Date(Math.max(retryAt.getTime(), inTime(second).getTime()))
    : null
}
