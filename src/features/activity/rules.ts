import { t } from 'elysia'
import type { Activity } from '../../changelog/activity.ts'
import type { Change } from '../../changelog/change.ts'
import { foldChanges } from '../../changelog/fold.ts'
import type { LookbackWindow } from '../automations/table.ts'
import type { Event } from './table.ts'

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
})
export type Selection = typeof Selection.static

/** What is to be read of a repository. */
export type Reading =
  /** What a delivery tells of. */
  | { type: 'delivery'; event: Event }
  /** Two refs of a repository on this machine; the last tag and HEAD where they are left out. */
  | { type: 'range'; from?: string; to?: string }
  | { type: 'window'; lookbackWindow: LookbackWindow; dataPoints: DataPoints; selection: Selection | null }

/**
 * The part of a repository's activity that a run may tell: `dataPoints` and `selection` are hard filters.
 * They judge changes rather than commits, so that a pull request comes or stays away with all of its commits.
 */
export function selectActivity(
  activity: Activity,
  repositoryId: string,
  dataPoints: DataPoints,
  selection: Selection | null,
): Activity {
  const isWanted = (change: Change) =>
    isIncluded(change, dataPoints) && isSelected(change, repositoryId, selection)
  const kept = new Set(
    foldChanges(activity)
      .filter(isWanted)
      .flatMap((change) => change.commits.map((commit) => commit.sha)),
  )
  const tags = selection?.releaseTags.filter(
    (tag) => tag.repositoryId === null || tag.repositoryId === repositoryId,
  )
  const releases = dataPoints.includeReleases ? activity.releases : []
  return {
    ...activity,
    commits: activity.commits.filter((commit) => kept.has(commit.sha)),
    releases: tags
      ? releases.filter((release) => tags.some((tag) => tag.tagName === release.tagName))
      : releases,
  }
}

function isIncluded({ kind }: Change, { includePullRequests, includeCommits }: DataPoints): boolean {
  return kind === 'pull_request' ? includePullRequests : includeCommits
}

function isSelected({ number, commits }: Change, repositoryId: string, selection: Selection | null): boolean {
  if (!selection) return true
  return (
    selection.pullRequestNumbers.some(
      (each) => each.repositoryId === repositoryId && each.number === number,
    ) ||
    commits.some((commit) =>
      selection.commitShas.some((sha) => sha.length >= 7 && commit.sha.startsWith(sha)),
    )
  )
}

const day = 24 * 60 * 60 * 1000
const labels: Record<LookbackWindow, string> = {
  current_day: 'current day (UTC)',
  yesterday: 'previous day (UTC)',
  last_7_days: 'last 7 days (rolling)',
  last_14_days: 'last 14 days (rolling)',
  last_30_days: 'last 30 days (rolling)',
}

/** The moments that activity is read between; the end is exclusive. */
export type Window = { start: Date; end: Date; label: string }

/** The moments that a window spans when a run begins (contract 7). */
export function lookbackRange(window: LookbackWindow, now: Date): Window {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const label = labels[window]
  if (window === 'current_day') return { start: today, end: now, label }
  if (window === 'yesterday') return { start: new Date(today.getTime() - day), end: today, label }
  const days = { last_7_days: 7, last_14_days: 14, last_30_days: 30 }[window]
  return { start: new Date(now.getTime() - days * day), end: now, label }
}
