import { writeChangelog } from '../../src/changelog/changelog.ts'
import type { Row } from './benchmark.ts'
import { listBySort } from './changelog-baseline.ts'
import { makeHistory } from './history.ts'
import { grouped, milliseconds } from './support/format.ts'
import { takeTurns } from './support/rounds.ts'

const rounds = 5
const small = makeHistory(5_000)
const middle = makeHistory(10_000)
const large = makeHistory(20_000)

/** The changelog rules on long histories: how long they take, and whether the time grows linearly. */
export async function changelog(): Promise<Row[]> {
  writeChangelog(small)
  listBySort(small)
  const ours = await takeTurns(rounds, {
    small: () => timed(() => writeChangelog(small)),
    middle: () => timed(() => writeChangelog(middle)),
    large: () => timed(() => writeChangelog(large)),
  })
  const theirs = await takeTurns(rounds, {
    small: () => timed(() => listBySort(small)),
    middle: () => timed(() => listBySort(middle)),
    large: () => timed(() => listBySort(large)),
  })

  const row = (size: keyof typeof ours, { commits, pullRequests }: typeof small): Row => ({
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
  ]
}

function timed(act: () => unknown): number {
  const started = performance.now()
  act()
  return performance.now() - started
}
