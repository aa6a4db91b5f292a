import { t } from 'elysia'
import type { Activity, Issue } from '../../changelog/activity.ts'
import type { LookbackWindow } from '../automations/table.ts'
import type { Event } from './table.ts'

/** The head of a stored event: the tag of a release, or the branch of a push and its number of commits. */
export type EventHead = {
  integrationId: string
  deliveryId: string
  kind: Event['kind']
  ref: string | null
  /** Of pushes, if known. */
  commits: number | null
}

/** The kinds of activity that a run reads. */
export const DataPoints = t.Object({
  includePullRequests: t.Boolean(),
  includeCommits: t.Boolean(),
  includeReleases: t.Boolean(),
})
export type DataPoints = typeof DataPoints.static
export const everyDataPoint: DataPoints = {
  includePullRequests: true,
  includeCommits: true,
  includeReleases: true,
}

/** Items that the user selected; all others are excluded. */
export const Selection = t.Object({
  commitShas: t.Array(t.String()),
  pullRequestNumbers: t.Array(t.Object({ repositoryId: t.String(), number: t.Number({ multipleOf: 1 }) })),
  releaseTags: t.Array(t.Object({ repositoryId: t.Nullable(t.String()), tagName: t.String() })),
  linearIssues: t.Optional(t.Array(t.Object({ integrationId: t.String(), issueId: t.String() }))),
})
export type Selection = typeof Selection.static

/** The activity to read from a repository. */
export type ReadRequest =
  /** The event of a delivery; with `stableOnly`, the range of a stable release skips pre-releases. */
  | { type: 'delivery'; event: Event; stableOnly: boolean }
  /** Two refs of a local repository; defaults to the last tag and HEAD. */
  | { type: 'range'; from?: string; to?: string }
  | WindowReading

export type WindowReading = {
  type: 'window'
  lookbackWindow: LookbackWindow
  dataPoints: DataPoints
  selection: Selection | null
  /** The first due time at which a schedule could not run; the window is extended back to it. */
  missedSince?: Date
}

/** The activity of a repository, and the range of each release that was selected by its tag. */
export type RepositoryActivity = {
  repositoryId: string
  label: string
  activity: Activity | null
  releases: Activity[]
}

/** The issues of a tracker. */
export type FoundIssues = {
  trackerId: string
  issues: Issue[]
  /** Names of projects and cycles that ended. */
  ended: string[]
}

/** The time range of the activity; the end is exclusive. */
export type Window = { start: Date; end: Date; label: string }

/** The stored result of reading or skipping a repository or tracker, with the message for the run's log. */
export type StoredRead = { message: string; reason?: string } & (
  | Pick<RepositoryActivity, 'activity' | 'releases'>
  | Pick<FoundIssues, 'issues' | 'ended'>
  | { leftOut: 'empty' | 'unreadable'; sentence: string }
)

/** Why a code host or a tracker refused a request. */
export type Refusal = { message: string; reason: string; retryAt?: Date }

/** A repository or a tracker that a run reads. */
export type Source = {
  id: string
  name: string
  /** Skips a source that is empty or refuses permanently; throws a temporary refusal. */
  read(): Promise<StoredRead>
  /** The fallback step for a source that refused for too long; throws if there is none. */
  without(refusal: Refusal): { step: string; act(): Promise<StoredRead> }
}

/** The activity of a source, or why it was skipped. */
export type SourceReading =
  | ({ kind: 'activity' } & RepositoryActivity)
  | ({ kind: 'issues' } & FoundIssues)
  | { kind: 'leftOut'; cause: 'empty' | 'unreadable'; sentence: string }

export type CollectedActivity = {
  /** One for each repository that was read and has activity. */
  activities: Activity[]
  /** Closed issues of the trackers. */
  issues: Issue[]
  /** Names of their projects and cycles that ended. */
  ended: string[]
  /** The time range of the activity, if a window was read. */
  window: Window | null
  /** Why there is nothing to report, if that is already known. */
  nothing: string | null
}

/** The result of reading a source, restored from a stored step: JSON has no dates. */
export function reviveRead({ id, name }: Source, stored: StoredRead): SourceReading {
  if ('leftOut' in stored) return { kind: 'leftOut', cause: stored.leftOut, sentence: stored.sentence }
  if ('issues' in stored) {
    const { issues, ended } = stored
    return { kind: 'issues', trackerId: id, issues: issues.map(reviveIssue), ended }
  }
  const { activity, releases } = stored
  return {
    kind: 'activity',
    repositoryId: id,
    label: name,
    activity: activity && reviveActivity(activity),
    releases: releases.map(reviveActivity),
  }
}

/** Collected activity restored from JSON, which has no dates; versions before trackers stored fewer fields. */
export function reviveCollected(stored: unknown): CollectedActivity {
  const { activities, issues = [], ended = [], window, nothing } = stored as CollectedActivity
  const dated = window && { ...window, start: new Date(window.start), end: new Date(window.end) }
  return {
    activities: activities.map(reviveActivity),
    issues: issues.map(reviveIssue),
    ended,
    window: dated,
    nothing,
  }
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
