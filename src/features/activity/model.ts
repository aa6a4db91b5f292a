import { t } from 'elysia'
import type { Activity, Issue } from '../../changelog/activity.ts'
import type { LookbackWindow } from '../automations/table.ts'
import type { Event } from './table.ts'

/** What a stored event is called: the tag of a release, or the branch of a push and how many commits it brought. */
export type EventHead = {
  integrationId: string
  deliveryId: string
  kind: Event['kind']
  ref: string | null
  /** Of pushes, where it is known. */
  commits: number | null
}

/** Which kinds of activity a run reads. */
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

/** Items that were picked by hand; all others stay out. */
export const Selection = t.Object({
  commitShas: t.Array(t.String()),
  pullRequestNumbers: t.Array(t.Object({ repositoryId: t.String(), number: t.Number({ multipleOf: 1 }) })),
  releaseTags: t.Array(t.Object({ repositoryId: t.Nullable(t.String()), tagName: t.String() })),
  linearIssues: t.Optional(t.Array(t.Object({ integrationId: t.String(), issueId: t.String() }))),
})
export type Selection = typeof Selection.static

/** What is to be read of a repository. */
export type Reading =
  /** What a delivery tells of; the range of a stable release looks past pre-releases where `stableOnly`. */
  | { type: 'delivery'; event: Event; stableOnly: boolean }
  /** Two refs of a repository on this machine; the last tag and HEAD where they are left out. */
  | { type: 'range'; from?: string; to?: string }
  | WindowReading

export type WindowReading = {
  type: 'window'
  lookbackWindow: LookbackWindow
  dataPoints: DataPoints
  selection: Selection | null
  /** The first due time of a schedule that nobody could keep; its days are made up for. */
  missedSince?: Date
}

/** What was read of a repository: its activity, and the range of each release that was picked by its tag. */
export type Found = { repositoryId: string; label: string; activity: Activity | null; releases: Activity[] }

/** What was read of a tracker. */
export type FoundIssues = {
  trackerId: string
  issues: Issue[]
  /** Projects and cycles that ended, by their names. */
  ended: string[]
}

/** The moments that activity is read between; the end is exclusive. */
export type Window = { start: Date; end: Date; label: string }

/** What a step keeps of a repository or a tracker that was read or left out, and what the run's log is told of it. */
export type StoredRead = { told: string; reason?: string } & (
  | Pick<Found, 'activity' | 'releases'>
  | Pick<FoundIssues, 'issues' | 'ended'>
  | { leftOut: 'empty' | 'unreadable'; sentence: string }
)

/** Why a code host or a tracker did not give what was asked. */
export type Refusal = { message: string; reason: string; retryAt?: Date }

/** A repository or a tracker as a run reads it. */
export type Source = {
  id: string
  name: string
  /** Leaves out what is empty or refuses for good; throws a refusal that may pass. */
  read(): Promise<StoredRead>
  /** The step that stands in for a reading that was refused for too long; throws where none does. */
  without(refusal: Refusal): { step: string; act(): Promise<StoredRead> }
}

/** What was read of a source, or why it was left out. */
export type Read =
  | ({ kind: 'activity' } & Found)
  | ({ kind: 'issues' } & FoundIssues)
  | { kind: 'leftOut'; cause: 'empty' | 'unreadable'; sentence: string }

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

/** What was read of a source, as a step kept it: JSON has no dates. */
export function reviveRead({ id, name }: Source, stored: StoredRead): Read {
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

/** What was collected, from where it was stored as JSON, which has no dates; versions before trackers stored less. */
export function reviveCollected(stored: unknown): Collected {
  const { activities, issues = [], ended = [], window, nothing } = stored as Collected
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
