import type { CommonCells } from './common-cells.ts'
import { autocorrelation, mean, variance } from './series.ts'
import { twoSidedP } from './student.ts'

/**
 * Probability that two windows of scans differ this much by chance (Welch's t over the scans). Correlated scans count
 * less, by their autocorrelation. Detects shocks that all cells share.
 */
export function testScans(before: CommonCells, after: CommonCells, delta: number): number {
  const [a, b] = [weigh(before.scans), weigh(after.scans)]
  const [countBefore, countAfter] = [before.scans.length, after.scans.length]
  const error = Math.sqrt(a.error * a.inflation + b.error * b.inflation)
  if (error === 0) return twoSidedP(delta / leastError(before, after), countBefore + countAfter - 2)
  const welch =
    (a.error + b.error) ** 2 / (a.error ** 2 / (countBefore - 1) + b.error ** 2 / (countAfter - 1))
  return twoSidedP(delta / error, Math.max(2, welch / Math.max(a.inflation, b.inflation)))
}

/**
 * Probability that the cells changed this much by chance (paired t over the cells). Detects drift inside single cells.
 */
export function testCells(before: CommonCells, after: CommonCells): number {
  const changes = after.parts.map((part, index) => part - (before.parts[index] ?? 0))
  const error = Math.sqrt(variance(changes) / changes.length) || leastError(before, after)
  return twoSidedP(mean(changes) / error, changes.length - 1)
}

/** The squared standard error of a window's mean, and the factor for its autocorrelation. */
function weigh(scans: number[]) {
  const error = variance(scans) / scans.length
  const alike = Math.min(0.9, Math.max(0, corrected(autocorrelation(scans), scans.length)))
  return { error, inflation: (1 + alike) / (1 - alike) }
}

/** Short series underestimate their autocorrelation. */
function corrected(correlation: number, length: number) {
  if (length > 5) return (correlation * length + 1) / (length - 3)
  return correlation + (1 + 3 * Math.max(correlation, 0)) / length
}

/** The error for draws with probability one half, if nothing varied. */
function leastError(before: CommonCells, after: CommonCells) {
  return Math.sqrt(1 / before.size + 1 / after.size) / 2
}
