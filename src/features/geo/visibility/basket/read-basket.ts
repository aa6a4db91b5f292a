import type { Context } from '../../../../context.ts'
import type { Sliced } from '../../../../slices.ts'
import { answersToJoin, type BasketCell, basketOf, standingOf } from '../../../../statistics/basket.ts'
import { wilson } from '../../../../statistics/interval.ts'
import { isNamed } from '../../scans/answer-counts.ts'
import {
  type AnswerGrid,
  type CellCounts,
  countCells,
  countHidden,
  isAnswered,
  type NamesSubject,
  type Row,
} from '../answer-grid.ts'
import { roundsIn, type Windows } from '../comparison.ts'
import type { ReadScope } from '../read-scope.ts'
import { findEarlierAnswers, noAnswers } from './earlier-answers.ts'
import type { Basket } from './figures.ts'
import type { TrackedCells } from './tracked-cells.ts'

/** `echoes` are the answers of the window that only repeat the question. */
type TrackedCell = BasketCell & { engine: string; promptId: string; cell: number | null; echoes: number }

/** The cells of a project's figures with their answers in a window. */
export type BasketAnswers = { cells: TrackedCell[]; rounds: number }

/**
 * Counts the answers of the tracked cells in a window, and those before it where they are needed. `mentions` counts
 * also answers that only repeat the question.
 */
export async function readBasketAnswers(
  ctx: Context,
  { projectId, promptLanguage, window: { from } }: ReadScope,
  { grid, after, rounds }: Windows,
  { counts, mentions }: { counts: CellCounts; mentions: Uint32Array },
  tracked: TrackedCells,
): Promise<BasketAnswers> {
  const scans = roundsIn(after, rounds, isAnswered).size
  const hidden = countHidden(grid, after)
  const cellOf = createCellLookup(grid, promptLanguage)
  const found = tracked.prompts.flatMap((promptId) =>
    tracked.engines.map((engine) => {
      const cell = cellOf(engine, promptId)
      const now =
        cell === null
          ? noAnswers
          : { answers: counts.answers[cell] as number, mentions: counts.mentions[cell] as number }
      const echoes = cell === null ? 0 : (mentions[cell] as number) - now.mentions
      return { engine, promptId, cell, now, echoes, hidden: cell === null ? 0 : (hidden[cell] as number) }
    }),
  )
  const isLacking =
    from !== null && found.some((each) => each.now.answers + each.hidden < answersToJoin(scans))
  const earlierOf = isLacking
    ? await findEarlierAnswers(ctx, projectId, promptLanguage, from)
    : () => noAnswers
  const cells = found.map((each) => ({ ...each, earlier: earlierOf(each.engine, each.promptId) }))
  return { cells, rounds: scans }
}

function createCellLookup({ strata, questions, questionIds }: AnswerGrid, language: string) {
  const numbers = new Map(questionIds.map((id, number) => [id, number]))
  const engines = new Map(strata.map(({ engine }, stratum) => [engine, stratum]))
  return (engine: string, promptId: string) => {
    const [stratum, number] = [engines.get(engine), numbers.get(promptId)]
    if (stratum === undefined || number === undefined || strata[stratum]?.language !== language) return null
    return stratum * questions + number
  }
}

/** Returns the cells of some engines. */
export function cellsOfEngines(
  { cells, rounds }: BasketAnswers,
  isOf: (engine: string) => boolean,
): BasketAnswers {
  return { cells: cells.filter(({ engine }) => isOf(engine)), rounds }
}

/** Returns the same cells with the mentions of a competitor. What did not answer in the window is left out. */
export function withMentionsOf({ cells, rounds }: BasketAnswers, { mentions }: CellCounts): BasketAnswers {
  const named = cells.map((each) => ({
    ...each,
    now: { answers: each.now.answers, mentions: each.cell === null ? 0 : (mentions[each.cell] as number) },
    earlier: each.now.answers > 0 && each.earlier.answers > 0 ? { answers: 1, mentions: 0 } : noAnswers,
  }))
  return { cells: named, rounds }
}

/** Measures the figure over all tracked cells, or over those of an engine. */
export function toBasket({ cells, rounds }: BasketAnswers, engine?: string): Basket {
  const own = engine === undefined ? cells : cells.filter((cell) => cell.engine === engine)
  const { joining, hidden, ...basket } = basketOf(own, rounds)
  const isFilled = (cell: TrackedCell) => standingOf(cell, rounds) === 'filled'
  return {
    ...basket,
    ...{ new: joining, notShown: hidden },
    echoes: own.reduce((sum, { echoes }) => sum + echoes, 0),
    missing: [...new Set(own.filter(isFilled).map((cell) => cell.engine))],
    prompts: new Set(own.map(({ promptId }) => promptId)).size,
    engines: new Set(own.map((cell) => cell.engine)).size,
    scans: rounds,
  }
}

/**
 * Returns a function for the figure of a day: that of the window, and how far the cells that answered on that day
 * differ from their own level. So no lost, added or removed cell is a step in the chart.
 */
export function createDayFigures(
  { cells, rounds }: BasketAnswers,
  grid: AnswerGrid,
  names: NamesSubject = isNamed,
) {
  const least = answersToJoin(rounds)
  return function* (rows: Row[], engine?: string): Sliced<DayFigure | null> {
    const own = engine === undefined ? cells : cells.filter((cell) => cell.engine === engine)
    const { rate, cells: count } = basketOf(own, rounds)
    const { answers, mentions } = yield* countCells(grid, rows, names)
    const notShown = countHidden(grid, rows)
    let [answered, empty, difference] = [0, 0, 0]
    for (const { cell, now, earlier, hidden = 0 } of own) {
      if (cell !== null && notShown[cell] && now.answers > 0) empty += 1
      if (cell === null || !answers[cell]) continue
      if (earlier.answers === 0 && now.answers + hidden < least) continue
      answered += 1
      difference += (mentions[cell] as number) / answers[cell] - now.mentions / now.answers
    }
    if (rate === null || answered === 0) return null
    const ofDay = Math.min(1, Math.max(0, rate + difference / answered))
    return { rate: ofDay, interval: wilson(ofDay, answered), complete: (answered + empty) * 2 >= count }
  }
}

type DayFigure = { rate: number; interval: ReturnType<typeof wilson>; complete: boolean }
