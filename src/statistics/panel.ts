import type { Cell } from './rate.ts'

/**
 * The scans of a window, in order, with what each cell answered in each and how many of its answers name the brand.
 * Cells are numbered by the caller, the same in both windows of a comparison; flat arrays keep 100,000 entries cheap.
 * Competitors are panels with the same answers and mentions of their own.
 */
export type Panel = { scans: number; answers: Uint16Array; mentions: Uint16Array }

export function createPanel(cells: number, scans: number): Panel {
  return { scans, answers: new Uint16Array(cells * scans), mentions: new Uint16Array(cells * scans) }
}

/** Adds answers of a cell in one of the window's scans. */
export function addAnswers(panel: Panel, cell: number, scan: number, answers: number, mentions: number) {
  const at = cell * panel.scans + scan
  panel.answers[at] = (panel.answers[at] ?? 0) + answers
  panel.mentions[at] = (panel.mentions[at] ?? 0) + mentions
}

/** What a cell answered in the whole window. */
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

/** What some cells answered in each scan that has an answer of theirs. */
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
