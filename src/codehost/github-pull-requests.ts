import type { Commit, PullRequest, Repository } from '../changelog/activity.ts'
import { numberNamedBy } from '../changelog/message.ts'
import { asPullRequest, asPullRequests, toDate, toPullRequest } from './github-answer.ts'
import type { GitHubClient } from './github-client.ts'
import { mainlineOf } from './github-mainline.ts'

/** Up to this number, single requests cost less than a list of a hundred pull requests. */
const few = 10
const maxPages = 10
const maxLookups = 20

/**
 * The pull requests of a range of commits, in at most 50 requests. Commit messages name most of them; the list of
 * closed ones adds details and those that landed under another message; the rest is looked up one by one.
 */
export async function readPullRequests(
  client: GitHubClient,
  repository: Repository,
  commits: Commit[],
): Promise<PullRequest[]> {
  const search = startSearch(commits)
  const isLong = search.numbers.size + search.shas.size > few
  const isSettled = isLong && (await readClosed(client, repository, search))

  await Promise.all(
    [...search.numbers].slice(0, maxLookups).map(async (number) => {
      const pull = await client.find(repository, '/pulls/{number}', { number }, asPullRequest)
      if (pull) search.take(toPullRequest(pull))
    }),
  )
  if (isSettled) return search.result()
  await Promise.all(
    [...search.shas].slice(0, maxLookups).map(async (sha) => {
      const pulls = await client.find(repository, '/commits/{sha}/pulls', { sha }, asPullRequests)
      for (const pull of pulls ?? []) if (pull.merged_at) search.take(toPullRequest(pull), sha)
    }),
  )
  return search.result()
}

type Search = ReturnType<typeof startSearch>

/** What is still missing: pull requests by number, and landed commits that name none by sha. */
function startSearch(commits: Commit[]) {
  const inRange = new Set(commits.map((commit) => commit.sha))
  const numbers = new Set(commits.flatMap(({ message }) => numberNamedBy(message) ?? []))
  const unnamed = mainlineOf(commits).filter(({ message }) => numberNamedBy(message) === null)
  const shas = new Set(unnamed.map((commit) => commit.sha))
  const found = new Map<number, PullRequest>()

  return {
    numbers,
    shas,
    since: new Date(Math.min(...mainlineOf(commits).map(({ authoredAt }) => authoredAt.getTime()))),
    isWanted({ number, mergeCommitSha }: PullRequest) {
      return numbers.has(number) || (mergeCommitSha !== null && inRange.has(mergeCommitSha))
    },
    take(pullRequest: PullRequest, sha = pullRequest.mergeCommitSha) {
      const known = found.get(pullRequest.number) ?? pullRequest
      if (sha && inRange.has(sha) && !known.commits.includes(sha)) known.commits.push(sha)
      found.set(known.number, known)
      numbers.delete(known.number)
      if (sha) shas.delete(sha)
    },
    result: () => [...found.values()].sort((a, b) => b.number - a.number),
  }
}

/**
 * Reads the closed pull requests, most recently updated first, back to the start of the range. True when no commit
 * needs a lookup any longer: unless the repository rebases, the rest was pushed without a pull request.
 */
async function readClosed(client: GitHubClient, repository: Repository, search: Search): Promise<boolean> {
  const { numbers, shas, since } = search
  const unnamed = shas.size
  const closed = { state: 'closed', sort: 'updated', direction: 'desc' }
  let pages = 0
  for await (const page of client.pages(repository, '/pulls', closed, asPullRequests, maxPages)) {
    for (const pull of page.map(toPullRequest)) if (search.isWanted(pull)) search.take(pull)
    const updatedAt = toDate(page.at(-1)?.updated_at)
    if (numbers.size + shas.size === 0 || (updatedAt && updatedAt < since)) return shas.size === unnamed
    pages++
  }
  return pages < maxPages && shas.size === unnamed
}
