import type { Timeseries } from '../../data/visibility.ts'
import type { Point, Series } from '../../kit/charts/series.ts'

export type Trends = ReturnType<typeof toTrends>

/** The days of a window with the results of each engine and of all together; null on days without answers. */
export function toTrends(
  { points, brand, competitors }: Pick<Timeseries, 'points' | 'brand' | 'competitors'>,
  days: string[],
) {
  const byEngine = Map.groupBy(points, ({ engine }) => engine)
  const pointsOf = (engine: string) => lay(byEngine.get(engine) ?? [], days)
  return {
    all: lay(brand, days),
    competitors: competitors.map(({ brand: name, points: found }): Series => {
      const byDay = new Map(found.map(({ day, rate }) => [day, rate]))
      return { name, points: days.map((day) => toPoint(byDay.get(day))) }
    }),
    pointsOf,
    ratesOf: (engine: string) => pointsOf(engine).map((point) => point?.rate ?? null),
  }
}

const toPoint = (rate: number | undefined): Point =>
  rate === undefined ? null : { rate, interval: null, n: 0 }

type Counted = { checks: number }

/** True if the days have more answers than the rate over them, which counts no follow-up questions of conversations. */
export function hasFollowUps(rate: Counted, days: Counted[]): boolean {
  return days.reduce((sum, { checks }) => sum + checks, 0) > rate.checks
}

type DayRate = {
  day: string
  checks: number
  mentions: number
  n: number
  interval: { low: number; high: number } | null
  basket: { rate: number; interval: { low: number; high: number } } | null
}

function lay(counted: DayRate[], days: string[]): Point[] {
  const byDay = new Map(counted.map((each) => [each.day, each]))
  return days.map((day) => {
    const found = byDay.get(day)
    if (!found || found.checks === 0) return null
    // Over the fixed basket, so that a lost engine or a new prompt is no step.
    const { rate, interval } = found.basket ?? {
      rate: found.mentions / found.checks,
      interval: found.interval,
    }
    return { rate, interval, n: found.n }
  })
}
