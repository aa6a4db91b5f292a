import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readCases, scoreCases, shareOf } from './cases.ts'
import { scorePlanted } from './planted.ts'

const cases = await readCases(join(import.meta.dir, 'cases.txt'))
const verdicts = scoreCases(cases)

test('there are 300 labeled changes or more, of every commit style', () => {
  expect(cases.length).toBeGreaterThanOrEqual(300)
  expect(verdicts.habits.size).toBe(7)
})

test.each([
  ['category', 0.85],
  ['placement', 0.85],
  ['breakingRecall', 0.9],
  ['breakingPrecision', 0.8],
  ['securityRecall', 0.95],
] as const)('%s agrees with an editor in %d or more', (name, bar) => {
  expect(shareOf(verdicts[name])).toBeGreaterThanOrEqual(bar)
})

test('a draft reports every planted fact correctly, with its condition', () => {
  expect(scorePlanted()).toMatchObject({ wrong: [], cut: [] })
})
