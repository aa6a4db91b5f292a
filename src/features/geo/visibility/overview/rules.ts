import { createCompare, toComparison, toComparisons, type Windows } from '../comparison/rules.ts'
import { type Comparison, toAverage, toRate } from '../model.ts'
import { countCells, countPositions, type Row, strataByEngine, sumUp } from '../survey/rules.ts'

export const noAnswers = {
  checks: 0,
  mentions: 0,
  mentionRate: null,
  n: 0,
  interval: null,
  avgPosition: null,
  positionInterval: null,
  comparison: null,
  lastCheckedAt: null,
}

/** The rates of the brand over all engines, and of each engine: the highest first (contract geo 8). */
export function toOverview(windows: Windows, isCompared: boolean) {
  const { survey } = windows
  const rows = windows.after.filter(({ counted }) => counted > 0)
  const counts = countCells(survey, rows)
  const compare = isCompared ? createCompare(windows) : null
  const all = compare && toComparison(compare())

  const strata = strataByEngine(survey)
  const ranked = [...Map.groupBy(rows, ({ tally }) => tally.engine)]
    .map(([engine, rows]) => ({ engine, rows, sums: sumUp(survey, counts, strata.get(engine)) }))
    .sort((a, b) => (b.sums.rate ?? 0) - (a.sums.rate ?? 0) || (a.engine < b.engine ? -1 : 1))
  const comparisons = compare && toComparisons(ranked.map(({ engine }) => compare(engine)))

  return {
    brand: rows.length > 0 ? toRates(sumUp(survey, counts), rows, all) : { ...noAnswers, comparison: all },
    engines: ranked.map(({ engine, rows, sums }, index) => ({
      engine,
      ...toRates(sums, rows, comparisons?.[index] ?? null),
    })),
  }
}

function toRates(
  { checks, mentions, n, interval }: ReturnType<typeof sumUp>,
  rows: Row[],
  comparison: Comparison | null,
) {
  return {
    checks,
    mentions,
    mentionRate: toRate(mentions, checks),
    n,
    interval,
    ...toAverage(countPositions(rows)),
    comparison,
    lastCheckedAt: new Date(Math.max(...rows.map(({ tally }) => tally.answeredAt))).toISOString(),
  }
}
