import type { Sliced } from '../../../slices.ts'
import { promptOf, rankOf, type Tally } from '../scans/answer-counts.ts'
import { type AnswerGrid, eachCounted } from './answer-grid.ts'

/** The latest answer of an engine to a prompt. */
export type LatestAnswer = {
  promptId: string
  question: number
  engine: string
  tally: Tally
  answer: number
}

/**
 * Returns the latest answer for each prompt and engine, sorted by both: from the newest scan that has one, in
 * the prompt language if possible, else the newest (contract geo 9).
 */
export function* findLatest({ questions, rows }: AnswerGrid, promptLanguage: string): Sliced<LatestAnswer[]> {
  const engines = new Map<string, number>()
  const latest: LatestAnswer[] = []
  const known: (LatestAnswer | undefined)[] = []
  for (const row of rows.toReversed()) {
    const { engine, names } = row.tally
    const number = engines.get(engine) ?? engines.size
    engines.set(engine, number)
    yield* eachCounted([row], (cell, tally, answer) => {
      const question = cell - row.stratum * questions
      const key = number * questions + question
      const found = known[key]
      if (!found) {
        const promptId = names.prompts[promptOf(tally, answer)] ?? ''
        const first = { promptId, question, engine, tally, answer }
        known[key] = first
        latest.push(first)
      } else if (isBetter(tally, answer, found, promptLanguage)) Object.assign(found, { tally, answer })
    })
  }
  return latest.sort((a, b) => compareText(a.promptId, b.promptId) || compareText(a.engine, b.engine))
}

/** Whether an answer is preferred to another one of the same scan. */
function isBetter(tally: Tally, answer: number, other: LatestAnswer, promptLanguage: string): boolean {
  if (tally.scanId !== other.tally.scanId) return false
  const isInLanguage = tally.language === promptLanguage
  if (isInLanguage !== (other.tally.language === promptLanguage)) return isInLanguage
  return rankOf(tally, answer) > rankOf(other.tally, other.answer)
}

/** Compares by code unit, like the database. */
export function compareText(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
