import type { Cell } from './rate.ts'
import { autocorrelation, mean, variance } from './series.ts'
import { twoSidedP } from './student.ts'

/**
 * How likely the rates of two windows of scans differ this much by chance (Welch's t over the scans). Scans that are
 * alike count for fewer, by the correlation of each with the one before. Sees shocks that all cells share.
 */
export function testScans(before: Cell[], after: Cell[], delta: number): number {
  const [a, b] = [weigh(before), weigh(after)]
  const error = Math.sqrt(a.error * a.inflation + b.error * b.inflation)
  if (error === 0) return twoSidedP(delta / leastError(before, after), before.length + after.length - 2)
  const welch =
    (a.error + b.error) ** 2 / (a.error ** 2 / (before.length - 1) + b.error ** 2 / (after.length - 1))
  return twoSidedP(delta / error, Math.max(2, welch / Math.max(a.inflation, b.inflation)))
}

/**
 * How likely the cells changed this much by chance (paired t over the cells). Sees drift inside single cells. What
 * points the other way than `delta` is no evidence for it: then cells were missing rather than different.
 */
export function testCells(before: Cell[], after: Cell[], delta: number): number {
  const changes = after.map((cell, index) => rateIn(cell) - rateIn(before[index]))
  const error = Math.sqrt(variance(changes) / changes.length) || leastError(before, after)
  const along = Math.max(0, mean(changes) * Math.sign(delta))
  return twoSidedP(along / error, changes.length - 1)
}

/** The squared error of a window's mean rate, and by how much it grows as its scans are alike. */
function weigh(scans: Cell[]) {
  const rates = scans.map(rateIn)
  const error = variance(rates) / rates.length
  const alike = Math.min(0.9, Math.max(0, corrected(autocorrelation(rates), rates.length)))
  return { error, inflation: (1 + alike) / (1 - alike) }
}

/** Short series look less alike than they are. */
function corrected(correlation: number, length: number) {
  if (length > 5) return (correlation * length + 1) / (length - 3)
  return correlation + (1 + 3 * Math.max(correlation, 0)) / length
}

/** Where nothing varied, the error that coins of even chance would have. */
function leastError(before: Cell[], after: Cell[]) {
  return Math.sqrt(1 / answersIn(before) + 1 / answersIn(after)) / 2
}

function answersIn(cells: Cell[]) {
  return cells.reduce((sum, cell) => sum + cell.answers, 0)
}

function rateIn(cell: Cell | undefined) {
  return cell ? cell.mentions / cell.answers : 0
}
