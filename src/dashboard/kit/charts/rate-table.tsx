import { type Column, DataTable } from '../data-table.tsx'
import type { Series } from './series.ts'
import { RateFigure } from './span.tsx'
import * as strings from './strings.ts'
import { longDay, percent } from './words.ts'

type Row = { day: string; place: number }

/** The chart's days as a table, newest first. */
export function RateTable({
  what,
  days,
  own,
  others,
}: {
  what: string
  days: string[]
  own: Series
  others: Series[]
}) {
  const rows = days
    .map((day, place) => ({ day, place }))
    .filter(({ place }) => [own, ...others].some(({ points }) => points[place]))
    .toReversed()
  const columns: Column<Row>[] = [
    { head: strings.rateTable.dayColumn, narrow: 'first', cell: ({ day }) => longDay(day) },
    {
      head: own.name,
      narrow: 'second',
      cell: ({ place }) => {
        const point = own.points[place]
        return <RateFigure rate={point?.rate ?? null} interval={point?.interval ?? null} />
      },
    },
    {
      head: strings.rateTable.answersColumn,
      number: true,
      label: strings.rateTable.answersColumn,
      cell: ({ place }) => own.points[place]?.n ?? 0,
    },
    ...others.map(
      (series): Column<Row> => ({
        head: series.name,
        number: true,
        label: series.name,
        cell: ({ place }) => {
          const point = series.points[place]
          return point ? percent(point.rate) : ''
        },
      }),
    ),
  ]
  return <DataTable caption={what} columns={columns} rows={rows} keyOf={({ day }) => day} />
}
