import type { Context } from '../../../../context.ts'
import { runInSlices } from '../../../../slices.ts'
import { isNamed } from '../../scans/answer-counts.ts'
import { type CellCounts, countCells, type Turns } from '../answer-grid.ts'
import { filterWindows, type Windows } from '../comparison.ts'
import { readAnswers, toWindows } from '../read-answers.ts'
import type { ReadScope } from '../read-scope.ts'
import { surfaceOfEngine } from '../surface.ts'
import { type BasketAnswers, cellsOfEngines, readBasketAnswers } from './read-basket.ts'
import type { TrackedCells } from './tracked-cells.ts'

/** The answers of all engines in a scope, and what the tracked cells of all engines and of its surface answered. */
export type Figures = {
  windows: Windows
  counts: CellCounts
  basket: BasketAnswers | null
  own: BasketAnswers | null
}

/** Reads and counts the answers of a scope in its language. */
export async function readFigures(
  ctx: Context,
  scope: ReadScope,
  cells: TrackedCells | null,
  turns: Turns = 'first',
): Promise<Figures> {
  const answers = await readAnswers(ctx, scope)
  const all = await runInSlices(toWindows(answers, { language: scope.promptLanguage, turns }))
  const windows = await runInSlices(filterWindows(all, cells))
  const counts = await runInSlices(countCells(windows.grid, windows.after))
  const named = cells?.isEchoable
    ? await runInSlices(countCells(windows.grid, windows.after, isNamed))
    : counts
  const basket =
    cells &&
    (await readBasketAnswers(ctx, scope, windows, { counts: named, mentions: counts.mentions }, cells))
  const isOf = (engine: string) => surfaceOfEngine(ctx.engines, engine) === scope.surface
  return { windows, counts, basket, own: basket && cellsOfEngines(basket, isOf) }
}
