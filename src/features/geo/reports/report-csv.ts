import { toCsv } from '../../../text/write-csv.ts'
import type { Report } from './read-report.ts'

/** The figures of a report by day and engine, for spreadsheets. Rates are those over the tracked prompts and engines. */
export function writeReportCsv({ timeseries, engines }: Report): string {
  const rows = [
    ...timeseries.brand.map((day) => ({ ...day, engine: 'all' })),
    ...timeseries.points.map((day) => ({ ...day, engine: engines.get(day.engine)?.label ?? day.engine })),
  ].sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
  return toCsv([
    ['day', 'engine', 'answers', 'mentions', 'rate', 'low', 'high'],
    ...rows.map(({ day, engine, checks, mentions, basket }) => [
      ...[day, engine, checks, mentions],
      ...[basket?.rate ?? null, basket?.interval.low ?? null, basket?.interval.high ?? null],
    ]),
  ])
}
