import type { Sliced } from '../../../slices.ts'
import {
  controlsNeeded,
  looksOf,
  maxControls,
  maxScansBefore,
  measureEffect,
  type PromptSides,
  promptsNeeded,
  scansBeforeNeeded,
  visibleRise,
} from '../../../statistics/effect.ts'
import type { Cell } from '../../../statistics/rate.ts'
import { mean } from '../../../statistics/series.ts'
import { toPromptId } from '../prompts/rules.ts'
import { isNamed } from '../scans/answer-counts.ts'
import type { Rounds } from '../scans/rounds.ts'
import { type AnswerGrid, type CellCounts, countCells, type Row } from '../visibility/answer-grid.ts'
import { compareText } from '../visibility/latest-answers.ts'
import { most } from './model.ts'
import type { Effect, Forecast } from './outcome-model.ts'

/** The counted answers of a project, and what decides which prompts an article is compared with. */
export type ComparedAnswers = {
  grid: AnswerGrid
  /** The answers that enter a rate. */
  counted: Row[]
  rounds: Rounds
  promptLanguage: string
  scanIntervalHours: number
  /** Whether a prompt, by its stored id, neither names the brand nor has an article of its own at the time. */
  isControl: (promptId: string, publishedAt: number) => boolean
}

/** The prompts of an article, and the time of its publication or of the forecast. */
type Target = { promptIds: string[]; publishedAt: number }

const hour = 3_600_000
const maxHoursBefore = 365 * 24
/** A rise that is worth more scans or prompts. */
const usualRise = 0.2

type Interval = Pick<ComparedAnswers, 'scanIntervalHours'>

/** How far back of a publication its scans before can be, in milliseconds. Every third scan may be missing. */
export const reachBefore = ({ scanIntervalHours }: Interval) =>
  Math.min(maxHoursBefore, 1.5 * maxScansBefore * scanIntervalHours) * hour

/** The number of scans after a publication that are compared. */
export const maxScansAfter = ({ scanIntervalHours }: Interval) => looksOf(scanIntervalHours).at(-1) ?? 0

/** How long after a publication its last scan can be, in milliseconds. Every third scan may be missing. */
export const reachAfter = (interval: Interval) =>
  1.5 * maxScansAfter(interval) * interval.scanIntervalHours * hour

/** The time of the last 30 scans before an article, in which prompts must not get another article. */
export const quietTime = ({ scanIntervalHours }: Interval) =>
  Math.min(maxHoursBefore, maxScansBefore * scanIntervalHours) * hour

/** Measures by how much more the prompts of an article changed than prompts without one, at the fixed looks. */
export function* readEffect(answers: ComparedAnswers, target: Target): Sliced<Effect> {
  const { before, after } = roundsAround(answers, target)
  const looks = looksOf(answers.scanIntervalHours)
  const passed = looks.filter((look) => look <= after.length)
  const next = looks[passed.length]
  const shared = { scans: after.length, nextLook: next === undefined ? null : next - after.length }
  if (before.length < scansBeforeNeeded) return { state: 'no_baseline', ...nothingRead, ...shared }
  const sides = yield* countSides(answers, before)
  const prompts = choosePrompts(answers, sides, target)
  if (prompts.controls.length < controlsNeeded)
    return { state: 'no_controls', ...nothingRead, ...shared, controls: prompts.controls.length }
  const baseline = { ...shared, controls: prompts.controls.length }
  const look = passed.at(-1) ?? next
  const visible = look === undefined ? null : riseAfter(answers, prompts, sides, look)
  let read: ReturnType<typeof measureEffect> = null
  for (const look of passed) {
    const later = yield* countRounds(answers, after.slice(0, look))
    const sidesOf = (question: number) => pairCells(answers, prompts.strata, question, sides.all, later)
    const [own, controls] = [prompts.targets, prompts.controls].map((questions) =>
      questions.map(sidesOf).filter((cells) => cells.length > 0),
    )
    const found = measureEffect(own ?? [], controls ?? [])
    // Its figures are those of the last reading with an effect, if there is one.
    if (!read?.moved || found?.moved) read = found
  }
  if (!read)
    return { state: passed.length > 0 ? 'no_controls' : 'measuring', ...nothingRead, ...baseline, visible }
  const { size, low, high, pValue } = read
  const state = read.moved ? 'moved' : 'not_moved'
  return { state, ...baseline, visible, size, interval: { low, high }, pValue }
}

const nothingRead = { size: null, interval: null, pValue: null, visible: null, controls: 0 }

/** Says which rise would be found after some scans, before anything is published; null without enough scans or prompts. */
export function* readForecast(answers: ComparedAnswers, target: Target): Sliced<Forecast | null> {
  const { before } = roundsAround(answers, target)
  if (before.length < scansBeforeNeeded) return null
  const sides = yield* countSides(answers, before)
  const prompts = choosePrompts(answers, sides, target)
  const looks = looksOf(answers.scanIntervalHours).flatMap((scans) => {
    const rise = riseAfter(answers, prompts, sides, scans)
    return rise === null ? [] : [{ scans, rise }]
  })
  const last = looks.at(-1)
  if (!last) return null
  const { scanIntervalHours } = answers
  const counts = { engines: prompts.strata.length, controls: prompts.controls.length }
  const supply = { prompts: prompts.targets.length, comparable: prompts.comparable, rise: last.rise }
  const needed = last.rise <= usualRise ? null : promptsNeeded(supply, usualRise, 1 + most.variants)
  return { ...counts, prompts: supply.prompts, scanIntervalHours, looks, usualRise, promptsNeeded: needed }
}

