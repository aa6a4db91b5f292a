import { type Panel, scansOf, totalOf } from './panel.ts'
import type { Cell } from './rate.ts'
import { testCells, testScans } from './significance.ts'

/** The cells of an engine, and whether the engine itself changed. */
export type EngineCells = { engine: string; hasChanged: boolean; cells: number[] }

export type Verdict = 'moved' | 'within_noise' | 'insufficient_data' | 'model_changed'

/** Comparison of two windows over their basket: the cells with answers in both, of unchanged engines. */
export type Comparison = {
  verdict: Verdict
  /** Rate of each window over the basket; null if the basket is empty. */
  before: number | null
  after: number | null
  delta: number | null
  /** Null if there is not enough data for a test. */
  pValue: number | null
  /** Engines that are not in the basket because they changed. */
  excludedEngines: string[]
  /** Number of missing scans; also 0 if something else is missing. */
  scansNeeded: number
  /** True if the earlier window lacks scans, which later scans cannot add. */
  lacksBefore: boolean
  /** Number of cells in the basket. */
  cells: number
}

/** With fewer scans, a shock to a single scan looks like a move. */
const minScans = 5
const minCells = 2

/** Stricter than 0.05: windows are short and scans are correlated; this keeps false alarms below 5%. */
const rarely = 0.03

/**
 * Whether an engine changed between windows, by the metadata of its answers: the reported model, the search mode, the
 * versions of the instructions and of the matcher. An engine with answers in one window only did not change.
 */
export function isChanged(before: ReadonlySet<string>, after: ReadonlySet<string>): boolean {
  return before.size > 0 && after.size > 0 && before.symmetricDifference(after).size > 0
}

/**
 * Whether the rate moved between two windows, beyond chance, the variation of engines and shocks to whole scans.
 * `moved` requires two tests: one over the scans and one over the cells.
 */
export function compare(before: Panel, after: Panel, engines: EngineCells[]): Comparison {
  const { excludedEngines, ...basket } = fillBasket(before, after, engines)
  const from = rateIn(basket.before)
  const to = rateIn(basket.after)
  const delta = from === null || to === null ? null : to - from
  const found = {
    ...{ before: from, after: to, delta, pValue: null, excludedEngines, cells: basket.cells.length },
    lacksBefore: false,
  }
  if (delta === null && excludedEngines.length > 0)
    return { ...found, verdict: 'model_changed', scansNeeded: 0 }

  const watched = delta === null ? engines.flatMap((engine) => engine.cells) : basket.cells
  const scans = { before: scansOf(before, watched), after: scansOf(after, watched) }
  const scansNeeded = missing(scans.before) + missing(scans.after)
  if (delta === null || scansNeeded > 0 || basket.cells.length < minCells) {
    return { ...found, verdict: 'insufficient_data', scansNeeded, lacksBefore: missing(scans.before) > 0 }
  }

  const overScans = testScans(scans.before, scans.after, delta)
  const overCells = testCells(basket.before, basket.after, delta)
  const pValue = Math.max(overScans, overCells)
  return { ...found, verdict: pValue < rarely ? 'moved' : 'within_noise', pValue, scansNeeded }
}

function fillBasket(before: Panel, after: Panel, engines: EngineCells[]) {
  const basket = {
    cells: [] as number[],
    before: [] as Cell[],
    after: [] as Cell[],
    excludedEngines: [] as string[],
  }
  for (const { engine, hasChanged, cells } of engines) {
    if (hasChanged) basket.excludedEngines.push(engine)
    else
      for (const cell of cells) {
        const [earlier, later] = [totalOf(before, cell), totalOf(after, cell)]
        if (earlier.answers === 0 || later.answers === 0) continue
        basket.cells.push(cell)
        basket.before.push(earlier)
        basket.after.push(later)
      }
  }
  return basket
}

function rateIn(cells: Cell[]) {
  const answers = cells.reduce((sum, cell) => sum + cell.answers, 0)
  return answers === 0 ? null : cells.reduce((sum, cell) => sum + cell.mentions, 0) / answers
}

function missing(scans: Cell[]) {
  return Math.max(0, minScans - scans.length)
}
