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
  FoundIssues,
  Refusal,
  RepositoryActivity,
  Selection,
  StoredRead,
  Window,
  WindowReading,
} from './model.ts'

/**
 * Filters what was read by `dataPoints` and `selection`. Both apply to changes rather than commits: a pull request is
 * included or excluded with all of its commits.
 */
export function* selectActivities(
  found: RepositoryActivity[],
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
    const chosen = activity && (yield* keep(activity, dataPoints, selection ? isPicked : null))
    const kept = chosen ? [selection ? { ...chosen, releases: [] } : chosen] : []
    for (const range of releases) kept.push(yield* keep(range, dataPoints, null))
    selected.push(...joinActivities(kept))
  }
  return selected
}

/** The issues that a run may cover, without duplicates across trackers: all of them, or the selected ones. */
export function selectIssues(found: FoundIssues[], { selection }: WindowReading): Issue[] {
  const issues = found.flatMap(({ trackerId, issues }) =>
    selection ? issues.filter((issue) => selection.linearIssues?.some(picks(trackerId, issue))) : issues,
  )
  return [...new Map(issues.map((issue) => [issue.id, issue])).values()]
}

/** An issue is selected by its id or its readable identifier. */
const picks =
  (trackerId: string, { id, identifier }: Issue) =>
  (picked: { integrationId: string; issueId: string }) =>
    picked.integrationId === trackerId &&
    (picked.issueId === id || picked.issueId.trim().toUpperCase() === identifier.toUpperCase())

/** The commits that the selected SHAs identify, ignoring case. A prefix of several commits selects none. */
function commitsIn(found: RepositoryActivity[], selection: Selection | null) {
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
  // Issues of a repository cannot be selected: they are included with the change that closed them.
  const closers = isPicked && issues ? matchIssues([{ activity, changes: left }], issues) : null
  return {
    ...activity,
    commits: activity.commits.filter((commit) => kept.has(commit.sha)),
    releases: includeReleases ? activity.releases : [],
    ...(closers ? { issues: issues?.filter((issue) => closers.has(issue)) } : {}),
  }
}

/** Merges activities of the same repository and removes duplicates. */
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

/** Describes selected items that were not found. */
export function* missingFrom(
  found: RepositoryActivity[],
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

/** Why nothing is left after `dataPoints` and a selection were applied. */
export function reasonForNothing(
  { dataPoints, selection }: WindowReading,
  missing: string[],
  label: string,
  isTracked: boolean,
): string | null {
  const { includePullRequests, includeCommits } = dataPoints
  if (!includePullRequests && !includeCommits && !isTracked)
    return 'There is nothing to write about: dataPoints excludes pull requests and commits.'
  if (missing.length > 0) return `Not found in the ${label}: ${joinWords(missing)}.`
  return selection ? 'The selection has no changes of the kinds that dataPoints includes.' : null
}

const day = 24 * 60 * 60 * 1000
const labels: Record<LookbackWindow, string> = {
  current_day: 'current day (UTC)',
  yesterday: 'previous day (UTC)',
  last_7_days: 'last 7 days (rolling)',
  last_14_days: 'last 14 days (rolling)',
  last_30_days: 'last 30 days (rolling)',
}

/** The time range of a window for a run that begins now (contract 7). */
export function lookbackRange(window: LookbackWindow, now: Date): Window {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const label = labels[window]
  if (window === 'current_day') return { start: today, end: now, label }
  if (window === 'yesterday') return { start: new Date(today.getTime() - day), end: today, label }
  const days = { last_7_days: 7, last_14_days: 14, last_30_days: 30 }[window]
  return { start: new Date(now.getTime() - days * day), end: now, label }
}

/** The window of a reading, extended by the days of missed runs. */
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

/**
 * The origin of a run, which decides how long it waits for the code host. Only an event has deliveries as a fallback.
 */
export type RetryPolicy = 'person' | 'schedule' | 'event'

const second = 1000
const minute = 60 * second
const maxWaits = 3
/** Short retries after any refusal except a rate limit, before the retry policy applies. */
const moments = [second, 3 * second]

/** The refusal, if the error is one; throws any other error. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof CodeHostError || error instanceof TrackerError) return error
  throw error
}

/** True if a retry may help. */
export const isPassing = ({ reason }: Refusal) => ['rate_limited', 'unreachable', 'failed'].includes(reason)

/** Skips a source that cannot be read. */
export function markUnread(name: string, { message, reason }: Refusal): StoredRead {
  const sentence = `${name} cannot be read: ${message}`
  return { leftOut: 'unreadable', sentence, message: `${sentence} It was left out.`, reason }
}

/** Skips a repository without commits. */
export function markEmpty(name: string): StoredRead {
  const sentence = `${name} is empty.`
  return { leftOut: 'empty', sentence, message: `${sentence} It was left out.`, reason: 'empty' }
}

/**
 * When to retry a code host that refused, after the short retries. A person waits at most a minute for a rate limit;
 * a schedule waits half an hour, three times; an event waits as long as the host asks, at most an hour. Null if no
 * retries are left.
 */
export function askAgainAt(
  patience: RetryPolicy,
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
