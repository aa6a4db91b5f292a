import type { Rate } from './rate.ts'

/**
 * How far the opportunity of a gap reaches, by the rate at which answers to its prompt named the brand in the window,
 * the competitors that they name and the engines that answered; sure is a gap only where answers name the brand less
 * than half the time at the high end too.
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
