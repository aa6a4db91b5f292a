/*
 * Whether a rate moved, though it is tested again after each scan. The scans before the newest ones give the usual
 * level and variation; a cumulative sum over the newest ones finds a shift that lasts. The thresholds come from
 * simulated projects: answers repeat from scan to scan, which tests for independent ones do not allow for.
 */

import { type Panel, type PanelCell, totalOf } from './panel.ts'
import { autocorrelations, mean, variance } from './series.ts'
import { twoSidedP } from './student.ts'

/** A change beyond chance, however often it was tested. */
export type Alert = {
  direction: 'up' | 'down'
  /** The number of the first scan of the change in its panel. */
  first: number
  /** The mean difference from the usual level since then. */
  size: number
}

/** Engines, competitors and tags are many, so that each needs more evidence than the brand. */
export type AlertLevel = 'brand' | 'part'
const levels = { brand: { sum: 10, pValue: 0.05 }, part: { sum: 15, pValue: 0.01 } }

/** A test reads at most this many scans, and needs at least 16. */
export const maxWatchedScans = 90
const minWatchedScans = 16
const maxRecentScans = 30
const maxUsualScans = 60

/** With more than this share of cells without recent answers, too little is left to test. */
const maxMissing = 1 / 3
/** The sum ignores shifts below this many standard deviations. */
const allowance = 0.75
/** A single scan counts as at most this many standard deviations. */
const maxScore = 3
const minRun = 5
const minSize = 0.05
/** How many of the newest answers of a cell measure the size of its change. */
const newestAnswers = 10
const leastSpread = 1e-9

/** The numbers of the usual scans of a panel and of the newest ones that are tested against them. */
export type WatchedScans = { usual: { from: number; to: number }; recent: { from: number; to: number } }

/** Splits the newest scans of a panel of so many; null if fewer than 16 may be read. */
export function splitScans(scans: number, readable = scans): WatchedScans | null {
  const watched = Math.min(scans, readable, maxWatchedScans)
  if (watched < minWatchedScans) return null
  const recent = Math.min(maxRecentScans, Math.floor(watched / 3))
  const middle = scans - recent
  return {
    usual: { from: middle - Math.min(maxUsualScans, watched - recent), to: middle },
    recent: { from: middle, to: scans },
  }
}

/**
 * Tests the recent scans of a panel against the usual ones, over some cells of unchanged engines. Null if nothing moved
 * beyond chance, or if there is too little to test.
 */
export function findAlert(
  panel: Panel,
  cells: number[],
  level: AlertLevel,
  { usual, recent }: WatchedScans,
): Alert | null {
  const known = cells.flatMap((cell) => {
    const { answers, mentions } = totalOf(panel, cell, usual)
    return answers === 0 ? [] : { cell, rate: mentions / answers }
  })
  const heard = known.filter(({ cell }) => totalOf(panel, cell, recent).answers > 0)
  if (heard.length < 2 || known.length - heard.length > known.length * maxMissing) return null

  const run = findRun(listDifferences(panel, heard, usual), listDifferences(panel, heard, recent))
  if (!run || run.sum <= levels[level].sum || run.scans.length < minRun) return null
  const change = measureChange(panel, heard, { from: usual.from, to: recent.to })
  if (change.size * run.sign < minSize || change.pValue >= levels[level].pValue) return null
  return {
    direction: run.sign > 0 ? 'up' : 'down',
    first: run.scans[0]?.scan ?? recent.from,
    size: mean(run.scans.map(({ difference }) => difference)),
  }
}

/** A cell with its usual rate. */
type UsualCell = { cell: number; rate: number }
type ScanRange = { from: number; to: number }
/** The mean difference of the cells that answered in a scan from their usual rates. */
type ScanDifference = { scan: number; difference: number }

/** Scans in which no cell answered are left out. */
function listDifferences(panel: Panel, cells: UsualCell[], { from, to }: ScanRange): ScanDifference[] {
  const found: ScanDifference[] = []
  for (let scan = from; scan < to; scan++) {
    let answered = 0
    let sum = 0
    for (const { cell, rate } of cells) {
      const now = countsAt(panel, cell, scan)
      if (now.answers === 0) continue
      answered += 1
      sum += now.mentions / now.answers - rate
    }
    if (answered > 0) found.push({ scan, difference: sum / answered })
  }
  return found
}

type Run = { sign: 1 | -1; sum: number; scans: ScanDifference[] }

/** The larger of the two cumulative sums, and the scans since it left 0; null if both are 0. */
function findRun(usual: ScanDifference[], recent: ScanDifference[]): Run | null {
  const differences = usual.map(({ difference }) => difference)
  const unit = spreadOf(differences)
  const runs = ([1, -1] as const).map((sign): Run => {
    let sum = 0
    let scans: ScanDifference[] = []
    for (const each of recent) {
      const score = Math.min(maxScore, Math.max(-maxScore, each.difference / unit))
      sum = Math.max(0, sum + sign * score - allowance)
      scans = sum > 0 ? [...scans, each] : []
    }
    return { sign, sum, scans }
  })
  const [up, down] = runs as [Run, Run]
  const larger = up.sum > down.sum ? up : down
  return larger.sum > 0 ? larger : null
}

/** The standard deviation of scans, enlarged for their correlation and for the number of scans that it is from. */
function spreadOf(differences: number[]): number {
  const count = differences.length
  if (count < 5) return Number.POSITIVE_INFINITY
  const lags = Math.min(10, Math.floor(count / 4))
  const [first = 0, ...further] = autocorrelations(differences, lags)
  const alike = Math.min(0.9, Math.max(0, (first * count + 1) / (count - 3)))
  const steady = (1 + alike) / (1 - alike)
  const summed = [first, ...further].reduce(
    (sum, each, index) => sum + 2 * (1 - (index + 1) / (lags + 1)) * (each + 1 / count),
    1,
  )
  const spread = Math.sqrt(variance(differences) * Math.max(steady, summed)) * (1 + 5 / count)
  return Math.max(leastSpread, spread)
}

/** How far the newest answers of the cells differ from their usual rates, and the probability of that by chance. */
function measureChange(panel: Panel, cells: UsualCell[], watched: ScanRange) {
  const changes = cells.map(({ cell, rate }) => newestRate(panel, cell, watched) - rate)
  const size = mean(changes)
  const error = Math.max(leastSpread, Math.sqrt(variance(changes))) / Math.sqrt(changes.length)
  return { size, pValue: twoSidedP(size / error, changes.length - 1) }
}

/** The rate of a cell's newest answers, usual ones among them while fewer are recent. */
function newestRate(panel: Panel, cell: number, { from, to }: ScanRange): number {
  let rounds = 0
  let sum = 0
  for (let scan = to - 1; scan >= from && rounds < newestAnswers; scan--) {
    const { answers, mentions } = countsAt(panel, cell, scan)
    if (answers === 0) continue
    rounds += 1
    sum += mentions / answers
  }
  return sum / rounds
}

function countsAt(panel: Panel, cell: number, scan: number): Pick<PanelCell, 'answers' | 'mentions'> {
  const at = cell * panel.scans + scan
  return { answers: panel.answers[at] ?? 0, mentions: panel.mentions[at] ?? 0 }
}
