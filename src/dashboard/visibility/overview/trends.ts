import type { Timeseries } from '../../data/visibility.ts'
import type { Point } from '../../kit/charts/series.ts'

export type Trends = ReturnType<typeof toTrends>

/** The days of a window with the results of each engine and of all together; null on days without answers. */
export function toTrends({ points, brand }: Pick<Timeseries, 'points' | 'brand'>, days: string[]) {
  const byEngine = Map.groupBy(points, ({ engine }) => engine)
  const pointsOf = (engine: string) => lay(byEngine.get(engine) ?? [], days)
  return {
    all: lay(brand, days),
    pointsOf,
    ratesOf: (engine: string) => pointsOf(engine).map((point) => point?.rate ?? null),
  }
}

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
}

function lay(counted: DayRate[], days: string[]): Point[] {
  const byDay = new Map(counted.map((each) => [each.day, each]))
  return days.map((day) => {
    const found = byDay.get(day)
    return found && found.checks > 0
      ? { rate: found.mentions / found.checks, interval: found.interval, n: found.n }
      : null
  })
}
