import type { Sliced } from '../../../slices.ts'
import { type Comparison, compare, type EngineCells, isChanged } from '../../../statistics/comparison.ts'
import { addAnswers, createPanel, type Panel } from '../../../statistics/panel.ts'
import { judgeRows, type RowVerdict } from '../../../statistics/rows.ts'
import { isMentioned } from '../scans/answer-counts.ts'
import { type AnswerGrid, eachCounted, type NamesSubject, type Row, strataByEngine } from './answer-grid.ts'
import type { Comparison as ComparisonOnWire } from './model.ts'

/** Two windows to compare, and the scans that asked all tracked questions. */
export type Windows = { grid: AnswerGrid; before: Row[]; after: Row[]; fullScans: ReadonlySet<string> }

/** Compares the windows over all engines, or over one. */
export type Compare = (engine?: string) => Comparison

/** Groups the answers of two windows by cell and scan, for any number of comparisons. */
export function* createCompare(
  { grid, before, after, fullScans }: Windows,
  isNamed: NamesSubject = isMentioned,
): Sliced<Compare> {
  const earlier = yield* fillPanel(grid, before, fullScans, isNamed)
  const later = yield* fillPanel(grid, after, fullScans, isNamed)
  const engines = [...strataByEngine(grid)].map(([engine, strata]): EngineCells => {
    const isOfEngine = ({ stratum }: Row) => strata.includes(stratum)
    const hasChanged = isChanged(traitsOf(before.filter(isOfEngine)), traitsOf(after.filter(isOfEngine)))
    return { engine, hasChanged, cells: strata.flatMap((stratum) => cellsOf(grid, stratum)) }
  })
  return (engine) =>
    compare(
      earlier,
      later,
      engines.filter((each) => engine === undefined || each.engine === engine),
    )
}

/** Converts the comparisons of a table's rows, corrected for their number (statistics: many rows). */
export function toComparisons(rows: Comparison[]): ComparisonOnWire[] {
  const verdicts = judgeRows(rows)
  return rows.map((row, index) => toComparison(row, verdicts[index]))
}

export function toComparison(
  { before, after, delta, pValue, excludedEngines, scansNeeded, verdict }: Comparison,
  judged: RowVerdict = verdict,
): ComparisonOnWire {
  return { from: before, to: after, delta, verdict: judged, pValue, excludedEngines, scansNeeded }
}

function cellsOf({ questions }: AnswerGrid, stratum: number): number[] {
  return Array.from({ length: questions }, (_, question) => stratum * questions + question)
}

function* fillPanel(
  { strata, questions }: AnswerGrid,
  rows: Row[],
  fullScans: ReadonlySet<string>,
  isNamed: NamesSubject,
): Sliced<Panel> {
  const scans = numberScans(rows, fullScans)
  const panel = createPanel(strata.length * questions, new Set(scans.values()).size)
  for (const row of rows) {
    const scan = scans.get(row.tally.scanId) ?? 0
    yield* eachCounted([row], (cell, tally, answer) =>
      addAnswers(panel, cell, scan, 1, isNamed(tally, answer) ? 1 : 0),
    )
  }
  return panel
}

/**
 * Numbers scans in order from 0. One that repeats or extends another counts as part of the full scan before
 * it.
 */
export function numberScans(rows: Row[], fullScans: ReadonlySet<string>): Map<string, number> {
  const numbers = new Map<string, number>()
  let last = -1
  for (const { tally } of rows) {
    if (numbers.has(tally.scanId)) continue
    if (last < 0 || fullScans.has(tally.scanId)) last += 1
    numbers.set(tally.scanId, last)
  }
  return numbers
}

/**
 * Returns what identifies an engine in a window: its models, instructions, analysis rules, and whether it
 * searched.
 */
function traitsOf(rows: Row[]): Set<string> {
  const traits = new Set<string>()
  for (const { tally } of rows) {
    if (tally.modelReported !== null) traits.add(`model ${tally.modelReported}`)
    traits.add(`instructions ${tally.instructionsVersion}`).add(`matcher ${tally.matcherVersion}`)
  }
  // An engine that can search does not search in every scan.
  const searched = rows.map(({ tally }) => tally.searched)
  if (searched.includes(true)) traits.add('searches')
  else if (searched.includes(false)) traits.add('does not search')
  return traits
}
