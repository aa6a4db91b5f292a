import { expect, test } from 'bun:test'
import { twoSidedP, twoSidedT } from '../../src/statistics/student.ts'

// The standard table: the two-sided t for 10, 5, 2, 1 and 0.1 %.
const levels = [0.1, 0.05, 0.02, 0.01, 0.001]
const table: [number, number[]][] = [
  [1, [6.314, 12.706, 31.821, 63.657, 636.619]],
  [2, [2.92, 4.303, 6.965, 9.925, 31.599]],
  [3, [2.353, 3.182, 4.541, 5.841, 12.924]],
  [4, [2.132, 2.776, 3.747, 4.604, 8.61]],
  [5, [2.015, 2.571, 3.365, 4.032, 6.869]],
  [10, [1.812, 2.228, 2.764, 3.169, 4.587]],
  [20, [1.725, 2.086, 2.528, 2.845, 3.85]],
  [30, [1.697, 2.042, 2.457, 2.75, 3.646]],
  [60, [1.671, 2, 2.39, 2.66, 3.46]],
  [120, [1.658, 1.98, 2.358, 2.617, 3.373]],
  [1e6, [1.645, 1.96, 2.326, 2.576, 3.291]],
]

test.each(table)('with %d degrees of freedom it equals the table', (freedom, printed) => {
  expect(levels.map((p) => Math.round(twoSidedT(p, freedom) * 1e3) / 1e3)).toEqual(printed)
})

test.each<[number, number, number]>([
  [0, 5, 1],
  // The distribution with one and two degrees of freedom is elementary.
  [1, 1, 0.5],
  [0.1, 1, 1 - (2 / Math.PI) * Math.atan(0.1)],
  [-200, 1, 1 - (2 / Math.PI) * Math.atan(200)],
  [1.5, 2, 1 - 1.5 / Math.sqrt(2 + 1.5 ** 2)],
  [40, 2, 1 - 40 / Math.sqrt(2 + 40 ** 2)],
  // Computed with SciPy.
  [2.2, 2.3, 0.14202906141208266],
  [2.5, 61.3, 0.015110347132920988],
  [2.2, 3999, 0.027863896603960964],
  [Number.POSITIVE_INFINITY, 7, 0],
])('a t of %d with %d degrees of freedom has the probability %d', (t, freedom, p) => {
  expect(Math.abs(twoSidedP(t, freedom) - p)).toBeLessThan(1e-12)
})
