import type { Activity, Commit } from './activity.ts'
import { followCherryPicks } from './cherry-picks.ts'
import { assignOwners } from './history.ts'
import {
  branchMergedBy,
  firstLine,
  isMerge,
  isRelease,
  numberNamedBy,
  ownerMergedBy,
  titleLineOf,
} from './message.ts'
import { readSubject } from './subject.ts'
import { vagueTitle } from './words.ts'

/** Commits that form one change, newest first; `key` is the first pull request or commit that contained them. */
export type Group = {
  key: string
  number: number | null
  commits: Commit[]
  /** True if it contains only merges of commits that are changes of their own. */
  onlyCarries: boolean
}

export const pullRequestKey = (number: number) => `pr:${number}`
export const commitKey = (sha: string) => `commit:${sha}`

export function groupCommits(activity: Activity): { groups: Map<string, Group>; moved: Map<string, string> } {
  const { owners, carriers } = assignOwners(activity)
  const gathering = findGatheringPulls(activity, owners)
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

const maxUntold = 12
const maxPicked = 2

/** A pull request that brings changes of the main branch to a release. */
const picks =
  /^(?:(?:patch|stable|release|bug ?fix) )*(?:release )?(?:cherry[- ]?picks?|backports?)(?: (?:for|to|into|of|from) .*)?$|^(?:cherry[- ]?picks?|backports?) (?:for|to|into) (?:the )?(?:release|stable|v?\d)/i

/**
 * Pull requests that merge one long-lived branch into another, prepare a release, or merge a dozen commits under a
 * vague title, or cherry-picks. They are not changes themselves.
 */
function findGatheringPulls(
  { commits, pullRequests, repository }: Activity,
  owners: Map<string, number | null>,
): Set<number> {
  const releases = pullRequests.filter(({ title }) => isRelease(title)).map(({ number }) => number)
  const gathering = new Set(releases)
  const sizes = new Map<number, number>()
  const others = new Set<number>()
  for (const commit of commits) {
    const number = owners.get(commit.sha)
    if (number == null) continue
    const named = numberNamedBy(commit.message)
    if (named !== null && named !== number) others.add(number)
    if (!isMerge(commit)) sizes.set(number, (sizes.get(number) ?? 0) + 1)
  }

  const known = new Map(pullRequests.map((pullRequest) => [pullRequest.number, pullRequest.title]))
  for (const { message } of commits) {
    const number = numberNamedBy(message)
    if (number === null) continue
    const title = known.get(number) ?? titleLineOf(message) ?? ''
    const branch = branchMergedBy(message) ?? ''
    const owner = ownerMergedBy(message)
    // A fork has a main branch too; only merges of the repository's own branches are meant.
    const isOwn =
      owner === null ||
      (repository ? owner.toLowerCase() === repository.owner.toLowerCase() : others.has(number))
    if ((isOwn && gatheringBranch.test(branch)) || isRelease(title)) gathering.add(number)
    const size = sizes.get(number) ?? 0
    if (size >= maxUntold && tellsNothing(title, branch)) gathering.add(number)
    if (size > maxPicked && picks.test(readSubject(title).gist)) gathering.add(number)
  }
  return gathering
}

function tellsNothing(title: string, branch: string): boolean {
  const { gist } = readSubject(title)
  const isBranch =
    gist.toLowerCase().replace(/[^a-z0-9]/g, '') === branch.toLowerCase().replace(/[^a-z0-9]/g, '')
  return (
    vagueTitle.test(gist) ||
    gatheringBranch.test(gist.toLowerCase()) ||
    (isBranch && !gist.trim().includes(' '))
  )
}

function belongsToGathering(commit: Commit, number: number): boolean {
  return isMerge(commit) || numberNamedBy(commit.message) === number || isRelease(firstLine(commit.message))
}
