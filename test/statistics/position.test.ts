import { expect, test } from 'bun:test'
import { averagePosition } from '../../src/statistics/position.ts'
import { ends } from './ends.ts'

const countUp = (positions: number[]) => ({
  n: positions.length,
  sum: positions.reduce((sum, position) => sum + position, 0),
  squares: positions.reduce((sum, position) => sum + position ** 2, 0),
})

test.each<[string, number[][], number | null, number, [number, number] | null]>([
  ['no positions', [[], []], null, 0, null],
  ['four are too few', [[1, 2, 3, 4]], 2.5, 4, null],
  ['five of one cell', [[1, 2, 3, 4, 5]], 3, 5, [1.0368, 4.9632]],
  ['cells seen once vary as all together do', [[1], [2], [3], [4], [5], []], 3, 5, [1.0368, 4.9632]],
  [
    'unlike cells vary within themselves only',
    [
      [1, 2, 1, 2],
      [6, 7, 6, 7],
    ],
    4,
    8,
    [3.5005, 4.4995],
  ],
  ['unequal cells', [[3, 4, 2], [5, 6], [3]], 23 / 6, 6, [2.8167, 4.85]],
  [
    'no cell varies within itself',
    [
      [1, 1, 1],
      [3, 3, 3],
    ],
    2,
    6,
    [1, 3.1496],
  ],
  ['no position is better than the first', [[1, 1, 1, 1, 3]], 1.4, 5, [1, 2.5106]],
  [
    'all the same tell no spread',
    [
      [1, 1, 1],
      [1, 1],
    ],
    1,
    5,
    null,
  ],
])('%s', (_, cells, position, n, interval) => {
  const found = averagePosition(cells.map(countUp))
  expect({ ...found, interval: ends(found.interval) }).toEqual({ position, n, interval })
})
