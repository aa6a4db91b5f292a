import type { Commit, Repository } from '../changelog/activity.ts'
import { asCommits, asComparison, toCommit, toDate } from './github-answer.ts'
import type { GitHubClient } from './github-client.ts'

const pageSize = 100
const hour = 60 * 60 * 1000
/** In ranges of more than 5,000 commits, only the newest pages are read. */
const maxPages = 50
/** Lists are ordered by date, so a list from the newest commit may miss an older branch. */
const maxTips = 3

export type Comparison = {
  /** `ahead` if base is an ancestor of head, otherwise `identical`, `behind` or `diverged`. */
  status: string
  isTooLong: boolean
  /** The changed files, with patches where the host provides them. */
  files: { filename: string; patch?: string | null }[]
  readCommits(): Promise<Commit[]>
}

/** Compares two refs with one request; further pages are read only when the commits are needed. */
export async function compare(
  client: GitHubClient,
  repository: Repository,
  base: string,
  head: string,
): Promise<Comparison | null> {
  const basehead = `${base}...${head}`
  const parametersOf = (page: number) => ({ basehead, per_page: pageSize, page })
  const first = await client.find(repository, '/compare/{basehead}', parametersOf(1), asComparison)
  if (!first) return null
  const total = first.total_commits ?? first.commits.length

  async function readPage(page: number) {
    return client.get(repository, '/compare/{basehead}', parametersOf(page), asComparison)
  }
  return {
    status: first.status ?? 'ahead',
    isTooLong: total > pageSize * maxPages,
    files: first.files ?? [],
    async readCommits() {
      const last = Math.ceil(total / pageSize)
      const numbers = Array.from({ length: last }, (_, index) => index + 1).slice(-maxPages)
      const pages = await Promise.all(numbers.map((page) => (page === 1 ? first : readPage(page))))
      // The host lists the oldest commits first.
      return unique(pages.flatMap((page) => page.commits.map(toCommit)).reverse())
    },
  }
}

/** Whether a branch, or another ref with its name, exists. */
export async function hasBranch(
  client: GitHubClient,
  repository: Pick<Repository, 'owner' | 'name'>,
  branch: string,
): Promise<boolean> {
  return (await client.find(repository, '/commits', { sha: branch, per_page: 1 }, asCommits)) !== null
}

/**
 * The history of a ref, newest first. With `between`, only commits from the first time (inclusive) to the second
 * (exclusive).
 */
export async function readHistory(
  client: GitHubClient,
  repository: Repository,
  { between, ...filter }: { sha?: string; since?: string; between?: [Date, Date] },
): Promise<Commit[]> {
  const commits: Commit[] = []
  // Rounded to the hour, so that the request repeats and the host can answer 304 Not Modified.
  const hours = between && {
    since: new Date(Math.floor(between[0].getTime() / hour) * hour).toISOString(),
    until: new Date(Math.ceil(between[1].getTime() / hour) * hour).toISOString(),
  }
  const isWithin = ({ commit }: { commit: { committer?: { date?: string | null } | null } }) => {
    const at = toDate(commit.committer?.date)
    return !between || !at || (at >= between[0] && at < between[1])
  }
  for await (const page of client.pages(repository, '/commits', { ...filter, ...hours }, asCommits, maxPages))
    commits.push(...page.filter(isWithin).map(toCommit))
  return unique(commits)
}

/**
 * Replaces commits with the host's version, which has parents and accounts; commits that it does not list stay
 * unchanged.
 */
export async function completeCommits(
  client: GitHubClient,
  repository: Repository,
  commits: Commit[],
): Promise<Commit[]> {
  const known = new Map<string, Commit>()
  const size = Math.min(pageSize, commits.length)
  const most = Math.ceil(commits.length / size)
  for (let tips = 0; tips < maxTips; tips++) {
    const tip = commits.find(({ sha }) => !known.has(sha))
    if (!tip) break
    const listing = { sha: tip.sha, per_page: size }
    for await (const page of client.pages(repository, '/commits', listing, asCommits, most)) {
      for (const commit of page) known.set(commit.sha, toCommit(commit))
    }
    if (!known.has(tip.sha)) break
  }
  return commits.map((commit) => known.get(commit.sha) ?? commit)
}

const unique = (commits: Commit[]) => [...new Map(commits.map((commit) => [commit.sha, commit])).values()]
