import type { Interval } from './interval.ts'
import { twoSidedT } from './student.ts'

/** Aggregated positions: their number, sum, and sum of squares. */
export type Positions = { n: number; sum: number; squares: number }

/** An average of `n` positions; without an interval if there are too few, or all are equal. */
export type AveragePosition = { position: number | null; n: number; interval: Interval | null }

/** With fewer positions an interval is meaningless. */
const fewest = 5

/** The average position over some cells; each has the positions in its answers that name the brand. */
export function averagePosition(cells: Iterable<Positions>): AveragePosition {
  const filled = [...cells].filter(({ n }) => n > 0)
  const all = addUp(filled)
  if (all.n === 0) return { position: null, n: 0, interval: null }
  const position = all.sum / all.n
  const { error, freedom } = errorOf(filled, all)
  if (all.n < fewest || error === 0) return { position, n: all.n, interval: null }
  const half = twoSidedT(0.05, freedom) * Math.sqrt(error)
  const interval: Interval = { low: Math.max(1, position - half), high: position + half, of: 'window' }
  return { position, n: all.n, interval }
}

/**
 * The squared standard error of the mean, from the variance within the cells, with Satterthwaite's degrees of
 * freedom. Cells with one position, or all if no cell varies, use the variance of all positions together.
 */
function errorOf(cells: Positions[], all: Positions) {
  const pooled = { error: varianceOf(all) / all.n, freedom: all.n - 1 }
  const seenOnce = cells.filter(({ n }) => n === 1).length
  const parts = cells
    .filter(({ n }) => n > 1)
    .map((cell) => ({ error: (cell.n * varianceOf(cell)) / all.n ** 2, freedom: cell.n - 1 }))
  if (seenOnce > 0) parts.push({ ...pooled, error: (pooled.error * seenOnce) / all.n })
  const error = parts.reduce((sum, part) => sum + part.error, 0)
  if (error === 0) return pooled
  return { error, freedom: error ** 2 / parts.reduce((sum, part) => sum + part.error ** 2 / part.freedom, 0) }
}

function addUp(cells: Positions[]): Positions {
  const all = { n: 0, sum: 0, squares: 0 }
  for (const { n, sum, squares } of cells) {
    all.n += n
    all.sum += sum
    all.squares += squares
  }
  return all
}

/** Sample variance of integers, whose squares add up without rounding; 0 for a single one. */
const varianceOf = ({ n, sum, squares }: Positions) => (n < 2 ? 0 : (squares - sum ** 2 / n) / (n - 1))
