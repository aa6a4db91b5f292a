import type { Cell } from './rate.ts'
import { mean, variance } from './series.ts'
import { twoSidedP, twoSidedT } from './student.ts'

/** The answers of an engine to a prompt before and after an article. */
export type CellSides = { before: Cell; after: Cell }
/** The cells of a prompt that answered on both sides. */
export type PromptSides = CellSides[]

/** The fewest and most prompts to compare with, and the fewest and most scans before an article. */
export const controlsNeeded = 8
export const maxControls = 20
export const scansBeforeNeeded = 10
export const maxScansBefore = 30
const maxP = 0.02

/** The numbers of scans after an article at which its effect is read. Reading it more often would find more effects by chance. */
export const looksOf = (scanIntervalHours: number): number[] =>
  scanIntervalHours >= 168 ? [5, 10, 20] : [14, 28, 56]

type Change = { difference: number; variance: number }

/** How much a prompt changed, and the variance of that by chance. */
function changeOf(cells: PromptSides): Change {
  const count = cells.length
  const difference = mean(cells.map(({ before, after }) => rateOf(after) - rateOf(before)))
  const all = cells.flatMap(({ before, after }) => [before, after])
  const level = (sum(all, 'mentions') + 1) / (sum(all, 'answers') + 2)
  const draws = cells.reduce((total, { before, after }) => total + 1 / before.answers + 1 / after.answers, 0)
  return { difference, variance: (level * (1 - level) * draws) / count ** 2 }
}

export type Effect = { size: number; low: number; high: number; pValue: number; moved: boolean }

/**
 * Measures by how much more the treated prompts changed than comparable prompts without an article; null with fewer
 * than eight of them.
 */
export function measureEffect(treated: PromptSides[], controls: PromptSides[]): Effect | null {
  if (controls.length < controlsNeeded || treated.length === 0) return null
  const own = treated.map(changeOf)
  const others = controls.map(changeOf)
  const scores = others.map(scoreOf)
  const weight = 1 / own.length + 1 / others.length
  const freedom = others.length - 1
  const spread = Math.max(1, Math.sqrt(variance(scores)))
  const t = (mean(own.map(scoreOf)) - mean(scores)) / (spread * Math.sqrt(weight))
  const pValue = twoSidedP(t, freedom)
  const size = mean(own.map(differenceOf)) - mean(others.map(differenceOf))
  const chance = mean(own.map((each) => each.variance)) + driftOf(others)
  const half = twoSidedT(0.05, freedom) * Math.sqrt(weight * chance)
  return { size, low: size - half, high: size + half, pValue, moved: pValue < maxP }
}

/** What is known before an article: the cells of its prompts, and the comparable prompts in two halves of the scans. */
export type Baseline = { treated: Cell[][]; halves: PromptSides[] }

/**
 * Returns the smallest rise that is found in four of five cases after a number of scans; null with too few prompts to
 * compare with.
 */
export function visibleRise({ treated, halves }: Baseline, scans: number): number | null {
  const prompts = treated.filter((cells) => cells.length > 0)
  if (halves.length < controlsNeeded || prompts.length === 0) return null
  const cells = prompts.flat()
  const [answers, mentions] = [sum(cells, 'answers'), sum(cells, 'mentions')]
  const level = Math.min(0.8, Math.max(0.2, mentions / answers))
  const cellsPerPrompt = cells.length / prompts.length
  const draws = ((level * (1 - level)) / cellsPerPrompt) * (cells.length / answers + 1 / scans)
  const chance = draws + driftOf(halves.map(changeOf))
  return precisionOf(prompts.length, halves.length) * Math.sqrt(chance)
}

/** The visible rise of so many prompts against so many others, in standard deviations of one prompt's change. */
function precisionOf(prompts: number, controls: number): number {
  const freedom = controls - 1
  const quantiles = twoSidedT(0.02, freedom) + twoSidedT(0.4, freedom)
  return quantiles * Math.sqrt(1 / prompts + 1 / controls)
}

/** The prompts of an article, and how many others there are to compare with before the nearest are chosen. */
type Supply = { prompts: number; comparable: number; rise: number }

/**
 * Returns with how many prompts, up to `most`, a rise would be visible when `rise` is visible now; null if with none.
 * Each prompt that the article answers in addition leaves one fewer to compare with.
 */
export function promptsNeeded({ prompts, comparable, rise }: Supply, wanted: number, most: number) {
  const chance = rise / precisionOf(prompts, Math.min(maxControls, comparable))
  for (let count = prompts + 1; count <= most; count++) {
    const controls = Math.min(maxControls, comparable - (count - prompts))
    if (controls < controlsNeeded) return null
    if (chance * precisionOf(count, controls) <= wanted) return count
  }
  return null
}

/** How much prompts change on their own, beyond the chance of single answers. */
const driftOf = (changes: Change[]) =>
  Math.max(0, variance(changes.map(differenceOf)) - mean(changes.map((each) => each.variance)))

const differenceOf = ({ difference }: Change) => difference
const scoreOf = (change: Change) => change.difference / Math.sqrt(change.variance)
const rateOf = ({ answers, mentions }: Cell) => mentions / answers
const sum = (cells: Cell[], column: keyof Cell) => cells.reduce((total, cell) => total + cell[column], 0)
