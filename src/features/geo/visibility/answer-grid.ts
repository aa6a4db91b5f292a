import { mapSliced, type Sliced } from '../../../slices.ts'
import type { Positions } from '../../../statistics/position.ts'
import { createRateTally } from '../../../statistics/rate.ts'
import {
  isMentioned,
  isShown,
  type Names,
  positionOf,
  promptOf,
  type Tally,
  turnOf,
} from '../scans/answer-counts.ts'
import type { Rounds } from '../scans/rounds.ts'

/**
 * Answers in numbered cells, one per question, engine and language. The cells of a stratum (an engine and a
 * language) are contiguous. Flat arrays keep 100,000 answers cheap.
 */
export type AnswerGrid = {
  strata: { engine: string; language: string }[]
  /** The number of cells per stratum. */
  questions: number
  /** The stored id of each question's prompt, or a key of a later turn. */
  questionIds: string[]
  rows: Row[]
}

/**
 * A tally with the cell of each answer, and the number of answers that have one. `hidden` are pages without an answer
 * of an AI: they are answers, so that no later one replaces them, but enter no rate.
 */
export type Row = {
  tally: Tally
  stratum: number
  cells: Uint32Array
  counted: number
  hidden: HiddenAnswer[]
}
type HiddenAnswer = { cell: number; answer: number }

/** Whether later turns of conversations count too, each as a separate question. */
export type Turns = 'first' | 'all'

/** The cell of an answer that is not counted. */
export const noCell = 0xffffffff

/** Builds the grid of some tallies. Windows that are compared need a common grid. */
export function* answerGrid(tallies: Tally[], turns: Turns = 'first'): Sliced<AnswerGrid> {
  const { questionIds, numbersOf } = yield* numberQuestions(tallies, turns)
  const count = questionIds.length
  const strata: AnswerGrid['strata'] = []
  const known = new Map<string, number>()
  const rows = yield* mapSliced(tallies, (tally): Row => {
    const { engine, language } = tally
    const key = `${engine} ${language}`
    const stratum = known.get(key) ?? strata.push({ engine, language }) - 1
    known.set(key, stratum)
    return { tally, stratum, ...findCells(tally, stratum * count, numbersOf(tally), turns), hidden: [] }
  })
  return { strata, questions: count, questionIds, rows }
}

/** Question numbers by the index of the prompt in a scan's names. Later turns have numbers of their own. */
type QuestionNumbers = { first: Uint32Array; further: Map<number, number> }

function* numberQuestions(tallies: Tally[], turns: Turns) {
  const all = new Map<string, number>()
  const numberOf = (question: string) => {
    const number = all.get(question) ?? all.size
    all.set(question, number)
    return number
  }
  const byNames = new Map<Names, QuestionNumbers>()
  for (const tally of tallies) {
    const { names } = tally
    const numbers = byNames.get(names) ?? {
      first: Uint32Array.from(names.prompts, numberOf),
      further: new Map(),
    }
    byNames.set(names, numbers)
    yield
    if (turns === 'first') continue
    for (let answer = 0; answer < tally.answers; answer++) {
      const turn = turnOf(tally, answer)
      if (turn === 0) continue
      const prompt = promptOf(tally, answer)
      numbers.further.set(keyOf(prompt, turn), numberOf(`${turn} ${names.prompts[prompt]}`))
    }
  }
  return {
    questionIds: [...all.keys()],
    numbersOf: ({ names }: Tally) => byNames.get(names) as QuestionNumbers,
  }
}

const keyOf = (prompt: number, turn: number) => prompt * 256 + turn

function findCells(tally: Tally, start: number, { first, further }: QuestionNumbers, turns: Turns) {
  const cells = new Uint32Array(tally.answers)
  let counted = tally.answers
  for (let answer = 0; answer < tally.answers; answer++) {
    const turn = turnOf(tally, answer)
    const prompt = promptOf(tally, answer)
    if (turn === 0) cells[answer] = start + (first[prompt] as number)
    else if (turns === 'all') cells[answer] = start + (further.get(keyOf(prompt, turn)) as number)
    else {
      cells[answer] = noCell
      counted -= 1
    }
  }
  return { cells, counted }
}

/**
 * Returns the rows with only the answers that enter a rate: one per cell and round, the first one. Answers of other
 * scans count only where the round before them lacks one that it asked for.
 */
export function countOnce({ rows, ...grid }: AnswerGrid, rounds: Rounds): Sliced<Row[]> {
  const filled = new Set(
    rows.flatMap(({ tally: { scanId } }) => {
      const round = rounds.roundOf(scanId)
      return round === null || round === scanId ? [] : [round]
    }),
  )
  const answered = new Map<string, Uint8Array>()
  return mapSliced(rows, (row) => {
    const { scanId, engine, language, names } = row.tally
    const round = rounds.roundOf(scanId)
    if (round !== null && !filled.has(round)) return row.tally.page === null ? row : withoutHidden(row)
    const known =
      round === null
        ? null
        : answered.getOrInsertComputed(round, () => new Uint8Array(grid.strata.length * grid.questions))
    let counted = 0
    const cells = row.cells.map((cell, answer) => {
      if (cell === noCell || known === null || round === null || known[cell]) return noCell
      const promptId = names.prompts[promptOf(row.tally, answer)] ?? ''
      if (round !== scanId && !rounds.isPlanned(round, { engine, language, promptId })) return noCell
      known[cell] = 1
      counted += 1
      return cell
    })
    return withoutHidden({ ...row, cells, counted })
  })
}

