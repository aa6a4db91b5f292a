import type { Comparison, Verdict } from './comparison.ts'

/** A hint would be a move if it were not one row of many. */
export type RowVerdict = Verdict | 'hint'

/** Up to this many rows, each verdict is independent. */
const fewRows = 10

/** Average share of false positives among the moved rows of a long table. */
const falseShare = 0.05

/**
 * The verdicts of a table's rows. The more rows, the more move by chance: in a long table `moved` must pass the
 * Benjamini-Hochberg test over all rows, and a row that would only be moved on its own is a `hint`.
 */
export function judgeRows(rows: Comparison[]): RowVerdict[] {
  if (rows.length <= fewRows) return rows.map((row) => row.verdict)
  const bar = strictest(rows.flatMap(({ pValue }) => pValue ?? []))
  return rows.map((row) => (row.verdict === 'moved' && (row.pValue ?? 1) > bar ? 'hint' : row.verdict))
}

/** The largest p-value that is at most its share of the level, by rank. */
function strictest(pValues: number[]) {
  const sorted = pValues.toSorted((a, b) => a - b)
  return sorted.findLast((p, index) => p <= (falseShare * (index + 1)) / sorted.length) ?? 0
}
