/*
 * The estimate. A cell is a prompt sent to one engine in one language, and a scan covers every cell. A rate is the
 * average probability, over exactly the scans in the window and the tracked prompts and engines, that an answer names
 * the brand. Its interval only covers the randomness of single answers: given the probabilities of the cells, answers
 * are independent draws, so one scan is enough and the interval is valid however much engines vary from day to day.
 * It is not a forecast of the next scan, and does not extend to untracked prompts, since the tracked ones are not a
 * random sample of them.
 * Cells differ, and a sum of draws with unequal probabilities varies less than one with equal probabilities. So the
 * variance is measured within the cells (stratified), converted to the number of answers with that variance, and used
 * in Wilson's interval.
 */

import { type Interval, wilson } from './interval.ts'

/** Number of a cell's answers in the window, and of its answers that name the brand. */
export type Cell = { answers: number; mentions: number }

/** A rate over `n` answers; null without answers. */
export type Rate = { rate: number | null; n: number; interval: Interval | null }

/** The rate over some cells, with its interval. */
export function rateOf(cells: Iterable<Cell>): Rate {
  const tally = createRateTally()
  for (const { answers, mentions } of cells) tally.add(answers, mentions)
  return tally.rate()
}

/** Adds up the cells of a rate one by one, so that one pass over the rows computes many rates. */
export function createRateTally() {
  let n = 0
  let named = 0
  let spread = 0
  let seenOnce = 0

  return {
    /** Adds a cell with all its answers in the window. */
    add(answers: number, mentions: number) {
      n += answers
      named += mentions
      if (answers === 1) seenOnce += 1
      else if (answers > 1) spread += (mentions * (answers - mentions)) / (answers - 1)
    },

    rate(): Rate {
      if (n === 0) return { rate: null, n: 0, interval: null }
      const rate = named / n
      // A single answer has no variance of its own, so it gets that of all answers together.
      const variance = (spread + seenOnce * rate * (1 - rate)) / n ** 2
      const size = variance > 0 ? Math.max(n, (rate * (1 - rate)) / variance) : n
      return { rate, n, interval: wilson(rate, size) }
    },
  }
}
