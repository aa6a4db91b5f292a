import { expect, test } from 'bun:test'
import { countAnswer, noCounts, shareOf } from '../../src/statistics/share.ts'
import { ends } from './ends.ts'

test('without mentions there is no share', () => {
  expect(shareOf([])).toEqual({ rate: null, n: 0, interval: null })
  expect(shareOf(cells('0/0 0/0', '0/0'))).toEqual({ rate: null, n: 0, interval: null })
})

test.each<[string, string[], number, number, [number, number]]>([
  ['unequal asks, worth 180/7 draws', ['1/3 0/2', '1/2 1/1', '0/4'], 1 / 4, 12, [0.123, 0.4419]],
  ['one scan, worth 7.2 draws', ['1/2', '0/2', '1/1', '0/1'], 1 / 3, 6, [0.1073, 0.6754]],
  ['answers that count nothing vary too', ['1/1 0/0', '0/1 0/2'], 1 / 4, 4, [0.0518, 0.6705]],
  [
    'no variance within the cells',
    ['1/2 1/2 1/2 1/2 1/2', '0/2 0/2 0/2 0/2 0/2'],
    1 / 4,
    20,
    [0.1119, 0.4687],
  ],
  ['hardly any variance: at most 4 times as certain', ['1/5', '0/1'], 1 / 6, 6, [0.0668, 0.3585]],
  ['all in one answer: worth one draw', ['5/5 0/5'], 1 / 2, 10, [0.0546, 0.9454]],
  ['one answer', ['1/3'], 1 / 3, 3, [0.0615, 0.7923]],
  ['none is its own', ['0/3 0/3 0/3', '0/1'], 0, 10, [0, 0.2775]],
  ['all is its own', ['2/2 2/2 2/2', '1/1'], 1, 7, [0.6457, 1]],
  [
    'the same share in every answer, but for rounding',
    ['5/6 10/12', '5/6 15/18', '10/12 25/30'],
    5 / 6,
    84,
    [0.7395, 0.898],
  ],
])('%s', (_, given, rate, n, interval) => {
  const found = shareOf(cells(...given))
  expect({ ...found, interval: ends(found.interval) }).toEqual({ rate, n, interval })
})

test("the ends are exact if none or all of the mentions are the brand's", () => {
  expect(shareOf(cells('0/3', '0/2 0/1')).interval?.low).toBe(0)
  expect(shareOf(cells('3/3', '2/2 1/1')).interval?.high).toBe(1)
})

/** Cells, each with its answers: "1/3 0/2" are one with 1 own mention of 3, and one with 0 of 2. */
function cells(...texts: string[]) {
  return texts.map((text) => {
    const cell = noCounts()
    for (const answer of text.split(' ')) {
      const [own = 0, all = 0] = answer.split('/').map(Number)
      countAnswer(cell, own, all)
    }
    return cell
  })
}
