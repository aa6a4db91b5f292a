import type { Context } from '../../../../context.ts'
import { runInSlices, type Sliced } from '../../../../slices.ts'
import { mostEarlier } from '../../../../statistics/basket.ts'
import type { Cell } from '../../../../statistics/rate.ts'
import { isNamed, promptOf, type Tally } from '../../scans/answer-counts.ts'
import { findTallies } from '../../scans/find-answer-counts.ts'
import { findRounds, type Rounds } from '../../scans/rounds.ts'
import { answerGrid, countOnce, eachCounted } from '../answer-grid.ts'

/** The newest answers of an engine to a prompt before a window. */
export type EarlierAnswers = (engine: string, promptId: string) => Cell

export const noAnswers: Cell = { answers: 0, mentions: 0 }

/** Answers that replace missing ones are at most this old. */
const mostDays = 90

/** Returns the newest answers of each cell before a moment, in a language. */
export async function findEarlierAnswers(
  ctx: Context,
  projectId: string,
  language: string,
  before: Date,
): Promise<EarlierAnswers> {
  const span = { from: new Date(before.getTime() - mostDays * 86_400_000), to: before }
  const [tallies, rounds] = await Promise.all([
    findTallies(ctx, projectId, span),
    findRounds(ctx, projectId, span),
  ])
  const counted = tallies.filter((tally) => !tally.isTwin && tally.language === language)
  const newest = await runInSlices(countNewest(counted, rounds))
  return (engine, promptId) => newest.get(engine)?.get(promptId) ?? noAnswers
}

function* countNewest(tallies: Tally[], rounds: Rounds): Sliced<Map<string, Map<string, Cell>>> {
  const engines = new Map<string, Map<string, Cell>>()
  const rows = yield* countOnce(yield* answerGrid(tallies), rounds)
  for (const row of rows.toReversed()) {
    const prompts = engines.getOrInsertComputed(row.tally.engine, () => new Map<string, Cell>())
    yield* eachCounted([row], (_, tally, answer) => {
      const promptId = tally.names.prompts[promptOf(tally, answer)] ?? ''
      const cell = prompts.getOrInsertComputed(promptId, () => ({ ...noAnswers }))
      if (cell.answers >= mostEarlier) return
      cell.answers += 1
      if (isNamed(tally, answer)) cell.mentions += 1
    })
  }
  return engines
}