/** The last scans before a moment and those since, in order. */
function roundsAround({ counted, rounds, scanIntervalHours }: ComparedAnswers, { publishedAt }: Target) {
  // Answers for other articles may reach further back, and further ahead.
  const from = publishedAt - reachBefore({ scanIntervalHours })
  const times = new Map<string, number>()
  for (const { tally, counted: answers } of counted) {
    const round = rounds.roundOf(tally.scanId)
    if (round === null || answers === 0) continue
    times.set(round, Math.min(tally.capturedAt, times.get(round) ?? tally.capturedAt))
  }
  const ordered = [...times].sort(([, a], [, b]) => a - b)
  const before = ordered.filter(([, time]) => time >= from && time < publishedAt).slice(-maxScansBefore)
  const after = ordered
    .filter(([, time]) => time >= publishedAt)
    .slice(0, maxScansAfter({ scanIntervalHours }))
  return { before: before.map(([round]) => round), after: after.map(([round]) => round) }
}

function countRounds({ grid, counted, rounds }: ComparedAnswers, chosen: string[]): Sliced<CellCounts> {
  const wanted = new Set(chosen)
  const rows = counted.filter(({ tally }) => wanted.has(rounds.roundOf(tally.scanId) ?? ''))
  return countCells(grid, rows, isNamed)
}

type BeforeSides = Record<'all' | 'first' | 'last', CellCounts>

/** The answers before an article, and in each half of the scans. */
function* countSides(answers: ComparedAnswers, before: string[]): Sliced<BeforeSides> {
  const middle = Math.floor(before.length / 2)
  return {
    all: yield* countRounds(answers, before),
    first: yield* countRounds(answers, before.slice(0, middle)),
    last: yield* countRounds(answers, before.slice(middle)),
  }
}

type ChosenPrompts = {
  targets: number[]
  controls: number[]
  strata: number[]
  /** The number of prompts from which the controls were chosen. */
  comparable: number
}

/** Chooses the prompts whose rate before is nearest to that of the targets, over the engines that answered these. */
function choosePrompts(answers: ComparedAnswers, { all }: BeforeSides, at: Target): ChosenPrompts {
  const { grid, promptLanguage, isControl } = answers
  const ids = new Set(at.promptIds.map(toPromptId))
  const asked = [...grid.questionIds.entries()].flatMap(([question, id]) =>
    ids.has(toPromptId(id)) ? question : [],
  )
  const strata = [...grid.strata.entries()].flatMap(([stratum, { language }]) =>
    language === promptLanguage && asked.some((target) => cellAt(answers, all, stratum, target).answers > 0)
      ? stratum
      : [],
  )
  const rateOf = (question: number) => {
    const cells = strata.map((stratum) => cellAt(answers, all, stratum, question)).filter(hasAnswers)
    return cells.length === 0 ? null : mean(cells.map((cell) => cell.mentions / cell.answers))
  }
  const targets = asked.filter((question) => rateOf(question) !== null)
  const own = mean(targets.map((question) => rateOf(question) ?? 0))
  const others = grid.questionIds.flatMap((id, question) => {
    if (ids.has(toPromptId(id)) || !isControl(id, at.publishedAt)) return []
    const rate = rateOf(question)
    return rate === null ? [] : { id, question, distance: Math.abs(rate - own) }
  })
  const nearest = others
    .sort((a, b) => a.distance - b.distance || compareText(a.id, b.id))
    .slice(0, maxControls)
  return { targets, strata, controls: nearest.map(({ question }) => question), comparable: others.length }
}

function riseAfter(
  answers: ComparedAnswers,
  { targets, controls, strata }: ChosenPrompts,
  { all, first, last }: BeforeSides,
  scans: number,
): number | null {
  const treated = targets.map((target) =>
    strata.map((stratum) => cellAt(answers, all, stratum, target)).filter(hasAnswers),
  )
  const halves = controls
    .map((question) => pairCells(answers, strata, question, first, last))
    .filter((each) => each.length > 0)
  return visibleRise({ treated, halves }, scans)
}

/** The cells of a prompt that answered on both sides. */
function pairCells(
  answers: ComparedAnswers,
  strata: number[],
  question: number,
  earlier: CellCounts,
  later: CellCounts,
): PromptSides {
  return strata
    .map((stratum) => ({
      before: cellAt(answers, earlier, stratum, question),
      after: cellAt(answers, later, stratum, question),
    }))
    .filter(({ before, after }) => hasAnswers(before) && hasAnswers(after))
}

const hasAnswers = ({ answers }: Cell) => answers > 0

function cellAt({ grid }: ComparedAnswers, counts: CellCounts, stratum: number, question: number): Cell {
  const cell = stratum * grid.questions + question
  return { answers: counts.answers[cell] as number, mentions: counts.mentions[cell] as number }
}
