import type { Commit, Repository } from '../changelog/activity.ts'
import { asCommits, asComparison, toCommit, toDate } from './github-answer.ts'
import type { GitHubClient } from './github-client.ts'

const pageSize = 100
const hour = 60 * 60 * 1000
/** Of ranges of more than 5,000 commits the newest pages are read. */
const maxPages = 50
/** Dates decide the order of a listing, so that one from the newest commit may miss an older branch. */
const maxTips = 3

export type Comparison = {
  /** `ahead` where base is an ancestor of head, otherwise `identical`, `behind` or `diverged`. */
  status: string
  isTooLong: boolean
  /** The files that differ, with their patches where the host shows them. */
  files: { filename: string; patch?: string | null }[]
  readCommits(): Promise<Commit[]>
}

/** Compares two refs, with a first request; its other pages are read only when the commits are asked for. */
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
      // The host lists the oldest first.
      return unique(pages.flatMap((page) => page.commits.map(toCommit)).reverse())
    },
  }
}

/** Whether there is something to be read under the name of a branch. */
export async function hasBranch(
  client: GitHubClient,
  repository: Pick<Repository, 'owner' | 'name'>,
  branch: string,
): Promise<boolean> {
  return (await client.find(repository, '/commits', { sha: branch, per_page: 1 }, asCommits)) !== null
}

/** The history of a ref, newest first; of `between`, what was committed from the first moment until just before the second. */
export async function readHistory(
  client: GitHubClient,
  repository: Repository,
  { between, ...filter }: { sha?: string; since?: string; between?: [Date, Date] },
): Promise<Commit[]> {
  const commits: Commit[] = []
  // Whole hours, so that the host is asked the same again and can answer that nothing has changed.
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

/** Commits as the host knows them, with parents and accounts; those that it does not list stay as they are. */
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
