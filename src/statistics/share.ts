import { wilson } from './interval.ts'
import type { Rate } from './rate.ts'

/** What the answers of a cell count: their own, all there is, and the sums of squares and products of the two. */
export type Counts = {
  answers: number
  own: number
  all: number
  ownSquared: number
  product: number
  allSquared: number
}

/** How much more certain a share may be than one of as many independent draws. */
const maxGain = 4

/** A variance smaller than this part of that of independent draws is none: it is what rounding left. */
const rounding = 1e-9

/** No answers yet. */
export function noCounts(): Counts {
  return { answers: 0, own: 0, all: 0, ownSquared: 0, product: 0, allSquared: 0 }
}

/** Adds an answer to its cell, such as one that names 1 brand of its own and 3 in all. */
export function countAnswer(cell: Counts, own: number, all: number) {
  cell.answers += 1
  cell.own += own
  cell.all += all
  cell.ownSquared += own * own
  cell.product += own * all
  cell.allSquared += all * all
}

/**
 * The share of one count in another over some cells, such as the brand's share of voice, with its interval; `n` is all
 * that was counted. An answer counts several things at once, so that they are no independent draws: what varies is the
 * residual (own - share x all) of each answer within its cell (the ratio estimator's variance), put into Wilson's interval.
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
  // One answer has no spread of its own: it is taken to vary as all answers together do.
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

/** The number of independent draws that would be as certain. */
function sizeOf(share: number, variance: number, all: number) {
  const spread = share * (1 - share)
  if (variance <= (rounding * spread) / all) return all
  return Math.min(maxGain * all, Math.max(1, spread / variance))
}
