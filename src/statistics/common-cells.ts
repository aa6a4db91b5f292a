import { basketOf } from './basket.ts'
import type { Interval } from './interval.ts'
import { type Panel, type PanelCell, totalOf } from './panel.ts'

/**
 * A window over the cells that two windows have in common. Each cell counts the same, however often it answered, so
 * that a lost or repeated answer does not shift the rate.
 */
export type CommonCells = {
  /** The mean over the cells; for a share, the ratio of the means. Null if the base is 0. */
  rate: number | null
  /** The interval of a rate; null for a share. */
  interval: Interval | null
  /** What each cell contributes to the rate. Their mean is the rate. */
  parts: number[]
  /** Per scan with answers, the mean difference of the cells that answered from their own level. */
  scans: number[]
  /** The number of answers; for a share, of mentions. */
  size: number
}

/** Measures a window over some cells, each of which has an answer in it. */
export function measureCells(panel: Panel, cells: number[]): CommonCells {
  const totals = cells.map((cell) => totalOf(panel, cell))
  const means = totals.map(meansOf)
  const base = sum(means.map((mean) => mean.base))
  const size = sum(totals.map((total) => total.base))
  if (base === 0) return { rate: null, interval: null, parts: [], scans: [], size }
  const rate = sum(means.map((mean) => mean.mentions)) / base
  const baseOfCell = base / cells.length
  const partOf = (means: Means) => (means.mentions - rate * means.base) / baseOfCell
  const isShare = panel.base !== panel.answers
  return {
    rate,
    interval: isShare
      ? null
      : basketOf(
          totals.map((now) => ({ now, earlier: now })),
          panel.scans,
        ).interval,
    parts: means.map((mean) => rate + partOf(mean)),
    scans: listScans(panel, cells, means, partOf),
    size,
  }
}

type Means = Pick<PanelCell, 'mentions' | 'base'>

const meansOf = ({ answers, mentions, base }: PanelCell): Means => ({
  mentions: mentions / answers,
  base: base / answers,
})

function listScans(panel: Panel, cells: number[], means: Means[], partOf: (means: Means) => number) {
  const found: number[] = []
  // One object for all cells, since there are hundreds of thousands.
  const now = { mentions: 0, base: 0 }
  for (let scan = 0; scan < panel.scans; scan++) {
    let difference = 0
    let answered = 0
    for (const [index, cell] of cells.entries()) {
      const at = cell * panel.scans + scan
      const answers = panel.answers[at] ?? 0
      if (answers === 0) continue
      const level = means[index] as Means
      now.mentions = (panel.mentions[at] ?? 0) / answers - level.mentions
      now.base = (panel.base[at] ?? 0) / answers - level.base
      difference += partOf(now)
      answered += 1
    }
    if (answered > 0) found.push(difference / answered)
  }
  return found
}

function sum(values: number[]) {
  return values.reduce((total, value) => total + value, 0)
}
