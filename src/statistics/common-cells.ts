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
  const { scans, answers, mentions, base } = panel
  const differences = new Float64Array(scans)
  const answered = new Uint32Array(scans)
  // One object for all cells, since there are hundreds of thousands. The answers of a cell follow each other in memory.
  const now = { mentions: 0, base: 0 }
  for (let index = 0; index < cells.length; index++) {
    const level = means[index] as Means
    const first = (cells[index] as number) * scans
    for (let scan = 0; scan < scans; scan++) {
      const at = first + scan
      const count = answers[at] as number
      if (count === 0) continue
      now.mentions = (mentions[at] as number) / count - level.mentions
      now.base = (base[at] as number) / count - level.base
      differences[scan] = (differences[scan] as number) + partOf(now)
      answered[scan] = (answered[scan] as number) + 1
    }
  }
  return [...differences].flatMap((difference, scan) => {
    const count = answered[scan] as number
    return count === 0 ? [] : difference / count
  })
}

function sum(values: number[]) {
  return values.reduce((total, value) => total + value, 0)
}
