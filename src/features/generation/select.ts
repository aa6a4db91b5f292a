import { t } from 'elysia'
import type { Activity } from '../../changelog/activity.ts'
import type { Change } from '../../changelog/change.ts'
import { foldChanges } from '../../changelog/fold.ts'

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
