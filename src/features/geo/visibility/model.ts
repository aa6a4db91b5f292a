import { t } from 'elysia'
import { integer, oneOf } from '../../../http/fields.ts'
import { averagePosition, type Positions } from '../../../statistics/position.ts'
import type { RowVerdict } from '../../../statistics/rows.ts'

export const Interval = t.Object({
  low: t.Number(),
  high: t.Number(),
  /** What it is about: exactly the scans of the window. */
  of: oneOf(['window']),
})

/** What beside a rate tells how sure it is: the number of answers, and where the rate lies with 95 % certainty. */
export const certainty = { n: integer, interval: t.Nullable(Interval) }

const verdicts = [
  'moved',
  'hint',
  'within_noise',
  'insufficient_data',
  'model_changed',
] as const satisfies RowVerdict[]

/** A rate held against that of the window of the same length just before, over what both windows asked. */
export const Comparison = t.Object({
  from: t.Nullable(t.Number()),
  to: t.Nullable(t.Number()),
  delta: t.Nullable(t.Number()),
  verdict: oneOf(verdicts),
  pValue: t.Nullable(t.Number()),
  excludedEngines: t.Array(t.String()),
  scansNeeded: integer,
})
export type Comparison = typeof Comparison.static
/** Null where the read is about all time. */
export const comparison = t.Nullable(Comparison)

/** A rate as the contract has it: three decimals, 0 where there is nothing to count (contract geo 8). */
export const toRate = (part: number, whole: number) => (whole === 0 ? 0 : round(part / whole, 3))

/** Where the brand stands on average among the names of an answer, and where that lies with 95 % certainty. */
export const averages = { avgPosition: t.Nullable(t.Number()), positionInterval: t.Nullable(Interval) }

/** An average of positions as the contract has it: one decimal, null of none (contract geo 8). */
export function toAverage(cells: Iterable<Positions>) {
  const { position, interval } = averagePosition(cells)
  return { avgPosition: position === null ? null : round(position, 1), positionInterval: interval }
}

export function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
