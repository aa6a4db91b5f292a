import { describe, expect, test } from 'bun:test'
import {
  across,
  between,
  labelIndexes,
  listDays,
  listHoles,
  listRuns,
  nearest,
  roundUp,
  spread,
} from '../../src/dashboard/kit/charts/scale.ts'
import { shortLabels } from '../../src/dashboard/kit/charts/short-labels.ts'
import { pathOf } from '../../src/dashboard/kit/charts/spark.tsx'
import { percent, rateInWords, signed } from '../../src/dashboard/kit/charts/words.ts'
import { toCsv } from '../../src/text/write-csv.ts'

// Positions in a drawing, and formats of figures: look.md, Charts.

test('days go from the first to the last, over the end of a month and through the change of the clocks', () => {
  expect(listDays('2026-10-24', '2026-10-26')).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
  expect(listDays('2026-02-28', '2026-03-01')).toEqual(['2026-02-28', '2026-03-01'])
  expect(listDays('2026-03-01', '2026-03-01')).toEqual(['2026-03-01'])
})

test('positions are percents of the width, and a single day is in the middle', () => {
  expect([across(0, 30), across(29, 30), across(10, 30), across(0, 1)]).toEqual([0, 100, 34.48, 50])
  expect([nearest(-1, 30), nearest(0.35, 30), nearest(2, 30), nearest(0.5, 1)]).toEqual([0, 10, 29, 0])
})

test('a value beyond an axis is at its edge', () => {
  expect([between(0.41, [0, 1]), between(0.15, [-0.4, 0.4]), between(-0.9, [-0.4, 0.4])]).toEqual([
    41, 68.75, 0,
  ])
})

describe('missing values remain gaps', () => {
  test('a line has a run for each stretch of days with a value; zero is a value', () => {
    expect(listRuns([null, 0, 0.5, null, 1, undefined, 0.2])).toEqual([
      { from: 1, to: 2 },
      { from: 4, to: 4 },
      { from: 6, to: 6 },
    ])
    expect(listRuns([null, null])).toEqual([])
  })

  test('a run is a path of its own, and a single day a dot', () => {
    const at = (place: number) => `${place} ${place * 2}`
    expect([pathOf(1, 3, at), pathOf(4, 4, at)]).toEqual(['M1 2L2 4L3 6', 'M4 8h0'])
  })

  test('up to two gaps are wide enough for labels, more of them have none', () => {
    const days = (known: number[]) => Array.from({ length: 31 }, (_, day) => (known.includes(day) ? 1 : null))
    expect(listHoles(days([0, 1, 2, 10, 11, 12, 13]))).toEqual([{ from: 2, to: 10 }])
    expect(listHoles(days([0, 3, 6, 9]))).toEqual([])
    expect(listHoles(days([0, 7, 14, 21, 28]))).toEqual([])
  })
})

test('overlapping labels move apart, stay in order and stay in the plot', () => {
  expect(spread([59, 53, 73.6], 7)).toEqual([60, 53, 73.6])
  expect(spread([98, 99, 97], 7)).toEqual([93, 100, 86])
  expect(spread([], 7)).toEqual([])
})

test('names that begin alike are shortened to what distinguishes them', () => {
  expect(shortLabels(['Acme', 'Competitor 1', 'Competitor 12', 'Notebook'], 5)).toEqual([
    'Acme',
    '…or 1',
    '…r 12',
    'Note…',
  ])
  expect(shortLabels(['Acme Pro', 'Acme Projects'], 5)).toEqual(['…Pro', '…jec…'])
  expect(shortLabels(['Competitor 1', 'Competitor 2'], 12)).toEqual(['Competitor 1', 'Competitor 2'])
})

test('the days of an axis are its ends and some between', () => {
  expect(labelIndexes(30, 5)).toEqual([0, 7, 15, 22, 29])
  expect([labelIndexes(2, 5), labelIndexes(1, 5), labelIndexes(0, 5)]).toEqual([[0, 1], [0], []])
})

test('an axis of shares ends at a round number', () => {
  expect([0.03, 0.1, 0.35, 0.61, 0.97].map(roundUp)).toEqual([0.1, 0.1, 0.4, 0.8, 1])
})

describe('figures', () => {
  test('are whole points, with a sign where they are differences', () => {
    expect([0, 0.4149, 1, 0.001, 0.9991].map(percent)).toEqual(['0%', '41%', '100%', 'under 1%', 'over 99%'])
    expect([0.05, -0.041, 0.001].map(signed)).toEqual(['+5', '−4', '0'])
  })

  test('of a rate include its interval', () => {
    expect(rateInWords(0.42, { low: 0.32, high: 0.52 })).toBe('42% (32–52%)')
  })
})

test('a CSV file keeps commas, quotes and line breaks, and contains no formula', () => {
  expect(
    toCsv([
      ['Prompt', 'Rate'],
      ['say "hi", twice\nor once', 0.5],
      ['=1+1', -4],
      ['@SUM(A1)', null],
    ]),
  ).toBe('\uFEFFPrompt,Rate\r\n"say ""hi"", twice\nor once",0.5\r\n\'=1+1,-4\r\n\'@SUM(A1),\r\n')
})
