import type { Static } from '@sinclair/typebox'
import type { Repository } from '../changelog/activity.ts'
import type { PushedCommit, ReleaseData } from './events.ts'
import {
  asCommits,
  asComparison,
  asReleases,
  type CommitAnswer,
  type ReleaseAnswer,
  toRelease,
} from './github-answer.ts'
import type { GitHubClient } from './github-client.ts'
import { CodeHostError } from './github-error.ts'

// Finds by polling what webhook deliveries would report. A poll without news costs two small requests.

/** After a long pause, the pages beyond this are left for the next poll. */
const maxPages = 10
const releasesPerPage = 30

export type PublishedRelease = { id: number | null; publishedAt: string; data: ReleaseData }

export type PushedRange = { base: string | null; head: string; since: Date | null }

/** The newest commit of the default branch; null in an empty repository. */
export async function readHead(client: GitHubClient, repository: Repository): Promise<string | null> {
  try {
    const [newest] = await client.get(repository, '/commits', { per_page: 1 }, asCommits)
    return newest?.sha ?? null
  } catch (error) {
    if (error instanceof CodeHostError && error.reason === 'empty') return null
    throw error
  }
}

/**
 * The commits between two heads of the default branch, oldest first, as in a push event. If the first head is null,
 * or gone after a history rewrite: the commits since `since`, or all if that is null.
 */
export async function readPushed(
  client: GitHubClient,
  repository: Repository,
  { base, head, since }: PushedRange,
): Promise<PushedCommit[]> {
  if (base !== null) {
    const commits: PushedCommit[] = []
    try {
      const basehead = { basehead: `${base}...${head}` }
      const pages = client.pages(repository, '/compare/{basehead}', basehead, asComparison, maxPages)
      for await (const page of pages) commits.push(...page.commits.map(toPushed))
      return commits
    } catch (error) {
      if (!(error instanceof CodeHostError) || error.reason !== 'not_found') throw error
    }
  }
  const history: PushedCommit[] = []
  const filter = { sha: head, since: since?.toISOString() }
  for await (const page of client.pages(repository, '/commits', filter, asCommits, maxPages))
    history.push(...page.map(toPushed))
  return history.reverse()
}

/** The published releases, page by page, approximately newest first. */
export async function* readPublished(client: GitHubClient, repository: Repository) {
  const size = { per_page: releasesPerPage }
  for await (const page of client.pages(repository, '/releases', size, asReleases, maxPages))
    yield page.flatMap(toPublished)
}

function toPushed({ sha, html_url, commit, author }: Static<typeof CommitAnswer>): PushedCommit {
  const named = { name: commit.author?.name ?? author?.login ?? '', email: commit.author?.email ?? '' }
  return {
    id: sha,
    message: commit.message,
    author: author?.login ? { ...named, username: author.login } : named,
    timestamp: commit.author?.date ?? new Date(0).toISOString(),
    url: html_url ?? '',
  }
}

function toPublished(answer: ReleaseAnswer): PublishedRelease[] {
  const { tagName, name, body, prerelease, url } = toRelease(answer)
  const publishedAt = answer.published_at
  if (answer.draft || !publishedAt) return []
  const data = { tagName, name, body, prerelease, draft: false, publishedAt, url: url ?? '' }
  return [{ id: answer.id ?? null, publishedAt, data }]
}
