import { describe, expect, test } from 'bun:test'
import { minUnits, type RatioSums, ratioOf } from '../../src/statistics/ratio.ts'
import { createRandom } from '../chaos/random.ts'

type Unit = { x: number; y: number }

const sumsOf = (units: Unit[]) =>
  units.reduce<RatioSums>(
    (sums, { x, y }) => ({
      units: sums.units + 1,
      x: sums.x + x,
      y: sums.y + y,
      xx: sums.xx + x * x,
      xy: sums.xy + x * y,
      yy: sums.yy + y * y,
    }),
    { units: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 },
  )

describe('a ratio of sums', () => {
  test('is computed over all units, with the interval of Cochran’s estimator', () => {
    const units = Array.from({ length: 10 }, (_, i) => ({ x: i % 2 === 0 ? 2 : 4, y: 20 }))
    const found = ratioOf(sumsOf(units))
    // 30 of 200; each unit deviates by 1, so the factor is exp(2.2622 × √(10/9 × 10) / 30) = 1.2858.
    expect(found?.ratio).toBe(0.15)
    expect(found?.interval?.low).toBeCloseTo(0.15 / 1.2858, 4)
    expect(found?.interval?.high).toBeCloseTo(0.15 * 1.2858, 4)
  })

  test('has no interval with fewer than ten units or without a count, and is null without any size', () => {
    const few = Array.from({ length: minUnits - 1 }, () => ({ x: 1, y: 10 }))
    expect(ratioOf(sumsOf(few))).toEqual({ ratio: 0.1, interval: null })
    expect(ratioOf(sumsOf([]))).toBeNull()
    const unchanged = Array.from({ length: 20 }, () => ({ x: 0, y: 10 }))
    expect(ratioOf(sumsOf(unchanged))).toEqual({ ratio: 0, interval: null })
  })

  test.each([10, 20, 60])('lies in its interval in at least 92% of 2,000 samples of %i units', (size) => {
    const { between } = createRandom(7)
    const random = () => between(0, 1)
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    // Posts of 10 to 100 lines; a third is published as written, of the others a part is changed.
    const draw = () => {
      const y = Math.round(Math.exp(3.3 + 0.6 * normal())) + 1
      const part = random() < 0.33 ? 0 : Math.min(1, Math.exp(-1.6 + 0.7 * normal()))
      return { x: Math.round(part * y), y }
    }
    const all = sumsOf(Array.from({ length: 200_000 }, draw))
    const truth = all.x / all.y
    let covered = 0
    for (let sample = 0; sample < 2000; sample++) {
      const interval = ratioOf(sumsOf(Array.from({ length: size }, draw)))?.interval
      if (interval && interval.low <= truth && truth <= interval.high) covered++
    }
    expect(covered / 2000).toBeGreaterThanOrEqual(0.92)
  })
})
