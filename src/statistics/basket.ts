/*
 * A figure over a fixed basket of cells. Each cell counts the same, however often it answered, so that failed, added
 * and removed engines or prompts never move the figure by their absence. A cell without an answer in the window is
 * filled from its last answers before it; a new one joins after half of the scans.
 */

import { type Interval, wilson } from './interval.ts'
import type { Cell } from './rate.ts'

/**
 * A cell's answers in the window, and its newest ones before it. `hidden` is the number of pages in the window that had
 * no answer of an AI.
 */
export type BasketCell = { now: Cell; earlier: Cell; hidden?: number }

/** The mean chance over the cells of a basket that an answer names the brand. */
export type Basket = {
  /** Null without cells. */
  rate: number | null
  interval: Interval | null
  cells: number
  /** Cells without an answer in the window, for which the last answers before it count. */
  filled: number
  /** Cells that do not count yet. */
  joining: number
  /** Cells whose pages never had an answer of an AI in the window: they neither name the brand nor leave it out. */
  hidden: number
  /** Whether too many cells are filled for a figure. */
  incomplete: boolean
}

/** How many of the newest answers before a window replace missing ones of a cell. */
export const mostEarlier = 10
/** A new cell needs at most this many answers. */
const mostScans = 30
/** With more than this share of filled cells there is no figure. */
const mostFilled = 1 / 3

/** The number of answers with which a cell without earlier ones counts, in a window of so many scans. */
export const answersToJoin = (scans: number) => Math.ceil(Math.min(scans, mostScans) / 2)

type Standing = 'heard' | 'filled' | 'joining' | 'hidden'

/** Whether a cell counts: by its own answers, by earlier ones that fill it, not yet, or not because nothing was shown. */
export function standingOf({ now, earlier, hidden = 0 }: BasketCell, scans: number): Standing {
  if (now.answers === 0 && hidden > 0) return 'hidden'
  if (now.answers === 0) return earlier.answers > 0 ? 'filled' : 'joining'
  return earlier.answers > 0 || now.answers + hidden >= answersToJoin(scans) ? 'heard' : 'joining'
}

/** Measures the basket of some cells in a window of so many scans, and says which cells count. */
export function basketOf(cells: BasketCell[], scans: number): Basket {
  const counted: { of: Cell; isFilled: boolean }[] = []
  let hidden = 0
  for (const cell of cells) {
    const standing = standingOf(cell, scans)
    if (standing === 'heard') counted.push({ of: cell.now, isFilled: false })
    else if (standing === 'filled') counted.push({ of: cell.earlier, isFilled: true })
    else if (standing === 'hidden') hidden += 1
  }
  const count = counted.length
  const filled = counted.filter(({ isFilled }) => isFilled).length
  const found = {
    cells: count,
    filled,
    joining: cells.length - count - hidden,
    hidden,
    incomplete: filled > count * mostFilled,
  }
  if (count === 0) return { rate: null, interval: null, ...found }

  const rate = counted.reduce((sum, { of }) => sum + of.mentions / of.answers, 0) / count
  let variance = 0
  let certainty = 0
  for (const { of, isFilled } of counted) {
    const own = varianceOf(of, rate)
    const { answers } = of
    variance += isFilled ? own * (1 + 1 / answers) : own / answers
    certainty += isFilled ? (answers + 1) / answers : 1 / answers
  }
  return { rate, interval: intervalOf(rate, variance / count ** 2, count ** 2 / certainty), ...found }
}

/** The variance of one answer; a single answer has none of its own, so it gets that of the rate. */
export function varianceOf({ answers, mentions }: Cell, rate: number) {
  if (answers < 2) return rate * (1 - rate)
  return (mentions * (answers - mentions)) / (answers * (answers - 1))
}

/** Wilson's interval with at least the certainty of as many independent answers as the cells have. */
function intervalOf(rate: number, variance: number, least: number) {
  const isCertain = variance === 0 || rate === 0 || rate === 1
  return wilson(rate, isCertain ? least : Math.max(least, (rate * (1 - rate)) / variance))
}
