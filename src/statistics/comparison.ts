import { measureCells } from './common-cells.ts'
import type { Interval } from './interval.ts'
import { countScans, type Panel, totalOf } from './panel.ts'
import { testCells, testScans } from './significance.ts'

/** The cells of an engine, and whether the engine itself changed. */
export type EngineCells = { engine: string; hasChanged: boolean; cells: number[] }

export type Verdict = 'moved' | 'within_noise' | 'insufficient_data' | 'model_changed'

/** Comparison of two windows over their basket: the cells with answers in both, of unchanged engines. */
export type Comparison = {
  verdict: Verdict
  /** Rate or share of each window over the basket; null if the basket is empty. */
  before: number | null
  after: number | null
  delta: number | null
  /** The interval of the later rate; null for a share. */
  interval: Interval | null
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
 * Whether a rate or a share moved between two windows, beyond chance, the variation of engines and shocks to whole
 * scans. Each cell of the basket counts the same, so that no change in any cell is no change. `moved` requires two
 * tests: one over the scans and one over the cells.
 */
export function compare(before: Panel, after: Panel, engines: EngineCells[]): Comparison {
  const { excludedEngines, cells } = fillBasket(before, after, engines)
  const [from, to] = [measureCells(before, cells), measureCells(after, cells)]
  const delta = from.rate === null || to.rate === null ? null : to.rate - from.rate
  const found = {
    ...{ before: from.rate, after: to.rate, delta, interval: to.interval },
    ...{ pValue: null, excludedEngines, cells: cells.length },
    lacksBefore: false,
  }
  if (delta === null && excludedEngines.length > 0)
    return { ...found, verdict: 'model_changed', scansNeeded: 0 }

  const watched = delta === null ? engines.flatMap((engine) => engine.cells) : cells
  const lackingBefore = Math.max(0, minScans - countScans(before, watched))
  const scansNeeded = lackingBefore + Math.max(0, minScans - countScans(after, watched))
  if (delta === null || scansNeeded > 0 || cells.length < minCells)
    return { ...found, verdict: 'insufficient_data', scansNeeded, lacksBefore: lackingBefore > 0 }

  const pValue = Math.max(testScans(from, to, delta), testCells(from, to))
  return { ...found, verdict: pValue < rarely ? 'moved' : 'within_noise', pValue, scansNeeded }
}

function fillBasket(before: Panel, after: Panel, engines: EngineCells[]) {
  const isAnswered = (cell: number) => totalOf(before, cell).answers > 0 && totalOf(after, cell).answers > 0
  return {
    cells: engines.flatMap(({ hasChanged, cells }) => (hasChanged ? [] : cells.filter(isAnswered))),
    excludedEngines: engines.flatMap(({ engine, hasChanged }) => (hasChanged ? [engine] : [])),
  }
}
