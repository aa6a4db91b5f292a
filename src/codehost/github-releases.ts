import type { Commit, Release, Repository } from '../changelog/activity.ts'
import type { Note } from '../changelog/note.ts'
import { asRelease, asReleases, toRelease } from './github-answer.ts'
import type { GitHubClient } from './github-client.ts'
import { type Comparison, compare, readHistory } from './github-commits.ts'
import { endsOf } from './github-mainline.ts'
import { readComparedNotes } from './github-notes.ts'
import { predecessorsOf, readVersion } from './versions.ts'

const maxPages = 10
const maxCandidates = 5

type PublishedRelease = Release & { publishedAt: Date }

export async function readRelease(
  client: GitHubClient,
  repository: Repository,
  tagName: string,
): Promise<Release> {
  return toRelease(await client.get(repository, '/releases/tags/{tagName}', { tagName }, asRelease))
}

/** The commits from the previous release (or the start of history) up to this one. */
export async function readReleaseRange(
  client: GitHubClient,
  repository: Repository,
  release: Release,
  stableOnly: boolean,
): Promise<{ from: string | null; commits: Commit[]; notes: Note[] }> {
  const earlier = await readEarlier(client, repository, release, stableOnly)
  const start = await findStart(client, repository, earlier, release)
  if (!start) {
    const commits = await readHistory(client, repository, { sha: release.tagName })
    return { from: endsOf(commits).from, commits, notes: [] }
  }
  const commits = await start.readCommits()
  const range = { from: start.tagName, to: release.tagName }
  const notes = await readComparedNotes(client, repository, range, start.files)
  return { from: start.isTooLong ? endsOf(commits).from : start.tagName, commits, notes }
}

/** Releases published between `since` (inclusive) and `until` (exclusive), newest first. */
export async function readReleasesBetween(
  client: GitHubClient,
  repository: Repository,
  since: Date,
  until: Date,
): Promise<Release[]> {
  const releases: PublishedRelease[] = []
  for await (const page of publishedReleases(client, repository)) {
    releases.push(...page.filter(({ publishedAt }) => publishedAt >= since && publishedAt < until))
    if (page.every(({ publishedAt }) => publishedAt < since)) break
  }
  return releases.sort(lastFirst)
}

/** Possible predecessors of a release, most likely first; with `stableOnly` without pre-releases. */
async function readEarlier(
  client: GitHubClient,
  repository: Repository,
  release: Release,
  stableOnly: boolean,
): Promise<Release[]> {
  const here = { ...release, at: (release.publishedAt ?? new Date()).getTime() }
  const isStable = !release.prerelease && readVersion(release.tagName).preRelease === null
  const known: PublishedRelease[] = []
  let earlier: Release[] = []
  for await (const page of publishedReleases(client, repository)) {
    known.push(...page)
    const others = known.map((each) => ({ ...each, at: each.publishedAt.getTime() }))
    earlier = predecessorsOf(here, others, stableOnly && isStable)
    if (earlier.length >= maxCandidates) break
  }
  return earlier.slice(0, maxCandidates)
}

/**
 * The previous release on the same line of history. If old versions are maintained, the latest release may be a fix
 * to one of them, and a range from there would reach back to where the branches diverge.
 */
async function findStart(
  client: GitHubClient,
  repository: Repository,
  earlier: Release[],
  release: Release,
): Promise<({ tagName: string } & Comparison) | null> {
  let aside = null
  for (const { tagName } of earlier) {
    const comparison = await compare(client, repository, tagName, release.tagName)
    if (comparison?.status === 'ahead' || comparison?.status === 'identical')
      return { tagName, ...comparison }
    if (comparison?.status === 'diverged') aside ??= { tagName, ...comparison }
  }
  return aside
}

/**
 * Read by page, because the host sorts releases by the date of their commits: approximately, not exactly, newest
 * first.
 */
async function* publishedReleases(client: GitHubClient, repository: Repository) {
  for await (const page of client.pages(repository, '/releases', {}, asReleases, maxPages)) {
    yield page
      .filter((release) => !release.draft)
      .map(toRelease)
      .filter((release): release is PublishedRelease => release.publishedAt !== null)
  }
}

function lastFirst(a: PublishedRelease, b: PublishedRelease) {
  return b.publishedAt.getTime() - a.publishedAt.getTime()
}
