import type { Activity, Commit, Issue } from '../../changelog/activity.ts'
import { foldInSlices } from '../../changelog/join-commits.ts'
import { firstLine } from '../../changelog/message.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import type { Context } from '../../context.ts'
import { AppError, OperatorError } from '../../errors.ts'
import { runInSlices, type Sliced } from '../../slices.ts'
import { printableLine } from '../../text/line.ts'
import { TrackerError } from '../../tracker/error.ts'
import type { IntegrationRow, TrackerRow } from '../integrations/model.ts'
import { openTracker } from '../integrations/trackers.ts'
import type { Caller } from '../keys/model.ts'
import type { RepositoryActivity, Window, WindowReading } from './model.ts'
import type { ActivityPreview } from './preview-model.ts'
import { readRepository } from './read-repository.ts'
import { selectActivities, windowOf } from './rules.ts'
import { findSources, readWantedData, type Sources } from './sources.ts'

/** The most items that the preview lists and that a selection may contain. */
const maxItems = 1000
const maxCommitsOfPull = 100

type PreviewLists = Pick<ActivityPreview, 'pullRequests' | 'commits' | 'releases' | 'issues'>

/** Adds the activity of a repository: each commit once, with its pull request if it has one. */
function* addTo(
  { pullRequests, commits, releases }: PreviewLists,
  found: RepositoryActivity,
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

/** An issue of a tracker, as the preview shows it. */
function toIssue(integrationId: string, issue: Issue): ActivityPreview['issues'][number] {
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

/** The newest items of each list, and whether some were left out. */
function cut({
  pullRequests,
  commits,
  releases,
  issues,
}: PreviewLists): PreviewLists & { truncated: boolean } {
  const newest = <T>(items: T[], time: (item: T) => string | null) =>
    items.toSorted((a, b) => (time(b) ?? '').localeCompare(time(a) ?? '')).slice(0, maxItems)
  return {
    pullRequests: newest(pullRequests, ({ mergedAt }) => mergedAt).map((each) => ({
      ...each,
      commits: each.commits.slice(0, maxCommitsOfPull),
    })),
    commits: newest(commits, ({ authoredAt }) => authoredAt),
    releases: newest(releases, ({ publishedAt }) => publishedAt),
    issues: newest(issues, ({ closedAt }) => closedAt),
    truncated:
      [pullRequests, commits, releases, issues].some(({ length }) => length > maxItems) ||
      pullRequests.some((each) => each.commits.length > maxCommitsOfPull),
  }
}

/** Proxies give up after 60 seconds. */
const maxReading = 50_000
const tooSlow = `Reading took longer than ${maxReading / 1000} seconds.`

type UnreadableSource = { repositoryId: string; label: string; error: string | null }

/**
 * Lists the activity in the requested window to select from; stores nothing. A repository or tracker that cannot be
 * read is listed with the reason. A rate limit of the code host is a 503, since activity would be missing.
 */
export async function previewActivity(ctx: Context, caller: Caller, body: Sources): Promise<ActivityPreview> {
  const { organization } = caller
  const { repositories, trackers } = await findSources(ctx, organization.id, body)
  await caller.spend()

  const { lookbackWindow = 'last_7_days' } = body
  const dataPoints = readWantedData(body)
  const reading: WindowReading = { type: 'window', lookbackWindow, dataPoints, selection: null }
  const window = windowOf(reading, ctx.now())
  const signal = AbortSignal.timeout(maxReading)
  const [read, tracked] = await Promise.all([
    Promise.all(repositories.map((each) => readOne(ctx, each, reading, window, signal))),
    Promise.all(trackers.map((each) => readIssues(ctx, each, window, signal))),
  ])
  const listed: PreviewLists = {
    pullRequests: [],
    commits: [],
    releases: [],
    issues: tracked.flatMap((each) => each.issues),
  }
  const unreadable: ActivityPreview['unreadable'] = []
  for (const each of read) {
    const { repositoryId, label: name } = each
    if (!('error' in each)) await runInSlices(addTo(listed, each, reading))
    else if (each.error !== null)
      unreadable.push({ integrationId: repositoryId, repositoryId, name, error: each.error })
  }
  unreadable.push(...tracked.flatMap((each) => each.unreadable))
  return {
    window: { lookbackWindow, start: window.start.toISOString(), end: window.end.toISOString() },
    ...cut(listed),
    unreadable,
    organization,
  }
}

async function readOne(
  ctx: Context,
  repository: IntegrationRow,
  reading: WindowReading,
  window: Window,
  signal: AbortSignal,
): Promise<RepositoryActivity | UnreadableSource> {
  const { id: repositoryId, displayName: label } = repository
  try {
    return { repositoryId, label, ...(await readRepository(ctx, repository, reading, window, { signal })) }
  } catch (error) {
    return { repositoryId, label, error: refusalOf(ctx, error, signal) }
  }
}

type TrackerPreview = Pick<ActivityPreview, 'issues' | 'unreadable'>

/**
 * The issues of a tracker that a post may cover. Its rate limit only makes the tracker unreadable, since the
 * repositories are complete without it.
 */
async function readIssues(
  ctx: Context,
  tracker: TrackerRow,
  { start, end }: Window,
  signal: AbortSignal,
): Promise<TrackerPreview> {
  const { id: integrationId, displayName: name, teamId, leftOut } = tracker
  try {
    const reader = await openTracker(ctx, tracker, signal)
    const { issues } = await reader.readIssues({ since: start, until: end, teamId, leftOut })
    const included = issues.filter(({ setAside }) => setAside === null)
    return { issues: included.map((issue) => toIssue(integrationId, issue)), unreadable: [] }
  } catch (error) {
    if (!signal.aborted && !(error instanceof TrackerError) && !(error instanceof OperatorError)) throw error
    const sentence = signal.aborted ? tooSlow : (error as Error).message
    return { issues: [], unreadable: [{ integrationId, repositoryId: null, name, error: sentence }] }
  }
}

/**
 * Why a repository could not be read, null if it is merely empty; throws errors that affect more than this
 * repository.
 */
function refusalOf(ctx: Context, error: unknown, signal: AbortSignal): string | null {
  if (signal.aborted) return tooSlow
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof CodeHostError)) throw error
  if (error.reason !== 'rate_limited') return error.reason === 'empty' ? null : error.message
  const seconds = Math.ceil(((error.retryAt?.getTime() ?? 0) - ctx.now().getTime()) / 1000)
  throw new AppError(503, error.message, { headers: { 'Retry-After': String(Math.max(1, seconds)) } })
}
