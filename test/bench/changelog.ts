import type { Activity } from '../../src/changelog/activity.ts'
import { writeChangelog } from '../../src/changelog/changelog.ts'
import { draftChangelog } from '../../src/changelog/draft.ts'
import type { Row } from './benchmark.ts'
import { listBySort } from './changelog-baseline.ts'
import { makeHistory } from './history.ts'
import { grouped, milliseconds } from './support/format.ts'
import { takeTurns } from './support/rounds.ts'

const rounds = 5
const small = makeHistory(5_000)
const middle = makeHistory(10_000)
const large = makeHistory(20_000)
const removals = makeRemovals(5_000)
const fewRemovals = makeRemovals(1_250)

/** The changelog rules on long histories: how long they take, and whether the time grows linearly. */
export async function changelog(): Promise<Row[]> {
  writeChangelog(small)
  listBySort(small)
  const ours = await takeTurns(rounds, {
    small: () => timed(() => writeChangelog(small)),
    middle: () => timed(() => writeChangelog(middle)),
    large: () => timed(() => writeChangelog(large)),
    removals: () => timed(() => draftChangelog([removals])),
    fewRemovals: () => timed(() => draftChangelog([fewRemovals])),
  })
  const theirs = await takeTurns(rounds, {
    small: () => timed(() => listBySort(small)),
    middle: () => timed(() => listBySort(middle)),
    large: () => timed(() => listBySort(large)),
  })

  const row = (size: keyof typeof theirs, { commits, pullRequests }: typeof small): Row => ({
    what: `changelog of ${grouped(commits.length)} commits, ${grouped(pullRequests.length)} pull requests`,
    reached: `${milliseconds(ours[size])}, ${((ours[size] * 1000) / commits.length).toFixed(1)} µs each`,
    baseline: milliseconds(theirs[size]),
    ratio: ours[size] / theirs[size],
  })
  return [
    row('small', small),
    { ...row('middle', middle), aim: 'under 1 s', met: ours.middle < 1000 },
    {
      ...row('large', large),
      aim: 'linear: at most 1.5 × 4 of that for 5,000',
      met: ours.large <= 1.5 * 4 * ours.small,
    },
    {
      what: 'draft with 5,000 additions and 5,000 removals in one area',
      reached: `${milliseconds(ours.removals)}, ${milliseconds(ours.fewRemovals)} for a quarter of them`,
      aim: 'linear: at most 1.5 × 4 of that for a quarter of them',
      met: ours.removals <= 1.5 * 4 * ours.fewRemovals,
    },
  ]
}

/** Additions of one area, each in a file of its own, and as many removals that name none of them. */
function makeRemovals(number: number): Activity {
  const commits = Array.from({ length: 2 * number }, (_, index) => {
    const isAddition = index < number
    const path = `src/report-${index % number}.ts`
    return {
      sha: `${index}`.padStart(40, '0'),
      message: isAddition
        ? `feat(api): add the report of kind ${index}`
        : `feat(api): remove report number ${index}`,
      authorName: 'Ana',
      authorLogin: null,
      authoredAt: new Date('2026-11-02T10:00:00Z'),
      url: null,
      parents: index === 0 ? [] : [`${index - 1}`.padStart(40, '0')],
      paths: [path],
      added: isAddition ? [path] : [],
    }
  })
  return {
    repository: null,
    from: null,
    to: 'HEAD',
    commits: commits.reverse(),
    pullRequests: [],
    releases: [],
  }
}

function timed(act: () => unknown): number {
  const started = performance.now()
  act()
  return performance.now() - started
}
