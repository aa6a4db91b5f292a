import type { Activity, Commit, Issue } from '../../../changelog/activity.ts'
import { foldInSlices } from '../../../changelog/fold.ts'
import { firstLine } from '../../../changelog/message.ts'
import type { Sliced } from '../../../slices.ts'
import { printableLine } from '../../../text/line.ts'
import type { Found, WindowReading } from '../model.ts'
import { selectActivities } from '../rules.ts'
import type { ActivityPreview } from './model.ts'

/** A person chooses from no more, and a selection holds no more either. */
const mostItems = 1000
const mostCommitsOfPull = 100

export type Listed = Pick<ActivityPreview, 'pullRequests' | 'commits' | 'releases' | 'issues'>

/** Adds what was read of a repository: each commit once, beside its pull request where it has one. */
export function* addTo(
  { pullRequests, commits, releases }: Listed,
  found: Found,
  reading: WindowReading,
): Sliced<void> {
  const { repositoryId } = found
  for (const activity of yield* selectActivities([found], reading)) {
    const byNumber = new Map(activity.pullRequests.map((each) => [each.number, each]))
    for (const change of yield* foldInSlices(activity)) {
      const { number } = change
      if (number === null) {
        commits.push(...change.commits.map((commit) => ({ repositoryId, ...toItem(commit) })))
        continue
      }
      const known = byNumber.get(number)
      const [author] = change.authors
      pullRequests.push({
        repositoryId,
        number,
        title: printableLine(known?.title ?? change.title),
        url: known?.url ?? change.url,
        author: known?.authorLogin ?? author?.login ?? author?.name ?? null,
        mergedAt: (known?.mergedAt ?? change.commits[0]?.authoredAt)?.toISOString() ?? null,
        commits: change.commits.map(toItem),
      })
    }
    releases.push(...activity.releases.map((release) => ({ repositoryId, ...toRelease(release) })))
  }
}

/** An issue of a tracker as it is chosen. */
export function toIssue(integrationId: string, issue: Issue): ActivityPreview['issues'][number] {
  const { id, identifier, title, url, closedAt } = issue
  return {
    integrationId,
    issueId: id,
    identifier,
    title: printableLine(title),
    url,
    closedAt: closedAt.toISOString(),
  }
}

function toItem({ sha, message, url, authorLogin, authorName, authoredAt }: Commit) {
  const author = authorLogin ?? (authorName.trim() || null)
  return { sha, title: printableLine(firstLine(message)), url, author, authoredAt: authoredAt.toISOString() }
}

function toRelease({ tagName, name, url, prerelease, publishedAt }: Activity['releases'][number]) {
  return { tagName, name, url, prerelease, publishedAt: publishedAt?.toISOString() ?? null }
}

/** The newest of each list, and whether something was left out. */
export function cut({ pullRequests, commits, releases, issues }: Listed): Listed & { truncated: boolean } {
  const newest = <T>(items: T[], time: (item: T) => string | null) =>
    items.toSorted((a, b) => (time(b) ?? '').localeCompare(time(a) ?? '')).slice(0, mostItems)
  return {
    pullRequests: newest(pullRequests, ({ mergedAt }) => mergedAt).map((each) => ({
      ...each,
      commits: each.commits.slice(0, mostCommitsOfPull),
    })),
    commits: newest(commits, ({ authoredAt }) => authoredAt),
    releases: newest(releases, ({ publishedAt }) => publishedAt),
    issues: newest(issues, ({ closedAt }) => closedAt),
    truncated:
      [pullRequests, commits, releases, issues].some(({ length }) => length > mostItems) ||
      pullRequests.some((each) => each.commits.length > mostCommitsOfPull),
  }
}
