import type { Rate } from './rate.ts'

/**
 * The opportunity of a gap, from the brand's mention rate for its prompt in the window, the number of competitors
 * named and the number of engines that answered. A gap is confident only if the upper end of the interval is below
 * one half.
 */
export function opportunityOf(ownRate: Rate, competitors: number, engines: number) {
  const { interval } = ownRate
  if (!interval) return { opportunityInterval: null, confident: false }
  const most = competitors * engines
  return {
    opportunityInterval: { low: (1 - interval.high) * most, high: (1 - interval.low) * most },
    confident: interval.high < 0.5,
  }
}
