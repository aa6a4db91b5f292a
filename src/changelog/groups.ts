import type { Activity, Commit } from './activity.ts'
import { followCherryPicks } from './cherry-picks.ts'
import { assignOwners } from './history.ts'
import { branchMergedBy, firstLine, isMerge, isRelease, numberNamedBy, titleLineOf } from './message.ts'

/** Commits that make one change, newest first; `key` is the first pull request or commit that held them. */
export type Group = {
  key: string
  number: number | null
  commits: Commit[]
  /** It holds nothing but merges of commits that stand on their own. */
  onlyCarries: boolean
}

export const pullRequestKey = (number: number) => `pr:${number}`
export const commitKey = (sha: string) => `commit:${sha}`

export function groupCommits(activity: Activity): { groups: Map<string, Group>; moved: Map<string, string> } {
  const { owners, carriers } = assignOwners(activity)
  const gathering = findGatheringPulls(activity)
  const keys = new Map<string, string>()
  const numbers = new Map<string, number>()

  for (const commit of activity.commits) {
    const number = owners.get(commit.sha) ?? null
    const standsAlone = number !== null && gathering.has(number) && !belongsToGathering(commit, number)
    if (standsAlone) carriers.add(number)
    const key = number === null || standsAlone ? commitKey(commit.sha) : pullRequestKey(number)
    if (number !== null && !standsAlone) numbers.set(key, number)
    keys.set(commit.sha, key)
  }

  const moved = followCherryPicks(activity.commits, keys)
  const groups = new Map<string, Group>()
  for (const commit of activity.commits) {
    const key = keys.get(commit.sha) as string
    const number = numbers.get(key) ?? null
    const group = groups.get(key) ?? {
      key,
      number,
      commits: [],
      onlyCarries: number !== null && carriers.has(number),
    }
    if (!isMerge(commit)) group.onlyCarries = false
    group.commits.push(commit)
    groups.set(key, group)
  }
  return { groups, moved }
}

const gatheringBranch = /^(?:develop|development|dev|main|master|trunk|staging|next|release(?:[/-].+)?)$/

/** Pull requests that bring one long-lived branch into another, or prepare a release: no change by themselves. */
function findGatheringPulls({ commits, pullRequests }: Activity): Set<number> {
  const releases = pullRequests.filter(({ title }) => isRelease(title)).map(({ number }) => number)
  const gathering = new Set(releases)
  for (const { message } of commits) {
    const number = numberNamedBy(message)
    if (number === null) continue
    if (gatheringBranch.test(branchMergedBy(message) ?? '') || isRelease(titleLineOf(message) ?? ''))
      gathering.add(number)
  }
  return gathering
}

function belongsToGathering(commit: Commit, number: number): boolean {
  return isMerge(commit) || numberNamedBy(commit.message) === number || isRelease(firstLine(commit.message))
}
