import { describe, expect, test } from 'bun:test'
import {
  looksOf,
  measureEffect,
  type PromptSides,
  promptsNeeded,
  visibleRise,
} from '../../src/statistics/effect.ts'
import { createRandom, type Random } from '../chaos/random.ts'

const cell = (mentions: number, answers: number) => ({ answers, mentions })
/** A prompt with one engine: mentions before and after, of ten answers each. */
const prompt = (before: number, after: number): PromptSides => [
  { before: cell(before, 10), after: cell(after, 10) },
]
const unchanged = Array.from({ length: 8 }, (_, index) =>
  prompt(index % 2 === 0 ? 4 : 5, index % 2 === 0 ? 5 : 4),
)

describe('the effect of an article', () => {
  test('is the difference of its change and that of prompts without one, computed by hand', () => {
    // Changes of the others: +0.1 and -0.1 in turn, so their mean is 0 and their variance 8 * 0.01 / 7 = 0.0114286.
    // Variance by chance of each: t = 10 / 22, t (1 - t) * (1/10 + 1/10) = 0.0495868, more than they differ: no drift.
    // Own change 0.5: t = (2 + 7 + 1) / 22, the same variance. Half-width: t(.975, 7) * sqrt(1.125 * 0.0495868).
    const found = measureEffect([prompt(2, 7)], unchanged)
    expect(found?.size).toBeCloseTo(0.5, 10)
    const half = 2.364624 * Math.sqrt(1.125 * 0.0495868)
    expect(found?.low).toBeCloseTo(0.5 - half, 5)
    expect(found?.high).toBeCloseTo(0.5 + half, 5)
    // z = 0.5 / sqrt(0.0495868) = 2.245366; s = 1; T = 2.245366 / sqrt(1.125) = 2.116957 with 7 degrees of freedom.
    expect(found?.pValue).toBeCloseTo(0.0721, 3)
    expect(found?.moved).toBeFalse()
  })

  test('of two prompts is the mean of their changes, computed by hand', () => {
    // Own changes 0.5 and 0.3; variances t (1 - t) / 5 with t = 10 / 22 and 8 / 22: 0.0495868 and 0.0462810.
    const found = measureEffect([prompt(2, 7), prompt(2, 5)], unchanged)
    expect(found?.size).toBeCloseTo(0.4, 10)
    const half = 2.364624 * Math.sqrt((1 / 2 + 1 / 8) * ((0.0495868 + 0.046281) / 2))
    expect(found?.low).toBeCloseTo(0.4 - half, 5)
    // z = 0.5 / sqrt(0.0495868) = 2.245366 and 0.3 / sqrt(0.0462810) = 1.394511; T = 1.819938 / sqrt(0.625) = 2.302060.
    expect(found?.pValue).toBeCloseTo(0.0548, 3)
  })

  test('is no effect if the other prompts rose as well', () => {
    const risen = Array.from({ length: 10 }, (_, index) => prompt(2, 8 + (index % 2)))
    const found = measureEffect([prompt(2, 9)], risen)
    expect([found?.moved, Math.abs(found?.size ?? 1) < 0.1]).toEqual([false, true])
  })

  test('needs eight prompts to compare with', () => {
    expect(measureEffect([prompt(0, 10)], unchanged.slice(0, 7))).toBeNull()
    expect(measureEffect([prompt(0, 10)], unchanged)?.moved).toBeTrue()
  })

  test('is read after fixed numbers of scans', () => {
    expect([looksOf(24), looksOf(168)]).toEqual([
      [14, 28, 56],
      [5, 10, 20],
    ])
  })
})

