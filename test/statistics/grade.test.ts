import { expect, test } from 'bun:test'
import { type Evidence, gradeOf, nextStep } from '../../src/statistics/grade.ts'

const solid: Evidence = {
  ...{ prompts: 20, engines: 3, intents: 3, scans: 10, days: 7 },
  ...{ half: 0.05, filled: 0.1, answered: 0.7, uneven: 0.1 },
}
const direction: Evidence = {
  ...{ prompts: 8, engines: 2, intents: 1, scans: 3, days: 3 },
  ...{ half: 0.1, filled: 1 / 3, answered: 0.5, uneven: null },
}
const costs = { perPrompt: 2, perAnswer: [0.1, 0.3], maxScans: 30 }

test('a grade needs each of its thresholds', () => {
  expect([gradeOf(solid), gradeOf(direction)]).toEqual(['decision', 'directional'])
  const worse: Partial<Evidence>[] = [
    ...[{ prompts: 19 }, { engines: 2 }, { intents: 2 }, { scans: 9 }, { days: 6 }, { half: 0.051 }],
    ...[{ half: null }, { filled: 0.11 }, { answered: 0.69 }, { uneven: 0.11 }, { uneven: null }],
  ]
  for (const less of worse) expect([less, gradeOf({ ...solid, ...less })]).not.toEqual([less, 'decision'])
  const least: Partial<Evidence>[] = [
    ...[{ prompts: 7 }, { engines: 1 }, { scans: 2 }, { days: 2 }, { half: 0.101 }, { half: null }],
    ...[{ filled: 0.34 }, { answered: 0.49 }],
  ]
  for (const less of least) expect([less, gradeOf({ ...direction, ...less })]).toEqual([less, 'exploratory'])
})

test('a figure about one page needs no other engines', () => {
  const page = { ...solid, engines: 1 }
  expect([gradeOf(page), gradeOf(page, true)]).toEqual(['exploratory', 'decision'])
  const step = nextStep({ ...page, prompts: 5 }, 0.1, { ...costs, perAnswer: [], isPage: true })
  expect([step?.grade, step?.engines]).toEqual(['directional', 0])
})

test('waiting is the cheapest step where only scans are lacking', () => {
  // 20 x 3 cells of variance 0.2: after 6 more scans 1.96 x sqrt(0.2 x 60/10)/60 = 3.6 points.
  expect(nextStep({ ...solid, scans: 4, days: 4, half: 0.06 }, 0.2, costs)).toEqual({
    ...{ grade: 'decision', scans: 6, prompts: 0, engines: 0, cents: 0 },
  })
  expect(nextStep({ ...solid, scans: 4, days: 4, half: 0.06 }, 0.2, { ...costs, maxScans: 9 })).toBeNull()
})

test('more prompts and engines cost what they add to each scan, and count from half of the scans on', () => {
  // From 5 x 2 to 8 x 2: three prompts at 2 cents. With n = 3 scans, new ones count after s = 3 of 6 scans, and the
  // half width is 1.96 x sqrt(0.25 x (10/6 + 6/3))/16 = 11.7 points; with s = 5, sqrt(0.25 x (10/8 + 6/5))/16: 9.6.
  const found = { ...direction, prompts: 5, half: 0.2 }
  expect(nextStep(found, 0.25, { ...costs, perAnswer: [1] })).toEqual({
    ...{ grade: 'directional', scans: 5, prompts: 3, engines: 0, cents: 6 },
  })
  // At 0.1 cents, an engine as well is cheaper: 8 x 3 cells need four scans, sqrt(0.25 x (10/7 + 14/4))/24: 9.1 points.
  expect(nextStep(found, 0.25, costs)).toEqual({
    ...{ grade: 'directional', scans: 4, prompts: 3, engines: 1, cents: 6.8 },
  })
  // An engine more asks all eight prompts, at the price of the cheapest.
  expect(nextStep({ ...direction, engines: 1 }, 0.1, costs)).toEqual({
    ...{ grade: 'directional', scans: 3, prompts: 0, engines: 1, cents: 8 * 0.1 },
  })
})

test('nothing follows the highest grade, and no step helps a figure that lacks answers', () => {
  expect(nextStep(solid, 0.2, costs)).toBeNull()
  expect(nextStep({ ...solid, filled: 0.5 }, 0.2, costs)).toBeNull()
  expect(nextStep({ ...solid, prompts: 0, half: null }, 0, costs)).toBeNull()
})
