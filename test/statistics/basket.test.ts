import { expect, test } from 'bun:test'
import { type BasketCell, basketOf } from '../../src/statistics/basket.ts'
import { compare } from '../../src/statistics/comparison.ts'
import { addAnswers, createPanel, type Panel, totalOf } from '../../src/statistics/panel.ts'
import { createSimulation, type ProcessName, processNames } from './simulation.ts'

const none = { answers: 0, mentions: 0 }
const cell = (mentions: number, answers: number, earlier = none): BasketCell => ({
  now: { answers, mentions },
  earlier,
})

test('a cell without an answer is filled from its earlier ones, at their lower certainty', () => {
  const found = basketOf([cell(3, 4), cell(1, 4), cell(0, 0, { answers: 2, mentions: 1 })], 4)
  expect(found).toEqual({
    rate: 0.5,
    interval: { low: expect.closeTo(0.1607, 4), high: expect.closeTo(0.8393, 4), of: 'window' },
    cells: 3,
    filled: 1,
    joining: 0,
    hidden: 0,
    incomplete: false,
  })
})

test('each cell counts the same, however often it answered', () => {
  expect(basketOf([cell(9, 10), cell(0, 5)], 10).rate).toBe(0.45)
})

test('a new cell joins with answers in half of the scans, a known one with its first', () => {
  const known = { answers: 1, mentions: 0 }
  const found = basketOf([cell(2, 10), cell(4, 4), cell(1, 1, known)], 10)
  expect([found.rate, found.cells, found.joining]).toEqual([0.6, 2, 1])
  expect(basketOf([cell(15, 15)], 90).cells).toBe(1)
})

test('a cell whose pages showed no answer leaves the basket, and pages without one do not keep a cell from joining', () => {
  const known = { answers: 4, mentions: 4 }
  const cells = [cell(1, 2), { ...cell(0, 0, known), hidden: 10 }, { ...cell(2, 2), hidden: 3 }]
  expect(basketOf(cells, 10)).toMatchObject({ rate: 1, cells: 1, filled: 0, hidden: 1, joining: 1 })
})

test('there is no figure if more than a third of the cells is filled', () => {
  const filled = cell(0, 0, { answers: 2, mentions: 1 })
  expect(basketOf([cell(1, 2), cell(1, 2), filled], 2).incomplete).toBe(false)
  expect(basketOf([cell(1, 2), filled], 2).incomplete).toBe(true)
  expect(basketOf([], 2)).toMatchObject({ rate: null, interval: null, cells: 0, incomplete: false })
})

test('with one of four engines failing in a third of the scans, an unchanged rate stays in its interval', () => {
  const simulation = createSimulation(5)
  const held: boolean[] = []
  const moved = new Map<ProcessName, boolean[]>(processNames.map((name) => [name, []]))
  for (let run = 0; run < 2000; run++) {
    const process = processNames[run % processNames.length] as ProcessName
    const prompts = simulation.pick([5, 8, 20])
    const scans = simulation.pick([5, 7, 10])
    const windows = [scans, scans]
    const rate = simulation.pick([0.1, 0.3, 0.5])
    const [before, after] = simulation.play({ process, prompts, engines: 4, windows, rate })
    if (!before || !after) throw new Error('The project has no two windows.')
    const lost = simulation.pick([0, 1, 2, 3])
    const isLost = (index: number, scan: number, failed: boolean[]) => index % 4 === lost && failed[scan]
    const [old, current] = [before, after].map(({ panel }) => {
      const failed = Array.from({ length: scans }, () => simulation.chance(1 / 3))
      return without(panel, (index, scan) => isLost(index, scan, failed) ?? false)
    }) as [Panel, Panel]
    const cells = after.cells.map((index) => ({
      now: totalOf(current, index),
      earlier: earlierOf(old, index),
    }))
    const { interval } = basketOf(cells, scans)
    const truth = after.chances.reduce((sum, chance) => sum + chance, 0) / after.chances.length
    held.push(interval !== null && interval.low <= truth && truth <= interval.high)
    const engine = { engine: 'any', hasChanged: false, cells: after.cells }
    moved.get(process)?.push(compare(old, current, [engine]).verdict === 'moved')
  }
  expect(percent(held)).toBeGreaterThanOrEqual(95)
  expect(percent([...moved.values()].flat())).toBeLessThanOrEqual(5)
})

/** The panel without some answers. */
function without(panel: Panel, isLost: (cell: number, scan: number) => boolean): Panel {
  const left = createPanel(panel.answers.length / panel.scans, panel.scans)
  for (let at = 0; at < panel.answers.length; at++) {
    const [index, scan] = [Math.floor(at / panel.scans), at % panel.scans]
    if (!isLost(index, scan)) addAnswers(left, index, scan, panel.answers[at] ?? 0, panel.mentions[at] ?? 0)
  }
  return left
}

/** The newest answers of a cell, as many as replace missing ones. */
function earlierOf(panel: Panel, index: number) {
  const found = { ...none }
  for (let scan = panel.scans - 1; scan >= 0 && found.answers < 10; scan--) {
    found.answers += panel.answers[index * panel.scans + scan] ?? 0
    found.mentions += panel.mentions[index * panel.scans + scan] ?? 0
  }
  return found
}

const percent = (claims: boolean[]) => (100 * claims.filter(Boolean).length) / claims.length
