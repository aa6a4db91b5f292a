import { type WindowQuery, windowOf } from '../visibility/window.ts'
import { dayNumber } from './classes.ts'

/** The first and the last of whole UTC days. */
export type Days = { first: number; last: number }
/** Days, and as many before them. */
export type TrafficWindow = Days & { before: Days }

const standardDays = 30

/**
 * The days of a query and as many before them. Counts are stored by day, so windows cover whole UTC days. Without a query it is the last 30 days (contract geo 8 and 11).
 */
export function trafficWindow(query: WindowQuery, now: Date): TrafficWindow {
  const { from, to } = windowOf(query, now, standardDays)
  // Clocks of visitors' servers may be some minutes ahead.
  const last = to === null ? dayNumber(now.getTime() + 300_000) : dayNumber(to.getTime() - 1)
  const first = from === null ? last : dayNumber(from)
  return { first, last, before: { first: 2 * first - last - 1, last: first - 1 } }
}

const dayMilliseconds = 86_400_000

/** The first millisecond of the days and the first after them. */
export const spanOf = ({ first, last }: Days) => ({
  from: first * dayMilliseconds,
  to: (last + 1) * dayMilliseconds,
})
