import type { Interval } from '../../src/statistics/interval.ts'

/** The ends of an interval with four digits, as tables print them. */
export function ends(interval: Interval | null) {
  return interval && [interval.low, interval.high].map((end) => Math.round(end * 1e4) / 1e4)
}
