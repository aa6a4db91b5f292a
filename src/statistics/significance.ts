import type { Cell } from './rate.ts'
import { autocorrelation, mean, variance } from './series.ts'
import { twoSidedP } from './student.ts'

/**
 * Probability that the rates of two windows of scans differ this much by chance (Welch's t over the scans).
 * Correlated scans count less, by their autocorrelation. Detects shocks that all cells share.
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
 * Probability that the cells changed this much by chance (paired t over the cells). Detects drift inside single
 * cells. A change opposite to `delta` is no evidence for it: then cells are missing, not different.
 */
export function testCells(before: Cell[], after: Cell[], delta: number): number {
  const changes = after.map((cell, index) => rateIn(cell) - rateIn(before[index]))
  const error = Math.sqrt(variance(changes) / changes.length) || leastError(before, after)
  const along = Math.max(0, mean(changes) * Math.sign(delta))
  return twoSidedP(along / error, changes.length - 1)
}

/** The squared standard error of a window's mean rate, and the factor for its autocorrelation. */
function weigh(scans: Cell[]) {
  const rates = scans.map(rateIn)
  const error = variance(rates) / rates.length
  const alike = Math.min(0.9, Math.max(0, corrected(autocorrelation(rates), rates.length)))
  return { error, inflation: (1 + alike) / (1 - alike) }
}

/** Short series underestimate their autocorrelation. */
function corrected(correlation: number, length: number) {
  if (length > 5) return (correlation * length + 1) / (length - 3)
  return correlation + (1 + 3 * Math.max(correlation, 0)) / length
}

/** The error for draws with probability one half, if nothing varied. */
function leastError(before: Cell[], after: Cell[]) {
  return Math.sqrt(1 / answersIn(before) + 1 / answersIn(after)) / 2
}

function answersIn(cells: Cell[]) {
  return cells.reduce((sum, cell) => sum + cell.answers, 0)
}

function rateIn(cell: Cell | undefined) {
  return cell ? cell.mentions / cell.answers : 0
}
