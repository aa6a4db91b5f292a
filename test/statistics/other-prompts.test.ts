import { expect, test } from 'bun:test'
import { basketOf } from '../../src/statistics/basket.ts'
import { intervalOfOtherPrompts, isGeneral } from '../../src/statistics/other-prompts.ts'
import { chanceOf, createSimulation } from './simulation.ts'

test('the interval for other prompts is that of Wilson with the spread of the prompts', () => {
  // Rates 1/4 and 3/4, six each: mean 1/2, variance 12/11 / 16 = 3/44, size 1/4 / (3/44) x 12 = 44,
  // t(.975, 11) = 2.200985, t²/44 = .110098: half = 2.200985 / 1.110098 x sqrt(1/176 + .110098/176) = .157461.
  const rates = Array.from({ length: 12 }, (_, prompt) => (prompt < 6 ? 0.25 : 0.75))
  expect(intervalOfOtherPrompts(rates)).toEqual({
    low: expect.closeTo(0.3425, 4),
    high: expect.closeTo(0.6575, 4),
  })
})

test('the interval for other prompts needs 12 of them', () => {
  const rates = (prompts: number) => Array.from({ length: prompts }, (_, prompt) => prompt / prompts)
  expect(intervalOfOtherPrompts(rates(11))).toBeNull()
  expect(intervalOfOtherPrompts(rates(12))).not.toBeNull()
})

test('prompts that are alike have the size of their number', () => {
  // t² / (12 + t²) for t = 2.200985.
  expect(intervalOfOtherPrompts(Array(12).fill(0))).toEqual({ low: 0, high: expect.closeTo(0.2876, 4) })
})

test('the interval for other prompts covers all prompts in about 95%, that of the figure in about half', () => {
  const { normal, pick, chance } = createSimulation(27)
  const [engines, scans, projects] = [4, 5, 600]
  const universe = Array.from({ length: 2000 }, () => {
    const level = normal(1.5) - 0.4
    return Array.from({ length: engines }, () => chanceOf(level + normal(0.8)))
  })
  const truth = meanOf(universe.flat())
  for (const prompts of [12, 30]) {
    let [covered, coveredByFigure] = [0, 0]
    for (let project = 0; project < projects; project++) {
      const cells = Array.from({ length: prompts }, () => pick(universe)).map((chances) =>
        chances.map((of) => {
          const mentions = Array.from({ length: scans }, () => chance(of)).filter(Boolean).length
          return { now: { answers: scans, mentions }, earlier: { answers: 0, mentions: 0 } }
        }),
      )
      const contains = (interval: { low: number; high: number } | null) =>
        interval !== null && interval.low <= truth && truth <= interval.high
      const rates = cells.map((own) => meanOf(own.map(({ now }) => now.mentions / now.answers)))
      if (contains(intervalOfOtherPrompts(rates))) covered += 1
      if (contains(basketOf(cells.flat(), scans).interval)) coveredByFigure += 1
    }
    expect(covered / projects).toBeWithin(0.93, 0.99)
    expect(coveredByFigure / projects).toBeWithin(0.4, 0.6)
  }
})

const meanOf = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

test('a figure is general with 40 prompts, three intents of five, three engines and ±10 points for other prompts', () => {
  const figure = {
    engines: 3,
    promptsByIntent: [30, 5, 5],
    otherPrompts: { low: 0.31, high: 0.5 },
  }
  expect(isGeneral('decision', figure)).toBe(true)
  expect(isGeneral('directional', figure)).toBe(false)
  expect(isGeneral('decision', { ...figure, engines: 2 })).toBe(false)
  expect(isGeneral('decision', { ...figure, promptsByIntent: [29, 5, 5] })).toBe(false)
  expect(isGeneral('decision', { ...figure, promptsByIntent: [32, 4, 4] })).toBe(false)
  expect(isGeneral('decision', { ...figure, otherPrompts: { low: 0.3, high: 0.51 } })).toBe(false)
  expect(isGeneral('decision', { ...figure, otherPrompts: null })).toBe(false)
})
