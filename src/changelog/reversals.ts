import type { Sliced } from '../slices.ts'
import type { Activity, PullRequest, Repository } from './activity.ts'
import type { Change } from './change.ts'
import { indexCommits } from './commit-index.ts'
import { pullRequestKey } from './groups.ts'
import { firstLine, isMerge } from './message.ts'
import { readSubject, revertedSubject, type Subject } from './subject.ts'

/** A change that is reverted, completely or one commit of it. */
export type Target = { change: Change; sha: string | null }
export type Reversal = { targets: Target[]; reachesPast: boolean }

/** Every change that says that it reverts something, with its targets. */
export function* readReversals(
  changes: Change[],
  activity: Activity,
  moved: Map<string, string>,
): Sliced<Map<Change, Reversal>> {
  const find = findTargets(changes, activity, moved)
  const pullRequests = new Map(activity.pullRequests.map((each) => [each.number, each]))
  const earlier = new Map<string, Change>()
  const reversals = new Map<Change, Reversal>()

  for (const change of changes.toReversed()) {
    const statements = messagesOf(change, pullRequests)
      .map((message) => readStatement(message, activity.repository))
      .filter((statement) => statement !== null)
    const found = statements.map((statement) => find(statement, earlier))
    const targets = new Map<string, Target>()
    for (const target of found.flat()) {
      if (target.change !== change) targets.set(`${target.change.id} ${target.sha}`, target)
    }
    const isPartlyFound = found.some(
      (some, index) => some.length > 0 && some.length < (statements[index]?.shas.length ?? 0),
    )
    if (targets.size > 0 || (statements.length > 0 && isPureRevert(change))) {
      reversals.set(change, {
        targets: [...targets.values()],
        reachesPast: targets.size === 0 || isPartlyFound,
      })
    }
    earlier.set(keyOf(change.subject), change)
    yield
  }
  return reversals
}

/** Whether a change only reverts. */
export function isPureRevert({ subject, work }: Change): boolean {
  const subjects =
    revertedSubject(subject) === null ? work.map(({ message }) => readSubject(firstLine(message))) : []
  return subjects.length > 0
    ? subjects.every((each) => revertedSubject(each) !== null)
    : revertedSubject(subject) !== null
}

function messagesOf({ number, commits }: Change, pullRequests: Map<number, PullRequest>): string[] {
  const messages = commits.map(({ message }) => message)
  const known = number === null ? undefined : pullRequests.get(number)
  return known ? [...messages, `${known.title}\n\n${known.body ?? ''}`] : messages
}

type Statement = { shas: string[]; numbers: number[]; subject: string }

function readStatement(message: string, repository: Repository | null): Statement | null {
  const shas = [...message.matchAll(/^This reverts commit ([0-9a-f]{7,40})\b/gm)].map(([, sha = '']) => sha)
  const [, place, number] = /^Reverts ([\w.-]+\/[\w.-]+)?#(\d{1,9})\s*$/m.exec(message) ?? []
  const quoted = revertedSubject(readSubject(firstLine(message)))
  if (shas.length === 0 && !number && !quoted) return null

  const home = repository && `${repository.owner}/${repository.name}`.toLowerCase()
  const isOurs = !place || !home || place.toLowerCase() === home
  const suffix = /\(#(\d{1,9})\)$/.exec(quoted ?? '')?.[1]
  const numbers = [isOurs ? number : undefined, suffix].filter((each) => each !== undefined).map(Number)
  return { shas, numbers, subject: keyOf(readSubject(quoted ?? '')) }
}

/** The best reference of a statement decides: commits, then a pull request, then the title of an earlier change. */
function findTargets(changes: Change[], { commits }: Activity, moved: Map<string, string>) {
  const findCommit = indexCommits(commits)
  const byId = new Map(changes.map((change) => [change.id, change]))
  const bySha = new Map(changes.flatMap((change) => change.commits.map(({ sha }) => [sha, change] as const)))

  function ofCommit(reference: string): Target[] {
    const commit = findCommit(reference)
    const change = commit && bySha.get(commit.sha)
    if (!commit || !change) return []
    return [{ change, sha: isMerge(commit) || change.work.length <= 1 ? null : commit.sha }]
  }
  function ofNumber(number: number): Target[] {
    const id = pullRequestKey(number)
    const change = byId.get(moved.get(id) ?? id)
    return change ? [{ change, sha: null }] : []
  }

  return ({ shas, numbers, subject }: Statement, earlier: Map<string, Change>): Target[] => {
    const named = shas.flatMap(ofCommit)
    if (named.length > 0) return named
    const numbered = numbers.flatMap(ofNumber)
    if (numbered.length > 0) return numbered.slice(0, 1)
    const titled = shas.length + numbers.length === 0 ? earlier.get(subject) : undefined
    return titled ? [{ change: titled, sha: null }] : []
  }
}

function keyOf({ type, scope, description }: Subject): string {
  return `${type}|${scope}|${description.toLowerCase()}`
}
