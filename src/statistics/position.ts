import type { Interval } from './interval.ts'
import { twoSidedT } from './student.ts'

/** Positions that are counted together: how many, their sum, and the sum of their squares. */
export type Positions = { n: number; sum: number; squares: number }

/** An average of `n` positions; without an interval where they are too few or all the same. */
export type AveragePosition = { position: number | null; n: number; interval: Interval | null }

/** Of fewer positions an interval tells nothing. */
const fewest = 5

/** The average position over some cells, each with the positions in those of its answers that name the brand. */
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
 * The squared error of the mean, by the variance within the cells, with the degrees of freedom that such a sum has
 * (Satterthwaite). Cells of one position vary as all together do, and so do all where no cell varies within itself.
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

/** Of a sample of whole numbers, whose squares add up without rounding; of one alone there is none. */
const varianceOf = ({ n, sum, squares }: Positions) => (n < 2 ? 0 : (squares - sum ** 2 / n) / (n - 1))
