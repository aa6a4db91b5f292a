import type { Sliced } from '../slices.ts'
import type { Activity } from './activity.ts'
import { type Change, nameOf } from './change.ts'
import { isPureRevert, type Reversal, readReversals, type Target } from './reversals.ts'

/** Leaves out reverted changes and their reverts, so that only the outcome of a chain of reverts is listed. */
export function* cancelReverts(
  changes: Change[],
  activity: Activity,
  moved: Map<string, string>,
): Sliced<void> {
  const reversals = yield* readReversals(changes, activity, moved)
  const reverters = settle(changes, reversals)

  for (const change of changes) {
    const reasons: string[] = []
    const reversal = reversals.get(change)
    if (reversal && isPureRevert(change)) {
      change.undoesThePast = reversal.reachesPast
      if (!reversal.reachesPast)
        reasons.push(...reversal.targets.map((target) => describeTarget(target, reverters)))
    }
    const reverter = reverters.get(change)
    if (reverter) reasons.push(`It was reverted by ${nameOf(reverter)}.`)
    if (reasons.length > 0) change.setAside = [...new Set(reasons)].slice(0, 4).join(' ')
  }
}

function describeTarget({ change, sha }: Target, reverters: Map<Change, Change>): string {
  const isPart = sha !== null && !reverters.has(change)
  return isPart ? `It reverts a part of ${nameOf(change)}.` : `It reverts ${nameOf(change)}.`
}

/** Decides from the last revert back to the first: a revert that was itself reverted has no effect. */
function settle(changes: Change[], reversals: Map<Change, Reversal>): Map<Change, Change> {
  const undecided = new Map<Change, number>()
  for (const { targets } of reversals.values()) {
    for (const { change } of targets) undecided.set(change, (undecided.get(change) ?? 0) + 1)
  }

  const reverters = new Map<Change, Change>()
  const takenBack = new Map<Change, Set<string>>()
  const ready = changes.filter((change) => !undecided.has(change))
  for (let change = ready.pop(); change; change = ready.pop()) {
    const isUndone = reverters.has(change)
    for (const target of reversals.get(change)?.targets ?? []) {
      if (!isUndone && takesAllBack(target, takenBack)) reverters.set(target.change, change)
      const left = (undecided.get(target.change) ?? 1) - 1
      undecided.set(target.change, left)
      if (left === 0) ready.push(target.change)
    }
  }
  return reverters
}

function takesAllBack({ change, sha }: Target, takenBack: Map<Change, Set<string>>): boolean {
  if (sha === null) return true
  const shas = takenBack.get(change) ?? new Set()
  takenBack.set(change, shas.add(sha))
  return shas.size === change.work.length
}
