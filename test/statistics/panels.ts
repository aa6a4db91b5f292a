import { addAnswers, createPanel, type Panel } from '../../src/statistics/panel.ts'

/**
 * A panel from a line for each cell, with its answers in each scan: "1" is an answer that names the brand,
 * "0" one that does not, "3/5" are five of which three do, and "." is none.
 */
export function readPanel(...lines: string[]): Panel {
  const cells = lines.map((line) => line.split(' '))
  const panel = createPanel(cells.length, cells[0]?.length ?? 0)
  for (const [cell, scans] of cells.entries()) {
    for (const [scan, text] of scans.entries()) {
      const [mentions = 0, answers = 1] = text === '.' ? [0, 0] : text.split('/').map(Number)
      addAnswers(panel, cell, scan, answers, mentions)
    }
  }
  return panel
}

/** The same line for each of some cells. */
export function alike(count: number, line: string): string[] {
  return Array.from({ length: count }, () => line)
}
