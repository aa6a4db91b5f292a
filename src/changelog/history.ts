import type { Activity, Commit, PullRequest, Repository } from './activity.ts'
import { isRelease, numberNamedBy, ownerMergedBy } from './message.ts'

export type Ownership = {
  /** The pull request of each commit; null for a commit without one. */
  owners: Map<string, number | null>
  /** Pull requests whose branch contained commits of other changes. */
  carriers: Set<number>
}

/** Walks the history once and assigns each commit to its pull request. */
export function assignOwners({ commits, pullRequests, repository }: Activity): Ownership {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const numberOf = claims(pullRequests)
  const isOfFork = findForkNumbers(commits, pullRequests, repository)
  const owners = new Map<string, number | null>()
  const carriers = new Set<number>()
  const waiting: { commit: Commit; branch: number | null }[] = []

  // A branch is entered at its tip, so its oldest commit is next: commits of an older merge are not assigned to a
  // newer one. Uses its own stack, because histories are deeper than the call stack.
  function enter(tip: string, branch: number | null) {
    let commit = bySha.get(tip)
    while (commit && !owners.has(commit.sha)) {
      owners.set(commit.sha, branch)
      waiting.push({ commit, branch })
      commit = bySha.get(commit.parents[0] ?? '')
    }
  }

  for (const tip of [...tipsOf(commits), ...commits]) {
    enter(tip.sha, null)
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { commit, branch } = next
      const claimed = numberOf(commit)
      const own = claimed !== null && branch !== null && isOfFork(claimed, branch) ? null : claimed
      if (own !== null) owners.set(commit.sha, own)
      if (branch !== null && own !== null && own !== branch) carriers.add(branch)
      for (const parent of commit.parents.slice(1)) enter(parent, own ?? branch)
    }
  }
  return { owners, carriers }
}

function tipsOf(commits: Commit[]): Commit[] {
  const parents = new Set(commits.flatMap((commit) => commit.parents))
  return commits.filter((commit) => !parents.has(commit.sha))
}

/** The pull request of a commit according to the code host and the messages; of two claims the lower number wins. */
function claims(pullRequests: PullRequest[]): (commit: Commit) => number | null {
  const known = new Set(pullRequests.map((pullRequest) => pullRequest.number))
  const landed = new Map<string, number>()
  const listed = new Map<string, number>()
  for (const { number, title, mergeCommitSha, commits } of pullRequests.toSorted(
    (a, b) => a.number - b.number,
  )) {
    if (mergeCommitSha && !landed.has(mergeCommitSha)) landed.set(mergeCommitSha, number)
    if (isRelease(title)) continue
    for (const sha of commits) if (!listed.has(sha)) listed.set(sha, number)
  }
  return ({ sha, message }) => {
    const named = numberNamedBy(message)
    return landed.get(sha) ?? (named !== null && known.has(named) ? named : (listed.get(sha) ?? named))
  }
}

/**
 * Finds numbers of pull requests in a fork, which come along with its branch: they are far below the number of the
 * pull request that merged the branch, and the code host does not have them.
 */
function findForkNumbers(
  commits: Commit[],
  pullRequests: PullRequest[],
  repository: Repository | null,
): (number: number, branch: number) => boolean {
  const known = new Set(pullRequests.map((pullRequest) => pullRequest.number))
  const home = repository?.owner.toLowerCase()
  const forks = new Set<number>()
  for (const { message } of commits) {
    const owner = ownerMergedBy(message)
    const number = owner && owner.toLowerCase() !== home ? numberNamedBy(message) : null
    if (number !== null) forks.add(number)
  }
  return (number, branch) => forks.has(branch) && number < branch / 2 && !known.has(number)
}
