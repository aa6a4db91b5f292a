import { expect, test } from 'bun:test'
import { testCells, testScans } from '../../src/statistics/significance.ts'

// The probabilities were computed with SciPy.

test.each<[string, string, string, number]>([
  ['scans that drift count for few', '2 4 6 8 6', '10 12 14 14 12', 0.1460951423],
  [
    'scans that swing count in full, steady ones lend no error',
    '2 8 2 8 2 8 2',
    '10 10 10 10 10',
    0.0110038542,
  ],
  [
    'where nothing varies, scans are taken to vary as even coins do',
    '6 6 6 6 6',
    '10 10 10 10 10 10',
    0.0161107165,
  ],
])('%s', (_, before, after, p) => {
  const [earlier, later] = [read(before), read(after)]
  expect(testScans(earlier, later, rate(later) - rate(earlier))).toBeCloseTo(p, 10)
})

test('a change of the cells opposite to that of their sum is no evidence', () => {
  const [before, after] = [read('8 4 5'), read('14 8 9')]
  expect(testCells(before, after, 0.2)).toBeCloseTo(0.0198039412, 10)
  expect(testCells(before, after, -0.2)).toBe(1)
})

/** Counts of mentions, each of 20 answers. */
function read(text: string) {
  return text.split(' ').map((mentions) => ({ answers: 20, mentions: Number(mentions) }))
}

function rate(cells: { answers: number; mentions: number }[]) {
  return cells.reduce((sum, cell) => sum + cell.mentions, 0) / (20 * cells.length)
}
