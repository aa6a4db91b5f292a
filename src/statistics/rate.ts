/*
 * What is estimated. A cell is a prompt asked of one engine in one language, and a scan asks every cell. A rate is the
 * average chance, over exactly the scans made in the window and the prompts and engines tracked, that an answer names
 * the brand. Its interval covers the luck of single answers and nothing else: given the chances of the cells, answers
 * are independent draws, so that one scan is enough and the interval holds however much engines wobble from day to
 * day. It is no forecast of the next scan, and it tells nothing of questions that nobody tracks, since prompts are no
 * random sample of them.
 *
 * Cells differ, and a sum of unlike coins varies less than one of like coins. So the variance is measured within the
 * cells (stratified), turned into the number of answers that would have it, and put into Wilson's interval.
 */

import { type Interval, wilson } from './interval.ts'

/** What a cell answered in the window, and how many of its answers name the brand. */
export type Cell = { answers: number; mentions: number }

/** A rate over `n` answers; of none there is no rate. */
export type Rate = { rate: number | null; n: number; interval: Interval | null }

/** The rate over some cells, with its interval. */
export function rateOf(cells: Iterable<Cell>): Rate {
  const tally = createRateTally()
  for (const { answers, mentions } of cells) tally.add(answers, mentions)
  return tally.rate()
}

/** Takes the cells of a rate one by one, so that one pass over what is stored fills many rates. */
export function createRateTally() {
  let n = 0
  let named = 0
  let spread = 0
  let seenOnce = 0

  return {
    /** Takes a cell with all its answers of the window. */
    add(answers: number, mentions: number) {
      n += answers
      named += mentions
      if (answers === 1) seenOnce += 1
      else if (answers > 1) spread += (mentions * (answers - mentions)) / (answers - 1)
    },

    rate(): Rate {
      if (n === 0) return { rate: null, n: 0, interval: null }
      const rate = named / n
      // One answer has no spread of its own: it is taken to vary as all answers together do.
      const variance = (spread + seenOnce * rate * (1 - rate)) / n ** 2
      const size = variance > 0 ? Math.max(n, (rate * (1 - rate)) / variance) : n
      return { rate, n, interval: wilson(rate, size) }
    },
  }
}
