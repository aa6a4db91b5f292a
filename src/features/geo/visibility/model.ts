import { t } from 'elysia'
import { integer, oneOf } from '../../../http/fields.ts'
import { averagePosition, type Positions } from '../../../statistics/position.ts'
import type { RowVerdict } from '../../../statistics/rows.ts'

export const Interval = t.Object({
  low: t.Number(),
  high: t.Number(),
  /** The interval's subject: only the scans of the window. */
  of: oneOf(['window']),
})

/** The certainty of a rate: the number of answers and the 95% confidence interval. */
export const certainty = { n: integer, interval: t.Nullable(Interval) }

const verdicts = [
  'moved',
  'hint',
  'within_noise',
  'insufficient_data',
  'model_changed',
] as const satisfies RowVerdict[]

/** A change beyond chance in tests after every scan, which two windows alone may not show. */
const ConfirmedChange = t.Object({
  direction: oneOf(['up', 'down']),
  size: t.Number(),
  since: t.String(),
  at: t.String(),
})

/** A rate compared with the preceding window of the same length, over the questions of both windows. */
export const Comparison = t.Object({
  from: t.Nullable(t.Number()),
  to: t.Nullable(t.Number()),
  delta: t.Nullable(t.Number()),
  /** The interval of the later rate; null for a share. */
  interval: t.Nullable(Interval),
  verdict: oneOf(verdicts),
  pValue: t.Nullable(t.Number()),
  excludedEngines: t.Array(t.String()),
  scansNeeded: integer,
  /** Whether the earlier window has too few scans, which later scans cannot add. */
  lacksBefore: t.Boolean(),
  /** Null if no change was confirmed in the two windows, or if the rate is not tested. */
  confirmed: t.Nullable(ConfirmedChange),
})
export type Comparison = typeof Comparison.static
/** Null if the window is all time. */
export const comparison = t.Nullable(Comparison)

/** Rounds a rate to three decimals; 0 without answers (contract geo 8). */
export const toRate = (part: number, whole: number) => (whole === 0 ? 0 : round(part / whole, 3))

/** The brand's mean position among the names of an answer, and its 95% confidence interval. */
export const averages = { avgPosition: t.Nullable(t.Number()), positionInterval: t.Nullable(Interval) }

/** Rounds a mean position to one decimal; null without positions (contract geo 8). */
export function toAverage(cells: Iterable<Positions>) {
  const { position, interval } = averagePosition(cells)
  return { avgPosition: position === null ? null : round(position, 1), positionInterval: interval }
}

export function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
