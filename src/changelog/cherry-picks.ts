import type { Commit } from './activity.ts'
import { indexCommits } from './commit-index.ts'
import { isMerge, originOf } from './message.ts'

/**
 * Assigns each cherry-pick to its original. A pull request that contained only cherry-picks is recorded in `moved`.
 */
export function followCherryPicks(commits: Commit[], keys: Map<string, string>): Map<string, string> {
  const find = indexCommits(commits)
  const origins = new Map<string, string>()
  for (const commit of commits) {
    const origin = isMerge(commit) ? null : originOf(commit.message)
    const found = origin && find(origin)
    if (found && found !== commit) origins.set(commit.sha, found.sha)
  }

  const moved = new Map<string, string>()
  for (const [sha, root] of findRoots(origins)) {
    const [before, after] = [keys.get(sha), keys.get(root)]
    if (!before || !after || before === after) continue
    keys.set(sha, after)
    moved.set(before, after)
  }

  for (const commit of commits) if (!isMerge(commit)) moved.delete(keys.get(commit.sha) ?? '')
  for (const [sha, key] of keys) keys.set(sha, moved.get(key) ?? key)
  return moved
}

/** The start of each chain of cherry-picks. */
function findRoots(origins: Map<string, string>): Map<string, string> {
  const roots = new Map<string, string>()
  for (const start of origins.keys()) {
    const chain = new Set<string>()
    let sha = start
    for (let next = origins.get(sha); next && !roots.has(sha) && !chain.has(sha); next = origins.get(sha)) {
      chain.add(sha)
      sha = next
    }
    const root = roots.get(sha) ?? sha
    for (const link of chain) if (link !== root) roots.set(link, root)
  }
  return roots
}
