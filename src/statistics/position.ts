import type { Interval } from './interval.ts'
import { mean, variance } from './series.ts'
import { twoSidedT } from './student.ts'

/** An average of `n` positions; without an interval where they are too few or all the same. */
export type AveragePosition = { position: number | null; n: number; interval: Interval | null }

/** Of fewer positions an interval tells nothing. */
const fewest = 5

/** The average position over some cells, each with the positions in those of its answers that name the brand. */
export function averagePosition(cells: Iterable<number[]>): AveragePosition {
  const filled = [...cells].filter((cell) => cell.length > 0)
  const all = filled.flat()
  if (all.length === 0) return { position: null, n: 0, interval: null }
  const position = mean(all)
  const { error, freedom } = errorOf(filled, all)
  if (all.length < fewest || error === 0) return { position, n: all.length, interval: null }
  const half = twoSidedT(0.05, freedom) * Math.sqrt(error)
  const interval: Interval = { low: Math.max(1, position - half), high: position + half, of: 'window' }
  return { position, n: all.length, interval }
}

/**
 * The squared error of the mean, by the variance within the cells, with the degrees of freedom that such a sum has
 * (Satterthwaite). Cells of one position vary as all together do, and so do all where no cell varies within itself.
 */
function errorOf(cells: number[][], all: number[]) {
  const pooled = { error: variance(all) / all.length, freedom: all.length - 1 }
  const seenOnce = cells.filter((cell) => cell.length === 1).length
  const parts = cells
    .filter((cell) => cell.length > 1)
    .map((cell) => ({ error: (cell.length * variance(cell)) / all.length ** 2, freedom: cell.length - 1 }))
  if (seenOnce > 0) parts.push({ ...pooled, error: (pooled.error * seenOnce) / all.length })
  const error = parts.reduce((sum, part) => sum + part.error, 0)
  if (error === 0) return pooled
  return { error, freedom: error ** 2 / parts.reduce((sum, part) => sum + part.error ** 2 / part.freedom, 0) }
}
