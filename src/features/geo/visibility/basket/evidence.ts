import { t } from 'elysia'
import { integer, oneOf } from '../../../../http/fields.ts'
import type { Sliced } from '../../../../slices.ts'
import { standingOf, varianceOf } from '../../../../statistics/basket.ts'
import { type Evidence as Facts, gradeOf, grades } from '../../../../statistics/grade.ts'
import { intervalOfOtherPrompts, isGeneral } from '../../../../statistics/other-prompts.ts'
import { intentOf } from '../../prompts/intent.ts'
import { isNamed } from '../../scans/answer-counts.ts'
import { type CellCounts, countCells, isAnswered } from '../answer-grid.ts'
import { roundsIn, type Windows } from '../comparison.ts'
import { dayOf } from '../window.ts'
import { type BasketAnswers, toBasket } from './read-basket.ts'

/** The cheapest way to the next grade. */
const NextStep = t.Object({
  grade: oneOf(['directional', 'decision']),
  /** Additional prompts, and the engines to add. */
  prompts: integer,
  engines: t.Array(t.String()),
  /** Further scans until the figure has the grade. */
  scans: integer,
  /** Additional cost of each scan, in US cents. */
  cents: t.Number(),
})

/** How much the figure over the basket can carry, and what it is based on. */
export const Evidence = t.Object({
  grade: oneOf(grades),
  prompts: integer,
  engines: integer,
  intents: integer,
  scans: integer,
  days: integer,
  /** Half the width of the interval. */
  half: t.Nullable(t.Number()),
  filled: t.Number(),
  answered: t.Number(),
  uneven: t.Nullable(t.Number()),
  /** The interval for other prompts of the same kind; null below 12 prompts. */
  otherPrompts: t.Nullable(t.Object({ low: t.Number(), high: t.Number() })),
  general: t.Boolean(),
  nextStep: t.Nullable(NextStep),
})
/** Null without answers to tracked prompts. */
export const evidence = t.Nullable(Evidence)

/** The evidence of a figure, and the mean variance of an answer within its cells. */
export type MeasuredEvidence = {
  facts: Facts
  grade: (typeof grades)[number]
  variance: number
  reach: Pick<typeof Evidence.static, 'otherPrompts' | 'general'>
  /** Whether the figure is about one page, which needs no other engines. */
  isPage: boolean
}

/** Measures what the figure over all tracked cells is based on; null without a cell that counts. */
export function* measureEvidence(
  basket: BasketAnswers,
  { grid, after, rounds }: Windows,
  texts: Record<string, string>,
  isPage = false,
): Sliced<MeasuredEvidence | null> {
  const scans = [...roundsIn(after, rounds, isAnswered)]
  const counted = basket.cells.filter((cell) => ['heard', 'filled'].includes(standingOf(cell, scans.length)))
  const { rate, interval, filled, cells } = toBasket(basket)
  if (rate === null) return null
  const halves: CellCounts[] = []
  for (const parity of [0, 1]) {
    const own = new Set(scans.filter((_, place) => place % 2 === parity))
    const rows = after.filter(({ tally }) => own.has(rounds.roundOf(tally.scanId) ?? ''))
    halves.push(yield* countCells(grid, rows, isNamed))
  }
  const facts: Facts = {
    prompts: new Set(counted.map(({ promptId }) => promptId)).size,
    engines: new Set(counted.map(({ engine }) => engine)).size,
    intents: new Set(counted.map(({ promptId }) => intentOf(texts[promptId] ?? ''))).size,
    scans: scans.length,
    days: new Set(after.flatMap((row) => (isAnswered(row) ? [dayOf(row.tally.capturedAt)] : []))).size,
    half: interval && (interval.high - interval.low) / 2,
    filled: filled / cells,
    answered: leastAnswered(counted, scans.length),
    uneven: scans.length < 2 ? null : differenceOf(counted, halves),
  }
  const variances = counted.map(({ now, earlier }) => varianceOf(now.answers > 0 ? now : earlier, rate))
  const variance = variances.reduce((sum, each) => sum + each, 0) / cells
  const grade = gradeOf(facts, isPage)
  return { facts, grade, variance, reach: reachOf(grade, counted, facts, texts), isPage }
}

type Cells = BasketAnswers['cells']

/** What the figure says about prompts that are not tracked. */
function reachOf(
  grade: MeasuredEvidence['grade'],
  cells: Cells,
  { engines }: Facts,
  texts: Record<string, string>,
): MeasuredEvidence['reach'] {
  const byPrompt = Map.groupBy(cells, ({ promptId }) => promptId)
  const otherPrompts = intervalOfOtherPrompts([...byPrompt.values()].map(meanRate))
  const byIntent = Map.groupBy(byPrompt.keys(), (promptId) => intentOf(texts[promptId] ?? ''))
  const promptsByIntent = [...byIntent.values()].map((prompts) => prompts.length)
  return { otherPrompts, general: isGeneral(grade, { engines, promptsByIntent, otherPrompts }) }
}

const meanRate = (cells: Cells): number =>
  cells.reduce((sum, { now, earlier }) => {
    const { mentions, answers } = now.answers > 0 ? now : earlier
    return sum + mentions / answers
  }, 0) / cells.length

/** The share of its questions that the least answering engine answered. */
function leastAnswered(cells: Cells, scans: number): number {
  const shares = [...Map.groupBy(cells, ({ engine }) => engine).values()].map(
    (own) => own.reduce((sum, { now, hidden = 0 }) => sum + now.answers + hidden, 0) / (own.length * scans),
  )
  return scans === 0 ? 0 : Math.min(1, ...shares)
}

/** How far the rates of two halves of the scans are apart, over the cells that answered in both. */
function differenceOf(cells: Cells, [even, odd]: CellCounts[]): number | null {
  if (!even || !odd) return null
  const differences = cells.flatMap(({ cell }) => {
    if (cell === null || !even.answers[cell] || !odd.answers[cell]) return []
    return (
      (even.mentions[cell] as number) / even.answers[cell] -
      (odd.mentions[cell] as number) / odd.answers[cell]
    )
  })
  if (differences.length === 0) return null
  return Math.abs(differences.reduce((sum, each) => sum + each, 0) / differences.length)
}
