import type { Commit } from '../changelog/activity.ts'

/** The commits along first parents: what landed, without the commits that merges brought in. */
export function mainlineOf(commits: Commit[]): Commit[] {
  return linesOf(commits).flat()
}

/** The ends of a range: the last commit before it (null at the start of history) and its newest commit. */
export function endsOf(commits: Commit[]): { from: string | null; to: string | null } {
  const [line = []] = linesOf(commits)
  return { from: line.at(-1)?.parents[0] ?? null, to: line[0]?.sha ?? null }
}

/** The first-parent line of every commit that is not a parent in the range. */
function linesOf(commits: Commit[]): Commit[][] {
  const ahead = new Map(commits.map((commit) => [commit.sha, commit]))
  const parents = new Set(commits.flatMap((commit) => commit.parents))
  const tips = commits.filter((commit) => !parents.has(commit.sha))
  return tips.map((tip) => {
    const line: Commit[] = []
    for (let next = ahead.get(tip.sha); next; next = ahead.get(next.parents[0] ?? '')) {
      line.push(next)
      ahead.delete(next.sha)
    }
    return line
  })
}
