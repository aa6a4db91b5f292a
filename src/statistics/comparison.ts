import { type Panel, scansOf, totalOf } from './panel.ts'
import type { Cell } from './rate.ts'
import { testCells, testScans } from './significance.ts'

/** The cells of an engine, and whether it is another than it was. */
export type EngineCells = { engine: string; hasChanged: boolean; cells: number[] }

export type Verdict = 'moved' | 'within_noise' | 'insufficient_data' | 'model_changed'

/** Two windows held together over their basket: the cells that both answered, of engines that are what they were. */
export type Comparison = {
  verdict: Verdict
  /** The rate of the earlier window and of the later over the basket; null where the basket is empty. */
  before: number | null
  after: number | null
  delta: number | null
  /** Null where there is too little to test. */
  pValue: number | null
  /** Engines that left the basket, since they are another than they were. */
  excludedEngines: string[]
  /** How many scans the windows lack; 0 too where it is not scans that are missing. */
  scansNeeded: number
  /** True where the earlier window lacks scans: none that is still to come adds to it. */
  lacksBefore: boolean
  /** The size of the basket. */
  cells: number
}

/** In fewer scans, a shock that lasts for one looks like a move. */
const minScans = 5
const minCells = 2

/** Stricter than 0.05: windows are short and scans are alike, and this is what keeps false alarms below 5 %. */
const rarely = 0.03

/**
 * Whether an engine is another than it was, by what its answers of each window tell of it: the model reported, the
 * search mode, the versions of the instructions and of the matcher. One that has answers in one window only is not.
 */
export function isChanged(before: ReadonlySet<string>, after: ReadonlySet<string>): boolean {
  return before.size > 0 && after.size > 0 && before.symmetricDifference(after).size > 0
}

/**
 * Whether the rate moved from one window to the next, beyond what luck, the wobble of engines and shocks to whole scans
 * explain. `moved` is what two tests find: one over the scans and one over the cells.
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
