/**
 * The scans of a window, in order, with the counts of each cell in each scan. The caller numbers the cells, with the
 * same numbers in both windows of a comparison; flat arrays keep 100,000 entries cheap. A panel of a rate counts
 * answers and those that name the brand. A panel of a share counts mentions of the brand and, as its base, mentions of
 * all brands. Competitors have their own panels with the same answers and their own mentions.
 */
export type Panel = {
  scans: number
  answers: Uint16Array
  mentions: Uint16Array
  /** What mentions are a part of: the same array as `answers` for a rate. */
  base: Uint16Array
}

/** The counts of a cell, in a window or in a scan. */
export type PanelCell = { answers: number; mentions: number; base: number }

/** Creates an empty panel of a rate, or of a share. */
export function createPanel(cells: number, scans: number, of: 'rate' | 'share' = 'rate'): Panel {
  const answers = new Uint16Array(cells * scans)
  const base = of === 'rate' ? answers : new Uint16Array(cells * scans)
  return { scans, answers, mentions: new Uint16Array(cells * scans), base }
}

/** Adds answers of a cell in one scan of the window; `base` is given for a share only. */
export function addAnswers(
  panel: Panel,
  cell: number,
  scan: number,
  answers: number,
  mentions: number,
  base = 0,
) {
  const at = cell * panel.scans + scan
  panel.answers[at] = (panel.answers[at] ?? 0) + answers
  panel.mentions[at] = (panel.mentions[at] ?? 0) + mentions
  if (panel.base !== panel.answers) panel.base[at] = (panel.base[at] ?? 0) + base
}

/** The counts of a cell in the whole window, or in the scans from one number to before another. */
export function totalOf(panel: Panel, cell: number, { from, to } = { from: 0, to: panel.scans }): PanelCell {
  const total = { answers: 0, mentions: 0, base: 0 }
  for (let scan = from; scan < to; scan++) {
    const at = cell * panel.scans + scan
    total.answers += panel.answers[at] ?? 0
    total.mentions += panel.mentions[at] ?? 0
    total.base += panel.base[at] ?? 0
  }
  return total
}

/** Returns how many scans have an answer in any of some cells. */
export function countScans(panel: Panel, cells: number[]): number {
  let count = 0
  for (let scan = 0; scan < panel.scans; scan++)
    if (cells.some((cell) => panel.answers[cell * panel.scans + scan])) count += 1
  return count
}
