import { expect, test } from 'bun:test'
import { compare, type EngineCells, isChanged, type Verdict } from '../../src/statistics/comparison.ts'
import { addAnswers, createPanel } from '../../src/statistics/panel.ts'
import { alike, readPanel } from './panels.ts'

test('moved if both the scans and the cells say so, by the less certain of the two', () => {
  const before = readPanel('1 0 0 1 0', '0 0 . 0 1', '1 1 0 0 .', '0 0 0 1 0')
  const after = readPanel('1 1 1 1 1', '1 . 1 0 1', '1 1 1 . 1', '1 0 1 1 1')
  const found = compare(before, after, [engine('a', 0, 1, 2, 3)])
  expect({ ...found, pValue: rounded(found.pValue) }).toEqual({
    verdict: 'moved',
    before: expect.closeTo(0.3375, 10),
    after: 0.8875,
    delta: expect.closeTo(0.55, 10),
    interval: { low: expect.closeTo(0.6687, 4), high: expect.closeTo(0.9686, 4), of: 'window' },
    pValue: 0.0031074034,
    excludedEngines: [],
    scansNeeded: 0,
    lacksBefore: false,
    cells: 4,
  })
})

test('within noise if scans are so similar that they count for few', () => {
  const before = readPanel('0 0 0 1 1 1', '0 0 1 1 1 1', '0 0 0 0 1 .', '0 1 0 1 0 0')
  const after = readPanel('1 1 1 1 1 1 1', '1 . 1 0 1 1 1', '1 1 1 . 1 0 1', '0 0 1 1 1 1 1')
  const found = compare(before, after, [engine('a', 0, 1, 2, 3)])
  // The cells alone would say moved, with 0.024.
  expect([found.verdict, rounded(found.pValue)]).toEqual(['within_noise', 0.528024686])
})

test('within noise if a single cell made the difference', () => {
  const before = readPanel('0 0 0 0 0', '1 1 1 1 1', '0 0 0 0 0', '0 1 0 0 0')
  const after = readPanel('1 1 1 1 1', '1 1 1 1 1', '0 0 0 0 0', '0 0 1 0 0')
  const found = compare(before, after, [engine('a', 0, 1, 2, 3)])
  // The scans alone would say moved, with 0.008.
  expect([found.verdict, rounded(found.pValue)]).toEqual(['within_noise', 0.391002219])
})

test('no change in any cell is no change, though other cells answered more often', () => {
  const before = readPanel('1/2 1/2 . 1/2 1/2 1/2', '0 0 0 0 0 0', '1 . . . . .')
  const after = readPanel('1/2 . . . . 1/2', '0 0 0 0 0 0', '1 1 1 1 1 1')
  const found = compare(before, after, [engine('a', 0, 1, 2)])
  // Over all answers together, the rate would fall from 6/17 to 8/16.
  expect([found.delta, found.verdict, found.before]).toEqual([0, 'within_noise', 0.5])
})

test('a share compares mentions with those of all brands, in cells that count the same', () => {
  const share = (...lines: string[]) => {
    const panel = createPanel(3, 5, 'share')
    for (const [cell, line] of lines.entries())
      for (const [scan, text] of line.split(' ').entries()) {
        const [own = 0, others = 0] = text.split('+').map(Number)
        addAnswers(panel, cell, scan, 1, own, own + others)
      }
    return panel
  }
  const before = share('1+1 0+2 1+1 0+1 0+2', '0+2 0+1 1+1 0+2 1+1', '1+1 1+1 0+2 0+2 0+2')
  const after = share('1+1 1+1 1+0 0+1 1+1', '1+1 1+1 1+1 1+0 0+1', '1+1 1+2 1+1 1+1 0+2')
  const found = compare(before, after, [engine('a', 0, 1, 2)])
  expect([found.before, found.after]).toEqual([expect.closeTo(6 / 28, 10), expect.closeTo(12 / 27, 10)])
  expect([found.verdict, rounded(found.pValue)]).toEqual(['within_noise', 0.0426041825])
})

test('nothing moved if both windows are the same', () => {
  const panel = readPanel('0 0 0 0 0', '1 1 1 1 1')
  const { verdict, delta, pValue } = compare(panel, panel, [engine('a', 0, 1)])
  expect({ verdict, delta, pValue }).toEqual({ verdict: 'within_noise', delta: 0, pValue: 1 })
})

test.each<[number, Verdict, number]>([
  [2, 'within_noise', 0.1400486961],
  [4, 'moved', 0.0079912111],
])('without variance, %d cells are assumed to vary as fair coins', (count, verdict, pValue) => {
  const before = readPanel(...alike(count, '0 0 0 0 0'))
  const after = readPanel(...alike(count, '1 1 1 1 1'))
  const found = compare(before, after, [engine('a', ...Array(count).keys())])
  expect([found.verdict, rounded(found.pValue)]).toEqual([verdict, pValue])
})

