import { twoSidedT } from './student.ts'

/** Sums over units: a count `x` within each unit, and the unit's size `y`. */
export type RatioSums = { units: number; x: number; y: number; xx: number; xy: number; yy: number }

/** A ratio of two sums with its 95% interval; without an interval for fewer than `minUnits` units. */
export type Ratio = { ratio: number; interval: { low: number; high: number } | null }

/** With fewer units, the interval covers the truth too seldom. */
export const minUnits = 10

/**
 * The ratio of the sum of `x` to the sum of `y`; null without any `y`, and without an interval if nothing was counted.
 * Units are drawn independently; what is counted within one of them is not, so the interval comes from the variance
 * between units (Cochran's ratio estimator, Student's t). It is symmetric in the logarithm, because counts of this
 * kind are skewed: simulated in test/statistics/ratio.test.ts.
 */
export function ratioOf({ units, x, y, xx, xy, yy }: RatioSums): Ratio | null {
  if (y === 0) return null
  const ratio = x / y
  if (units < minUnits || x === 0) return { ratio, interval: null }
  const squares = Math.max(0, xx - 2 * ratio * xy + ratio ** 2 * yy)
  const half = (twoSidedT(0.05, units - 1) * Math.sqrt((units / (units - 1)) * squares)) / y
  const factor = Math.exp(half / ratio)
  return { ratio, interval: { low: ratio / factor, high: ratio * factor } }
}
