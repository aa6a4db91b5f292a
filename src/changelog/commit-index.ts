import type { Commit } from './activity.ts'

/** Finds a commit of the range by its sha, complete or abbreviated to at least seven digits. */
export function indexCommits(commits: Commit[]): (reference: string) => Commit | null {
  const whole = new Map(commits.map((commit) => [commit.sha, commit]))
  const abbreviated = new Map<string, Commit | null>()
  for (const commit of commits) {
    const key = commit.sha.slice(0, 7)
    abbreviated.set(key, abbreviated.has(key) ? null : commit)
  }
  return (reference) => {
    const commit = whole.get(reference) ?? abbreviated.get(reference.slice(0, 7))
    return commit?.sha.startsWith(reference) ? commit : null
  }
}