test('cells with the same change except for rounding do not vary', () => {
  // 0.4 - 0.3 is 0.10000000000000003, and 0.6 - 0.5 is 0.09999999999999998.
  const before = readPanel(...['3/10', '5/10'].map((scan) => alike(5, scan).join(' ')))
  const after = readPanel(...['4/10', '6/10'].map((scan) => alike(5, scan).join(' ')))
  expect(rounded(compare(before, after, [engine('a', 0, 1)]).pValue)).toBe(0.391826552)
})

test('only cells that both windows answered are compared', () => {
  const before = readPanel('1 1 0 1 1', '0 1 0 0 0', '1 1 1 1 1', '. . . . .')
  const after = readPanel('1 0 0 1 1', '0 1 0 1 0', '. . . . .', '1 1 1 1 1')
  const found = compare(before, after, [engine('a', 0, 1, 2, 3)])
  expect([found.cells, found.before, found.after]).toEqual([2, 0.5, 0.5])
})

test.each<[string, string, string, number]>([
  ['four scans before', '0 1 0 1', '0 1 0 1 0 1', 1],
  ['one scan each', '0', '1', 8],
  ['no scan before', '. . . . .', '0 1 0 1 0', 5],
  ['scans that failed', '0 1 . . 1 0 0', '. 1 1 . 0 0 1', 0],
  ['too many that failed', '0 1 . . . . 0', '. 1 1 . 0 0 1', 2],
])('fewer than five scans with answers are not enough: %s', (_, before, after, scansNeeded) => {
  const found = compare(readPanel(before, before), readPanel(after, after), [engine('a', 0, 1)])
  const verdict = scansNeeded > 0 ? 'insufficient_data' : 'within_noise'
  expect([found.verdict, found.scansNeeded, found.pValue === null]).toEqual([
    verdict,
    scansNeeded,
    scansNeeded > 0,
  ])
})

test('one cell is not enough, in any number of scans', () => {
  const found = compare(readPanel('0 0 0 0 0 0'), readPanel('1 1 1 1 1 1'), [engine('a', 0)])
  expect(found).toEqual({
    verdict: 'insufficient_data',
    before: 0,
    after: 1,
    delta: 1,
    interval: { low: expect.closeTo(0.6097, 4), high: 1, of: 'window' },
    pValue: null,
    excludedEngines: [],
    scansNeeded: 0,
    lacksBefore: false,
    cells: 1,
  })
})

test('a changed engine is excluded, and the verdict is based on the others', () => {
  const before = readPanel('0 1 0 1 0', '0 1 0 1 0', ...alike(4, '0 0 0 0 0'))
  const after = readPanel('0 1 0 1 0', '0 1 0 1 0', ...alike(4, '1 1 1 1 1'))
  const steady = engine('steady', 0, 1)
  const changed = { ...engine('changed', 2, 3, 4, 5), hasChanged: true }
  expect(compare(before, after, [steady, { ...changed, hasChanged: false }]).verdict).toBe('moved')
  const { verdict, cells, delta, excludedEngines } = compare(before, after, [steady, changed])
  expect({ verdict, cells, delta, excludedEngines }).toEqual({
    verdict: 'within_noise',
    cells: 2,
    delta: 0,
    excludedEngines: ['changed'],
  })
})

test('there is nothing to compare if every engine has changed', () => {
  const before = readPanel('0 0 0 0 0', '0 0 0 0 0')
  const after = readPanel('1 1 1 1 1', '1 1 1 1 1')
  const engines = [engine('a', 0), engine('b', 1)].map((each) => ({ ...each, hasChanged: true }))
  expect(compare(before, after, engines)).toEqual({
    verdict: 'model_changed',
    before: null,
    after: null,
    delta: null,
    interval: null,
    pValue: null,
    excludedEngines: ['a', 'b'],
    scansNeeded: 0,
    lacksBefore: false,
    cells: 0,
  })
})

test.each<[string[], string[], boolean]>([
  [['gpt-6|search|1|1'], ['gpt-6|search|1|1'], false],
  [['gpt-6|search|1|1'], ['gpt-6|plain|1|1'], true],
  [['gpt-6', 'gpt-6-mini'], ['gpt-6'], true],
  [['gpt-6', 'gpt-6-mini'], ['gpt-6-mini', 'gpt-6'], false],
  [[], ['gpt-6'], false],
  [['gpt-6'], [], false],
])('an engine of %j and then %j has changed: %p', (before, after, expected) => {
  expect(isChanged(new Set(before), new Set(after))).toBe(expected)
})

function engine(name: string, ...cells: number[]): EngineCells {
  return { engine: name, hasChanged: false, cells }
}

function rounded(value: number | null) {
  return value === null ? null : Math.round(value * 1e10) / 1e10
}
