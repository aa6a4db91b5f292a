import type { Cell } from './rate.ts'

/**
 * The scans of a window, in order, with the number of answers and mentions of each cell in each scan. The caller
 * numbers the cells, with the same numbers in both windows of a comparison; flat arrays keep 100,000 entries cheap.
 * Competitors have their own panels with the same answers and their own mentions.
 */
export type Panel = { scans: number; answers: Uint16Array; mentions: Uint16Array }

export function createPanel(cells: number, scans: number): Panel {
  return { scans, answers: new Uint16Array(cells * scans), mentions: new Uint16Array(cells * scans) }
}

/** Adds answers of a cell in one scan of the window. */
export function addAnswers(panel: Panel, cell: number, scan: number, answers: number, mentions: number) {
  const at = cell * panel.scans + scan
  panel.answers[at] = (panel.answers[at] ?? 0) + answers
  panel.mentions[at] = (panel.mentions[at] ?? 0) + mentions
}

/** Answers and mentions of a cell in the whole window. */
export function totalOf(panel: Panel, cell: number): Cell {
  let answers = 0
  let mentions = 0
  const end = (cell + 1) * panel.scans
  for (let at = end - panel.scans; at < end; at++) {
    answers += panel.answers[at] ?? 0
    mentions += panel.mentions[at] ?? 0
  }
  return { answers, mentions }
}

/** Answers and mentions of some cells per scan, for scans in which any of them has an answer. */
export function scansOf(panel: Panel, cells: Iterable<number>): Cell[] {
  const answers = new Uint32Array(panel.scans)
  const mentions = new Uint32Array(panel.scans)
  for (const cell of cells) {
    const start = cell * panel.scans
    for (let scan = 0; scan < panel.scans; scan++) {
      answers[scan] = (answers[scan] ?? 0) + (panel.answers[start + scan] ?? 0)
      mentions[scan] = (mentions[scan] ?? 0) + (panel.mentions[start + scan] ?? 0)
    }
  }
  const scans = Array.from(answers, (count, scan) => ({ answers: count, mentions: mentions[scan] ?? 0 }))
  return scans.filter((scan) => scan.answers > 0)
}
