import type { Comparison, Verdict } from './comparison.ts'

/** A hint is what would be a move, were it not one row of many. */
export type RowVerdict = Verdict | 'hint'

/** Up to so many rows, each verdict stands for itself. */
const fewRows = 10

/** Of the rows that a long table calls moved, no more than this part is wrong on average. */
const falseShare = 0.05

/**
 * The verdicts of a table's rows. The more rows, the more of them move by chance: in a long table `moved` is what stands
 * the test of Benjamini and Hochberg over all rows, and what would be moved alone is a `hint`.
 */
export function judgeRows(rows: Comparison[]): RowVerdict[] {
  if (rows.length <= fewRows) return rows.map((row) => row.verdict)
  const bar = strictest(rows.flatMap(({ pValue }) => pValue ?? []))
  return rows.map((row) => (row.verdict === 'moved' && (row.pValue ?? 1) > bar ? 'hint' : row.verdict))
}

/** The largest p that is no larger than its share of the level, by its place among all. */
function strictest(pValues: number[]) {
  const sorted = pValues.toSorted((a, b) => a - b)
  return sorted.findLast((p, index) => p <= (falseShare * (index + 1)) / sorted.length) ?? 0
}
