import { runAtOnce, type Sliced } from '../slices.ts'
import { count } from '../text/line.ts'
import type { Activity, Issue, Repository } from './activity.ts'
import type { Change } from './change.ts'
import { issuesToChanges, type RepositoryChanges } from './issues.ts'
import { foldInSlices } from './join-commits.ts'
import type { Placed } from './placed.ts'
import { placeInSlices } from './placement.ts'
import { readTopic, type Topic } from './title.ts'

/** Activity with every change placed, before any prose is written. */
export type Draft = { changes: Change[]; placed: Placed; topic: Topic; repository: Repository | null }

/**
 * Drafts a changelog from the activity of any number of repositories, a product name that replaces theirs, and the
 * issues of a tracker for all of them.
 */
export const draftChangelog = (activities: Activity[], name?: string, issues?: Issue[]): Draft =>
  runAtOnce(draftInSlices(activities, name, issues))

/** Like `draftChangelog`, in slices. */
export function* draftInSlices(activities: Activity[], name?: string, issues: Issue[] = []): Sliced<Draft> {
  const [only, ...others] = activities
  if (only && others.length === 0) {
    const product = only.rules?.product ?? name
    const folded = yield* foldInSlices(only, product)
    const changes = issuesToChanges([{ activity: only, changes: folded, place: '' }], issues)
    return {
      changes,
      placed: yield* placeInSlices(changes),
      topic: readTopic(only, product, issues),
      repository: only.repository,
    }
  }
  const folded: RepositoryChanges[] = []
  for (const [index, activity] of activities.entries()) {
    const { repository } = activity
    const place = `${repository ? `${repository.owner}/${repository.name}` : index + 1}/`
    const own = yield* foldInSlices(activity)
    folded.push({
      activity,
      changes: own.map((change) => ({ ...change, id: `${place}${change.id}` })),
      place,
    })
  }
  const changes = issuesToChanges(folded, issues)
  const commits = activities.flatMap((activity) => activity.commits)
  const nowhere = { repository: null, from: null, to: '', pullRequests: [], releases: [] }
  return {
    changes,
    placed: yield* placeInSlices(changes),
    topic: readTopic({ ...nowhere, commits }, name, issues),
    repository: only?.repository ?? null,
  }
}

/** Why there is nothing to write; null if there is something. */
export function reasonToSkip({ highlights, listed, omitted }: Placed): string | null {
  if (highlights.length + listed.length > 0) return null
  if (omitted.length === 0) return 'There are no changes in this range.'
  return `No notable changes in this range: ${count(omitted.length, 'change was', 'changes were')} left out.`
}