/** The row with only the answers that show something. */
function withoutHidden(row: Row): Row {
  const hidden: HiddenAnswer[] = []
  const cells = row.cells.map((cell, answer) => {
    if (cell === noCell || isShown(row.tally, answer)) return cell
    hidden.push({ cell, answer })
    return noCell
  })
  return hidden.length === 0 ? row : { ...row, cells, counted: row.counted - hidden.length, hidden }
}

/** Calls `visit` for each counted answer with its cell. */
export function* eachCounted(
  rows: Row[],
  visit: (cell: number, tally: Tally, answer: number) => void,
): Sliced<void> {
  for (const { tally, cells } of rows) {
    for (let answer = 0; answer < cells.length; answer++) {
      const cell = cells[answer] as number
      if (cell !== noCell) visit(cell, tally, answer)
    }
    yield
  }
}

/** Whether an answer names what is counted. */
export type NamesSubject = (tally: Tally, answer: number) => boolean

/** Returns the rows with only the answers that are counted. */
export function filterRows(rows: Row[], isCounted: NamesSubject): Sliced<Row[]> {
  return mapSliced(rows, (row) => {
    let counted = 0
    const cells = row.cells.map((cell, answer) => {
      if (cell === noCell || !isCounted(row.tally, answer)) return noCell
      counted += 1
      return cell
    })
    const hidden = row.hidden.filter(({ answer }) => isCounted(row.tally, answer))
    return { ...row, cells, counted, hidden }
  })
}

/** Whether a row has answers that count, or pages without one. */
export const isAnswered = ({ counted, hidden }: Row) => counted + hidden.length > 0

/** The number of pages without an answer of an AI per cell. */
export function countHidden({ strata, questions }: AnswerGrid, rows: Row[]): Uint32Array {
  const counts = new Uint32Array(strata.length * questions)
  for (const { hidden } of rows) for (const { cell } of hidden) counts[cell] = (counts[cell] as number) + 1
  return counts
}

/** The number of answers and mentions per cell. */
export type CellCounts = { answers: Uint32Array; mentions: Uint32Array }

export function* countCells(
  { strata, questions }: AnswerGrid,
  rows: Row[],
  isNamed: NamesSubject = isMentioned,
): Sliced<CellCounts> {
  const answers = new Uint32Array(strata.length * questions)
  const mentions = new Uint32Array(strata.length * questions)
  yield* eachCounted(rows, (cell, tally, answer) => {
    answers[cell] = (answers[cell] as number) + 1
    if (isNamed(tally, answer)) mentions[cell] = (mentions[cell] as number) + 1
  })
  return { answers, mentions }
}

/** Sums answers and mentions over some strata (default: all), with the interval of the rate. */
export function sumUp(grid: AnswerGrid, counts: CellCounts, strata: Iterable<number> = grid.strata.keys()) {
  return sumCells(counts, cellsOf(grid, strata))
}

/** Sums answers and mentions over the cells of one question. */
export function sumUpQuestion({ strata, questions }: AnswerGrid, counts: CellCounts, question: number) {
  return sumCells(
    counts,
    strata.keys().map((stratum) => stratum * questions + question),
  )
}

function* cellsOf({ questions }: AnswerGrid, strata: Iterable<number>) {
  for (const stratum of strata)
    for (let question = 0; question < questions; question++) yield stratum * questions + question
}

function sumCells({ answers, mentions }: CellCounts, cells: Iterable<number>) {
  const tally = createRateTally()
  let named = 0
  for (const cell of cells) {
    tally.add(answers[cell] as number, mentions[cell] as number)
    named += mentions[cell] as number
  }
  const { n, rate, interval } = tally.rate()
  return { checks: n, mentions: named, rate, n, interval }
}

/** Returns the brand's positions in the answers that name it, per cell. */
export function* countPositions(rows: Row[]): Sliced<Iterable<Positions>> {
  const cells = new Map<number, Positions>()
  yield* eachCounted(rows, (cell, tally, answer) => {
    const position = isMentioned(tally, answer) ? positionOf(tally, answer) : 0
    if (position === 0) return
    const positions = cells.get(cell) ?? { n: 0, sum: 0, squares: 0 }
    cells.set(cell, positions)
    positions.n++
    positions.sum += position
    positions.squares += position ** 2
  })
  return cells.values()
}

/** Returns the strata of each engine. */
export function strataByEngine({ strata }: AnswerGrid): Map<string, number[]> {
  return Map.groupBy(strata.keys(), (stratum) => strata[stratum]?.engine ?? '')
}
