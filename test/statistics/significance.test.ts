import { expect, test } from 'bun:test'
import { measureCells } from '../../src/statistics/common-cells.ts'
import { testCells, testScans } from '../../src/statistics/significance.ts'
import { readPanel } from './panels.ts'

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
  const [earlier, later] = [readScans(before), readScans(after)]
  expect(testScans(earlier, later, (later.rate ?? 0) - (earlier.rate ?? 0))).toBeCloseTo(p, 10)
})

test('cells that change alike are evidence, in any number of answers', () => {
  expect(testCells(readCells('8/20 4/20 5/20'), readCells('14/20 8/20 9/20'))).toBeCloseTo(0.0198039412, 10)
  expect(testCells(readCells('8/20 4/20 5/20'), readCells('7/10 16/40 9/20'))).toBeCloseTo(0.0198039412, 10)
})

/** One cell with 20 answers per scan, given how many name the brand. */
function readScans(text: string) {
  const line = text.split(' ').map((mentions) => `${mentions}/20`)
  return measureCells(readPanel(line.join(' ')), [0])
}

/** Cells with one scan. */
function readCells(text: string) {
  const lines = text.split(' ')
  return measureCells(readPanel(...lines), [...lines.keys()])
}
