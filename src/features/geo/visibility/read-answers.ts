import type { Context } from '../../../context.ts'
import type { Sliced } from '../../../slices.ts'
import type { Tally } from '../scans/answer-counts.ts'
import { findTallies, type Span } from '../scans/find-answer-counts.ts'
import { findRounds, type Rounds } from '../scans/rounds.ts'
import { answerGrid, countOnce, type Row, type Turns } from './answer-grid.ts'
import type { Windows } from './comparison.ts'
import type { ReadScope } from './read-scope.ts'
import type { Window } from './window.ts'

/** The answers of a window and of the one before it, without the extra answers without search. */
export type Answers = { window: Window; after: Tally[]; before: Tally[]; rounds: Rounds }

/** Reads the answers in the range of a scope, on all surfaces. */
export async function readAnswers(
  ctx: Context,
  { projectId, window }: Pick<ReadScope, 'projectId' | 'window'>,
): Promise<Answers> {
  const { from, to, before } = window
  const span: Span = { from: before?.from ?? from, to }
  const [found, rounds] = await Promise.all([
    findTallies(ctx, projectId, span),
    findRounds(ctx, projectId, span),
  ])
  const answers = found.filter(({ isTwin }) => !isTwin)
  const isEarlier = ({ capturedAt }: Tally) => before !== null && capturedAt < before.to.getTime()
  // Days between the two windows belong to neither.
  const isLater = ({ capturedAt }: Tally) => from === null || capturedAt >= from.getTime()
  return {
    window,
    after: answers.filter(isLater),
    before: answers.filter(isEarlier),
    rounds,
  }
}

/**
 * Builds the grid of the answers that enter a rate. With a `language`, answers in other languages are skipped.
 * `stored` are all answers of the later window, also those that enter no rate.
 */
export function* toWindows(
  { after, before, rounds }: Answers,
  { language, turns }: { language?: string; turns?: Turns } = {},
): Sliced<Windows & { stored: Row[] }> {
  const isCounted = (tally: Tally) => language === undefined || tally.language === language
  const [earlier, later] = [before.filter(isCounted), after.filter(isCounted)]
  const all = yield* answerGrid([...earlier, ...later], turns)
  const rows = yield* countOnce(all, rounds)
  return {
    grid: { ...all, rows },
    before: rows.slice(0, earlier.length),
    after: rows.slice(earlier.length),
    stored: all.rows.slice(earlier.length),
    rounds,
  }
}
