import type { Sliced } from '../../../slices.ts'
import { type Comparison, compare, type EngineCells, isChanged } from '../../../statistics/comparison.ts'
import { addAnswers, createPanel, type Panel } from '../../../statistics/panel.ts'
import { judgeRows, type RowVerdict } from '../../../statistics/rows.ts'
import { isNamed, promptOf, type Tally } from '../scans/answer-counts.ts'
import type { Rounds } from '../scans/rounds.ts'
import {
  type AnswerGrid,
  filterRows,
  type NamesSubject,
  noCell,
  type Row,
  strataByEngine,
} from './answer-grid.ts'
import type { Comparison as ComparisonOnWire } from './model.ts'

/** Two windows to compare, with only the answers that enter a rate, and the rounds of scans. */
export type Windows = { grid: AnswerGrid; before: Row[]; after: Row[]; rounds: Rounds }

/** The part of the answers that is compared; all if nothing is given. */
export type Part = { engine?: string; isAsked?: (promptId: string) => boolean }

/** Compares the windows over a part of the answers. */
export type Compare = (part?: Part) => Comparison

/** What is compared: how many mentions an answer has and, for a share, the mentions of others that the base adds. */
export type Counting = {
  names: NamesSubject
  othersIn?: (tally: Tally) => Uint16Array
}

/** Counts the answers that name a subject. */
export const countNaming = (names: NamesSubject = isNamed): Counting => ({ names })

/** The windows with only the answers to the prompts of a filter. */
export function* filterWindows<T extends Windows>(
  windows: T,
  cells: { prompts: string[]; isFiltered: boolean } | null,
): Sliced<T> {
  if (!cells?.isFiltered) return windows
  const asked = new Set(cells.prompts)
  const isAsked = (tally: Tally, answer: number) =>
    asked.has(tally.names.prompts[promptOf(tally, answer)] ?? '')
  const before = yield* filterRows(windows.before, isAsked)
  const after = yield* filterRows(windows.after, isAsked)
  return { ...windows, before, after, grid: { ...windows.grid, rows: [...before, ...after] } }
}

/** Groups the answers of two windows by cell and scan, for any number of comparisons. */
export function* createCompare(
  { grid, before, after, rounds }: Windows,
  counting: Counting = countNaming(),
): Sliced<Compare> {
  const earlier = yield* fillPanel(grid, before, rounds, counting)
  const later = yield* fillPanel(grid, after, rounds, counting)
  const engines = [...strataByEngine(grid)].map(([engine, strata]): EngineCells => {
    const isOfEngine = ({ stratum }: Row) => strata.includes(stratum)
    const hasChanged = isChanged(traitsOf(before.filter(isOfEngine)), traitsOf(after.filter(isOfEngine)))
    return { engine, hasChanged, cells: strata.flatMap((stratum) => cellsOf(grid, stratum)) }
  })
  return ({ engine, isAsked } = {}) => {
    const isCompared = (cell: number) => isAsked?.(grid.questionIds[cell % grid.questions] ?? '') ?? true
    const chosen = engines.filter((each) => engine === undefined || each.engine === engine)
    return compare(
      earlier,
      later,
      isAsked ? chosen.map((each) => ({ ...each, cells: each.cells.filter(isCompared) })) : chosen,
    )
  }
}

/** Converts the comparisons of a table's rows, corrected for their number (statistics: many rows). */
export function toComparisons(rows: Comparison[]): ComparisonOnWire[] {
  const verdicts = judgeRows(rows)
  return rows.map((row, index) => toComparison(row, verdicts[index]))
}

export function toComparison(
  { before, after, delta, interval, pValue, excludedEngines, scansNeeded, lacksBefore, verdict }: Comparison,
  judged: RowVerdict = verdict,
): ComparisonOnWire {
  return {
    ...{ from: before, to: after, delta, interval, verdict: judged, pValue, excludedEngines },
    ...{ scansNeeded, lacksBefore },
    confirmed: null,
  }
}

function cellsOf({ questions }: AnswerGrid, stratum: number): number[] {
  return Array.from({ length: questions }, (_, question) => stratum * questions + question)
}

/** Counts the answers of each cell in each round. The scans of the panel are the rounds of `roundsIn`. */
export function* fillPanel(
  { strata, questions }: AnswerGrid,
  rows: Row[],
  rounds: Rounds,
  counting: Counting,
): Sliced<Panel> {
  const numbers = new Map([...roundsIn(rows, rounds)].map((round, number) => [round, number]))
  const panel = createPanel(strata.length * questions, numbers.size, counting.othersIn ? 'share' : 'rate')
  for (const row of rows) {
    const scan = numbers.get(rounds.roundOf(row.tally.scanId) ?? '') ?? 0
    fillRow(panel, row, scan, counting)
    yield
  }
  return panel
}

function fillRow(panel: Panel, { tally, cells }: Row, scan: number, { names, othersIn }: Counting): void {
  const others = othersIn?.(tally)
  for (let answer = 0; answer < cells.length; answer++) {
    const cell = cells[answer] as number
    if (cell === noCell) continue
    const named = names(tally, answer) ? 1 : 0
    addAnswers(panel, cell, scan, 1, named, named + (others?.[answer] ?? 0))
  }
}

const hasCounted = ({ counted }: Row) => counted > 0

/** Returns the rounds of some rows, in order; by default of those with counted answers. */
export function roundsIn(rows: Row[], rounds: Rounds, isIncluded = hasCounted): Set<string> {
  const found = rows.flatMap((row) => (isIncluded(row) ? (rounds.roundOf(row.tally.scanId) ?? []) : []))
  return new Set(found)
}

/**
 * Returns what identifies an engine in a window: its models, instructions, analysis rules, and whether it
 * searched.
 */
export function traitsOf(rows: Row[]): Set<string> {
  const traits = new Set<string>()
  for (const { tally } of rows) {
    if (tally.modelReported !== null) traits.add(`model ${tally.modelReported}`)
    if (tally.page !== null) traits.add(`page ${tally.page}`)
    traits.add(`instructions ${tally.instructionsVersion}`).add(`matcher ${tally.matcherVersion}`)
  }
  // An engine that can search does not search in every scan.
  const searched = rows.map(({ tally }) => tally.searched)
  if (searched.includes(true)) traits.add('searches')
  else if (searched.includes(false)) traits.add('does not search')
  return traits
}
