import { expect, test } from 'bun:test'
import { compare } from '../../src/statistics/comparison.ts'
import { totalOf } from '../../src/statistics/panel.ts'
import { rateOf } from '../../src/statistics/rate.ts'
import { countAnswer, noCounts, shareOf } from '../../src/statistics/share.ts'
import { chanceOf, createSimulation, type ProcessName, processNames, type Seen } from './simulation.ts'

// The guarantees of the statistics, checked with projects whose true probabilities are known.

const runs = 2000
const rates = [0.02, 0.1, 0.3, 0.5, 0.9, 0.98]

test('the interval of a rate contains the true probability in 95 of 100 projects, for any engines', () => {
  const simulation = createSimulation(1)
  const held = { one: [] as boolean[], more: [] as boolean[] }
  for (const process of take(runs, processNames)) {
    const scans = simulation.chance(0.25) ? 1 : whole(simulation.between(2, 31))
    const [seen] = simulation.play({
      process,
      prompts: whole(simulation.between(5, 41)),
      engines: whole(simulation.between(1, 7)),
      windows: [scans],
      rate: simulation.pick(rates),
    })
    if (!seen) continue
    const { interval } = rateOf(seen.cells.map((cell) => totalOf(seen.panel, cell)))
    const holds = interval !== null && interval.low <= seen.chance && seen.chance <= interval.high
    held[scans === 1 ? 'one' : 'more'].push(holds)
  }
  expect(held.one.length + held.more.length).toBe(runs)
  expect(percent(held.more)).toBeGreaterThanOrEqual(93)
  expect(percent(held.more)).toBeLessThanOrEqual(97.5)
  expect(percent(held.one)).toBeGreaterThanOrEqual(93)
})

test('the interval of a share of voice contains the true share in 95 of 100 projects, though brands are correlated', () => {
  const simulation = createSimulation(4)
  const held = Array.from({ length: runs / 2 }, () => {
    const scans = whole(simulation.between(1, 11))
    const level = simulation.normal(1)
    let own = 0
    let all = 0
    const cells = Array.from({ length: whole(simulation.between(5, 61)) }, () => {
      const brands = Array.from({ length: 5 }, () => level + simulation.normal(1.5))
      const cell = noCounts()
      for (let scan = 0; scan < scans; scan++) {
        // An answer is long or short for all brands at once.
        const length = simulation.pick([-0.7, 0.7])
        const named = brands.map((brand) => simulation.chance(chanceOf(brand + length)))
        countAnswer(cell, named[0] ? 1 : 0, named.filter(Boolean).length)
        const chances = brands.map((brand) => (chanceOf(brand - 0.7) + chanceOf(brand + 0.7)) / 2)
        own += chances[0] ?? 0
        all += chances.reduce((sum, chance) => sum + chance, 0)
      }
      return cell
    })
    const { interval } = shareOf(cells)
    return interval !== null && interval.low <= own / all && own / all <= interval.high
  })
  expect(percent(held)).toBeGreaterThanOrEqual(93)
  expect(percent(held)).toBeLessThanOrEqual(98)
})

test('few pairs of windows without a change are called moved', () => {
  const simulation = createSimulation(2)
  const moved = new Map<ProcessName, boolean[]>(processNames.map((name) => [name, []]))
  for (const process of take(runs, processNames)) {
    const pair = simulation.play({
      process,
      prompts: whole(simulation.between(5, 21)),
      engines: whole(simulation.between(2, 6)),
      windows: simulation.pick([
        [5, 5],
        [7, 7],
        [30, 7],
        [30, 30],
      ]),
      rate: simulation.pick([0.1, 0.3, 0.5, 0.9]),
    })
    moved.get(process)?.push(verdictOf(pair) === 'moved')
  }
  expect(percent([...moved.values()].flat())).toBeLessThanOrEqual(5)
  for (const [process, alarms] of moved) {
    expect(alarms.length).toBe(runs / processNames.length)
    if (process !== 'rough') expect([process, percent(alarms) <= 10]).toEqual([process, true])
  }
})

test('a change of one logit is found in 90 of 100 projects of 60 cells with 30 scans on either side', () => {
  const simulation = createSimulation(3)
  const found = Array.from({ length: 200 }, () => {
    const pair = simulation.play({
      process: 'typical',
      prompts: 20,
      engines: 3,
      windows: [30, 30],
      rate: 0.3,
      shift: 1,
    })
    return verdictOf(pair) === 'moved'
  })
  expect(percent(found)).toBeGreaterThanOrEqual(90)
})

function verdictOf([before, after]: Seen[]) {
  if (!before || !after) throw new Error('The project has no two windows.')
  const engine = { engine: 'any', hasChanged: false, cells: before.cells }
  return compare(before.panel, after.panel, [engine]).verdict
}

function* take<T>(count: number, items: readonly T[]): Iterable<T> {
  for (let index = 0; index < count; index++) yield items[index % items.length] as T
}

function whole(value: number) {
  return Math.floor(value)
}

function percent(claims: boolean[]) {
  return (100 * claims.filter(Boolean).length) / claims.length
}
