import type { Comparison } from '../../data/visibility.ts'
import { points, signed } from '../../kit/charts/words.ts'

/**
 * The difference of two rates in signed points, or null without one. It is the difference of the rounded rates, so
 * that it agrees with the rates next to it.
 */
export function differenceOf({ from, to, delta }: Comparison): string | null {
  if (delta === null) return null
  return from === null || to === null ? signed(delta) : signed((points(to) - points(from)) / 100)
}