describe('the rise that can be seen', () => {
  const target = Array.from({ length: 4 }, () => cell(9, 30))
  const halves = Array.from({ length: 20 }, () => prompt(3, 3))

  test('is computed by hand', () => {
    // t(.99, 19) = 2.539483, t(.8, 19) = 0.860951; level 0.3, four cells of 30 answers, 14 scans, no drift.
    const chance = ((0.3 * 0.7) / 4) * (1 / 30 + 1 / 14)
    const expected = (2.539483 + 0.860951) * Math.sqrt((1 + 1 / 20) * chance)
    expect(visibleRise({ treated: [target], halves }, 14)).toBeCloseTo(expected, 5)
    expect(expected).toBeCloseTo(0.258, 2)
  })

  test('of two prompts is computed by hand, over the cells that answered', () => {
    // Four cells of 30 answers and two of 10: level (4 * 9 + 2 * 1) / 140 = 0.271429, three cells per prompt.
    const treated = [target, [cell(1, 10), cell(1, 10)], []]
    const level = 38 / 140
    const chance = ((level * (1 - level)) / 3) * (6 / 140 + 1 / 14)
    const expected = (2.539483 + 0.860951) * Math.sqrt((1 / 2 + 1 / 20) * chance)
    expect(visibleRise({ treated, halves }, 14)).toBeCloseTo(expected, 5)
  })

  test('is smaller with more scans, engines and variants, and unknown without prompts to compare with', () => {
    const rise = (scans: number, prompts = 1, cells = target) =>
      visibleRise({ treated: Array.from({ length: prompts }, () => cells), halves }, scans) ?? 0
    expect(rise(28)).toBeLessThan(rise(14))
    expect(rise(14, 3)).toBeLessThan(rise(14))
    expect(rise(14)).toBeLessThan(rise(14, 1, target.slice(0, 2)))
    expect(visibleRise({ treated: [target], halves: halves.slice(0, 7) }, 14)).toBeNull()
  })
})

test.each([1, 3])(
  'an article without an effect on %d prompts is said to have one in at most 5% of 2,000 projects',
  (prompts) => {
    const random = createRandom(7)
    let alarms = 0
    for (let project = 0; project < 2000; project++) {
      const chances = Array.from({ length: 12 + prompts }, () =>
        Array.from({ length: 4 }, () => random.between(0, 1) ** 1.5),
      )
      const moved = looksOf(24).some((scans) => {
        const sides = chances.map((cells) =>
          cells.map((chance) => ({ before: draw(random, chance, 30), after: draw(random, chance, scans) })),
        )
        return measureEffect(sides.slice(0, prompts), sides.slice(prompts))?.moved
      })
      if (moved) alarms += 1
    }
    expect(alarms / 2000).toBeLessThan(0.05)
  },
)

test('an effect of the forecast size is found in about four of five projects', () => {
  const random = createRandom(11)
  let found = 0
  for (let project = 0; project < 500; project++) {
    const level = () => Array.from({ length: 4 }, () => 0.3)
    const before = Array.from({ length: 21 }, () => level().map((chance) => draw(random, chance, 30)))
    const [target = [], ...controls] = before
    const split = controls.map((cells) =>
      cells.map(() => ({ before: draw(random, 0.3, 15), after: draw(random, 0.3, 15) })),
    )
    const rise = visibleRise({ treated: [target], halves: split }, 28) ?? 0
    const sides = before.map((cells, index) =>
      cells.map((earlier) => ({
        before: earlier,
        after: draw(random, Math.min(1, 0.3 + (index === 0 ? rise : 0)), 28),
      })),
    )
    if (measureEffect(sides.slice(0, 1), sides.slice(1))?.moved) found += 1
  }
  expect(found / 500).toBeGreaterThan(0.68)
})

const draw = (random: Random, chance: number, answers: number) => ({
  answers,
  mentions: Array.from({ length: answers }, () => random.chance(chance)).filter(Boolean).length,
})

test('more prompts are advised only while eight are left to compare with', () => {
  const visible = { prompts: 1, rise: 0.25 }
  expect(promptsNeeded({ ...visible, comparable: 40 }, 0.2, 5)).toBe(2)
  expect(promptsNeeded({ ...visible, comparable: 9 }, 0.2, 5)).toBe(2)
  expect(promptsNeeded({ ...visible, comparable: 8 }, 0.2, 5)).toBeNull()
  expect(promptsNeeded({ ...visible, rise: 0.9, comparable: 40 }, 0.2, 5)).toBeNull()
})
