import type { WindowQuery } from '../../window/model.ts'
import { dayOf, windowOf } from '../../window/rules.ts'

/** Days in UTC, today among them, where the query names none (contract geo 8). */
const standardDays = 30
const dayMilliseconds = 86_400_000

/** The query as it is, or the standard days where it names no window. */
export function orStandard(query: WindowQuery, now: Date): WindowQuery {
  if (query.from !== undefined || query.days !== undefined) return query
  // A last day alone says nothing, but it has to be one.
  windowOf(query, now)
  const first = new Date(now.getTime() - (standardDays - 1) * dayMilliseconds)
  return { from: dayOf(first), to: dayOf(now) }
}
