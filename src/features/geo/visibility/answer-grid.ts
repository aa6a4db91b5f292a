import type { Positions } from '../../../statistics/position.ts'
import { createRateTally } from '../../../statistics/rate.ts'
import { isMentioned, type Names, positionOf, promptOf, type Tally, turnOf } from '../scans/answer-counts.ts'

/**
 * Answers in numbered cells, one for each question that an engine was asked in a language; the cells of an engine and a
 * language, its stratum, stand together. Flat numbers keep 100,000 answers cheap.
 */
export type AnswerGrid = {
  strata: { engine: string; language: string }[]
  /** How many cells each of them has. */
  questions: number
  rows: Row[]
}

/** A tally, with the cell of each of its answers, and how many of them are in one. */
export type Row = { tally: Tally; stratum: number; cells: Uint32Array; counted: number }

/** Whether the turns of conversations count too, each as a question of its own. */
export type Turns = 'first' | 'all'

/** An answer that is left out has this in place of the number of its cell. */
const noCell = 0xffffffff

/** Numbers the cells of some tallies; those of windows that are compared are numbered together. */
export function answerGrid(tallies: Tally[], turns: Turns = 'first'): AnswerGrid {
  const { count, numbersOf } = numberQuestions(tallies, turns)
  const strata: AnswerGrid['strata'] = []
  const known = new Map<string, number>()
  const rows = tallies.map((tally): Row => {
    const { engine, language } = tally
    const key = `${engine} ${language}`
    const stratum = known.get(key) ?? strata.push({ engine, language }) - 1
    known.set(key, stratum)
    return { tally, stratum, ...findCells(tally, stratum * count, numbersOf(tally), turns) }
  })
  return { strata, questions: count, rows }
}

/** The number of a prompt by its place among the names of a scan; further turns of a conversation have other ones. */
type Numbers = { first: Uint32Array; further: Map<number, number> }

function numberQuestions(tallies: Tally[], turns: Turns) {
  const all = new Map<string, number>()
  const numberOf = (question: string) => {
    const number = all.get(question) ?? all.size
    all.set(question, number)
    return number
  }
  const byNames = new Map<Names, Numbers>()
  for (const tally of tallies) {
    const { names } = tally
    const numbers = byNames.get(names) ?? {
      first: Uint32Array.from(names.prompts, numberOf),
      further: new Map(),
    }
    byNames.set(names, numbers)
    if (turns === 'first') continue
    for (let answer = 0; answer < tally.answers; answer++) {
      const turn = turnOf(tally, answer)
      if (turn === 0) continue
      const prompt = promptOf(tally, answer)
      numbers.further.set(keyOf(prompt, turn), numberOf(`${turn} ${names.prompts[prompt]}`))
    }
  }
  return { count: all.size, numbersOf: ({ names }: Tally) => byNames.get(names) as Numbers }
}

const keyOf = (prompt: number, turn: number) => prompt * 256 + turn

function findCells(tally: Tally, start: number, { first, further }: Numbers, turns: Turns) {
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

/** Visits the answers of some rows that count, each with its cell. */
export function eachCounted(rows: Row[], visit: (cell: number, tally: Tally, answer: number) => void) {
  for (const { tally, cells } of rows)
    for (let answer = 0; answer < cells.length; answer++) {
      const cell = cells[answer] as number
      if (cell !== noCell) visit(cell, tally, answer)
    }
}

/** Tells of an answer whether it names what is counted. */
export type Naming = (tally: Tally, answer: number) => boolean

/** The rows with those of their answers alone that name what is counted. */
export function keepAnswers(rows: Row[], isNamed: Naming): Row[] {
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, answer) => (isNamed(row.tally, answer) ? cell : noCell)),
  }))
}

/** The answers and mentions of each cell. */
export type CellCounts = { answers: Uint32Array; mentions: Uint32Array }

export function countCells(
  { strata, questions }: AnswerGrid,
  rows: Row[],
  isNamed: Naming = isMentioned,
): CellCounts {
  const answers = new Uint32Array(strata.length * questions)
  const mentions = new Uint32Array(strata.length * questions)
  eachCounted(rows, (cell, tally, answer) => {
    answers[cell] = (answers[cell] as number) + 1
    if (isNamed(tally, answer)) mentions[cell] = (mentions[cell] as number) + 1
  })
  return { answers, mentions }
}

/** What is counted over the cells of some strata, all of them unless given: answers, mentions, and how sure the rate is. */
export function sumUp(grid: AnswerGrid, counts: CellCounts, strata: Iterable<number> = grid.strata.keys()) {
  return sumCells(counts, cellsOf(grid, strata))
}

/** The same over the cells of one question. */
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

/** The brand's positions in the answers that name it, cell by cell. */
export function countPositions(rows: Row[]): Iterable<Positions> {
  const cells = new Map<number, Positions>()
  eachCounted(rows, (cell, tally, answer) => {
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

/** The strata of each engine. */
export function strataByEngine({ strata }: AnswerGrid): Map<string, number[]> {
  return Map.groupBy(strata.keys(), (stratum) => strata[stratum]?.engine ?? '')
}
