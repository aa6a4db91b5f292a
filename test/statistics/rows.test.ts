import { expect, test } from 'bun:test'
import type { Comparison } from '../../src/statistics/comparison.ts'
import { judgeRows } from '../../src/statistics/rows.ts'

test('up to ten rows are tested separately', () => {
  const rows = [0.029, ...Array(9).fill(0.5)].map(row)
  expect(judgeRows(rows)).toEqual(['moved', ...Array(9).fill('within_noise')])
})

test('of more rows only those that pass the corrected test have moved, and the others are hints', () => {
  const rows = [0.029, ...Array(10).fill(0.5)].map(row)
  expect(judgeRows(rows)).toEqual(['hint', ...Array(10).fill('within_noise')])
  // The levels of 20 rows are 0.0025, 0.005, 0.0075, 0.01: the second is above its own and below that of the
  // third.
  const many = [0.0074, 0.6, 0.001, 0.0101, 0.0073, ...Array(15).fill(0.9)].map(row)
  expect(judgeRows(many).slice(0, 5)).toEqual(['moved', 'within_noise', 'moved', 'hint', 'moved'])
})

test('rows without a test do not count towards the correction', () => {
  const untested: Comparison = { ...row(1), pValue: null, verdict: 'insufficient_data' }
  const changed: Comparison = { ...row(1), pValue: null, verdict: 'model_changed' }
  const rows = [row(0.02), row(0.9), ...Array(20).fill(untested), changed]
  // Of two tested rows the level of the first is 0.025; of 23 it would be 0.002.
  expect(judgeRows(rows)).toEqual([
    'moved',
    'within_noise',
    ...Array(20).fill('insufficient_data'),
    'model_changed',
  ])
})

test('a long table never calls moved what a short one would not', () => {
  const rows = Array(12).fill(0.04).map(row)
  expect(judgeRows(rows)).toEqual(Array(12).fill('within_noise'))
})

function row(pValue: number): Comparison {
  return {
    verdict: pValue < 0.03 ? 'moved' : 'within_noise',
    before: 0.3,
    after: 0.4,
    delta: 0.1,
    interval: null,
    pValue,
    excludedEngines: [],
    scansNeeded: 0,
    lacksBefore: false,
    cells: 4,
  }
}
