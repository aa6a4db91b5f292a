import { wilson } from './interval.ts'
import type { Rate } from './rate.ts'

/** Counts of a cell's answers: own, all, and the sums of their squares and products. */
export type Counts = {
  answers: number
  own: number
  all: number
  ownSquared: number
  product: number
  allSquared: number
}

/** Maximum ratio between the certainty of a share and that of as many independent draws. */
const maxGain = 4

/** A variance below this fraction of that of independent draws is a rounding error. */
const rounding = 1e-9

/** The initial counts. */
export function noCounts(): Counts {
  return { answers: 0, own: 0, all: 0, ownSquared: 0, product: 0, allSquared: 0 }
}

/** Adds an answer to its cell, for example one with 1 mention of the own brand and 3 in all. */
export function countAnswer(cell: Counts, own: number, all: number) {
  cell.answers += 1
  cell.own += own
  cell.all += all
  cell.ownSquared += own * own
  cell.product += own * all
  cell.allSquared += all * all
}

/**
 * The share of one count in another over some cells, such as the brand's share of voice, with its interval; `n` is
 * the total count. An answer contributes several counts, so they are not independent draws: the variance is that of
 * the residual (own - share x all) of each answer within its cell (ratio estimator), used in Wilson's interval.
 */
export function shareOf(cells: Iterable<Counts>): Rate {
  const total = noCounts()
  const within = { ownSquared: 0, product: 0, allSquared: 0 }
  let seenOnce = 0
  for (const cell of cells) {
    addCounts(total, cell)
    if (cell.answers === 1) seenOnce += 1
    if (cell.answers < 2) continue
    const scale = 1 / (cell.answers - 1)
    within.ownSquared += scale * (cell.answers * cell.ownSquared - cell.own * cell.own)
    within.product += scale * (cell.answers * cell.product - cell.own * cell.all)
    within.allSquared += scale * (cell.answers * cell.allSquared - cell.all * cell.all)
  }
  if (total.all === 0) return { rate: null, n: 0, interval: null }
  const share = total.own / total.all
  // A single answer has no variance of its own, so it gets that of all answers together.
  const pooled = squaredResiduals(total, share) / total.answers
  const variance = (squaredResiduals(within, share) + seenOnce * pooled) / total.all ** 2
  return { rate: share, n: total.all, interval: wilson(share, sizeOf(share, variance, total.all)) }
}

function addCounts(sum: Counts, more: Counts) {
  sum.answers += more.answers
  sum.own += more.own
  sum.all += more.all
  sum.ownSquared += more.ownSquared
  sum.product += more.product
  sum.allSquared += more.allSquared
}

/** The sum of (own - share x all) squared. */
function squaredResiduals(sums: Pick<Counts, 'ownSquared' | 'product' | 'allSquared'>, share: number) {
  return sums.ownSquared - 2 * share * sums.product + share ** 2 * sums.allSquared
}

/** The number of independent draws with the same certainty. */
function sizeOf(share: number, variance: number, all: number) {
  const spread = share * (1 - share)
  if (variance <= (rounding * spread) / all) return all
  return Math.min(maxGain * all, Math.max(1, spread / variance))
}
