import { expect, test } from 'bun:test'
import { type Cell, rateOf } from '../../src/statistics/rate.ts'
import { ends } from './ends.ts'

test('without answers there is no rate, rather than one of 0', () => {
  expect(rateOf([])).toEqual({ rate: null, n: 0, interval: null })
  expect(rateOf([{ answers: 0, mentions: 0 }])).toEqual({ rate: null, n: 0, interval: null })
})

test.each<[string, Cell[], number, [number, number]]>([
  ['0 of 164 cells seen once', seenOnce(0, 164), 0, [0, 0.0229]],
  ['164 of 164 cells seen once', seenOnce(164, 164), 1, [0.9771, 1]],
  ['5 of 10 cells seen once', seenOnce(5, 10), 0.5, [0.2366, 0.7634]],
  ['5 of 5 and 0 of 5, with no variance within the cells', cells('5/5 0/5'), 0.5, [0.2366, 0.7634]],
  ['3 of 4, 1 of 4 and 0 of 2, worth 12 answers', cells('3/4 1/4 0/2'), 0.4, [0.1818, 0.6667]],
  ['0 of 3', cells('0/3'), 0, [0, 0.5615]],
  ['0 of 4', cells('0/4'), 0, [0, 0.4899]],
  ['one answer that names the brand', cells('1/1'), 1, [0.2065, 1]],
  ['one answer that does not', cells('0/1'), 0, [0, 0.7935]],
  ['one cell', cells('3/10'), 0.3, [0.1078, 0.6032]],
])('%s', (_, given, rate, interval) => {
  const { n, ...found } = rateOf(given)
  expect(n).toBe(given.reduce((sum, cell) => sum + cell.answers, 0))
  expect({ rate: found.rate, interval: ends(found.interval) }).toEqual({ rate, interval })
})

test('the ends are exact if none or all of the answers name the brand', () => {
  for (let count = 1; count < 200; count++) {
    expect(rateOf(seenOnce(0, count)).interval?.low).toBe(0)
    expect(rateOf(seenOnce(count, count)).interval?.high).toBe(1)
  }
})

test('with one scan it is the plain Wilson interval', () => {
  const plain = rateOf([{ answers: 40, mentions: 12 }]).interval
  // One cell of 40 answers has the variance of 40 answers, except for the sample correction, which only
  // widens it.
  expect(rateOf(seenOnce(12, 40)).interval).toEqual(plain)
})

test('unequal counts: a cell is weighted by its answers, and a cell seen once has the pooled variance', () => {
  // 7 of 12; the variance is (7 x 1 / 7 + 0 + 35/144) / 144, as of 28.2 answers.
  const found = rateOf(cells('7/8 0/3 0/1'))
  expect(found.rate).toBe(7 / 12)
  expect(ends(found.interval)).toEqual([0.4022, 0.7444])
})

test('different cells are more certain than equal cells with the same mean', () => {
  const unlike = rateOf(cells('19/20 1/20')).interval
  const alike = rateOf(cells('10/20 10/20')).interval
  expect(ends(unlike)).toEqual([0.4314, 0.5686])
  expect(ends(alike)).toEqual([0.352, 0.648])
})

function seenOnce(named: number, count: number): Cell[] {
  return Array.from({ length: count }, (_, index) => ({ answers: 1, mentions: index < named ? 1 : 0 }))
}

/** Cells, each with its mentions and answers: "5/5 0/5". */
function cells(text: string): Cell[] {
  return text.split(' ').map((cell) => {
    const [mentions = 0, answers = 0] = cell.split('/').map(Number)
    return { answers, mentions }
  })
}
