import { type Column, DataTable } from '../data-table.tsx'
import { inDigits } from '../number.ts'
import { ChartFrame, PlotFrame } from './chart-frame.tsx'
import { roundUpCount } from './scale.ts'
import * as strings from './strings.ts'
import { type Probe, useProbe } from './use-probe.ts'
import { longDay } from './words.ts'

/** A count for each day of the chart; the `own` series is drawn in the accent color. */
export type DayCounts = { name: string; kind: 'own' | 'other'; values: number[] }

/** Counts by day as stacked bars. */
export function DayBars({ what, days, series }: { what: string; days: string[]; series: DayCounts[] }) {
  const probe = useProbe(days)
  const label = strings.dayBars.label(what, longDay(days[0] ?? ''), longDay(days.at(-1) ?? ''))
  const caption = (
    <>
      <output>{longDay(days[probe.at] ?? '')}</output>
      {series.map(({ name, kind, values }) => (
        <span key={name} className="legend-item">
          <svg width="8" height="8" aria-hidden="true" className="chart-key">
            <rect className={`bar-${kind}`} width="8" height="8" />
          </svg>
          {name} {inDigits(values[probe.at] ?? 0)}
        </span>
      ))}
    </>
  )
  const table = () => <CountTable what={what} days={days} series={series} />
  return (
    <ChartFrame probe={probe} caption={caption} table={table}>
      <Bars days={days} series={series} probe={probe} label={label} width="wide" />
      <Bars days={days} series={series} probe={probe} label={label} width="narrow" />
    </ChartFrame>
  )
}

const frames = {
  wide: { className: 'chart wide-only', height: 140, start: 4, width: 96, days: 6 },
  narrow: { className: 'chart narrow-only', height: 120, start: 12, width: 88, days: 3 },
}

function Bars({
  days,
  series,
  probe,
  label,
  width,
}: {
  days: string[]
  series: DayCounts[]
  probe: Probe
  label: string
  width: keyof typeof frames
}) {
  const totals = days.map((_, place) => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0))
  const top = roundUpCount(Math.max(...totals, 1))
  const slot = 100 / days.length
  return (
    <PlotFrame
      frame={frames[width]}
      label={label}
      grid={[0, 50, 100].map((at) => ({ at, label: inDigits((at / 100) * top) }))}
      days={days}
      xOfDay={(index) => (index + 0.5) * slot}
      probe={probe}
    >
      {days.map((day, place) => (
        <Bar key={day} place={place} series={series} top={top} x={place * slot} width={slot} />
      ))}
      <rect className="probe-cap" x={`${probe.at * slot}%`} y="100%" width={`${slot}%`} height="3" />
    </PlotFrame>
  )
}

/** The counts of one day on top of each other, the first series at the bottom. */
function Bar({
  place,
  series,
  top,
  x,
  width,
}: {
  place: number
  series: DayCounts[]
  top: number
  x: number
  width: number
}) {
  let below = 0
  return series.map(({ name, kind, values }) => {
    const height = ((values[place] ?? 0) / top) * 100
    below += height
    if (height === 0) return null
    return (
      <rect
        key={name}
        className={`bar-${kind}`}
        x={`${x + width * 0.15}%`}
        width={`${width * 0.7}%`}
        y={`${100 - below}%`}
        height={`${height}%`}
      />
    )
  })
}

function CountTable({ what, days, series }: { what: string; days: string[]; series: DayCounts[] }) {
  const columns: Column<{ day: string; place: number }>[] = [
    { head: strings.rateTable.dayColumn, narrow: 'first', cell: ({ day }) => longDay(day) },
    ...series.map(
      ({ name, values }): Column<{ day: string; place: number }> => ({
        head: name,
        number: true,
        label: name,
        cell: ({ place }) => inDigits(values[place] ?? 0),
      }),
    ),
  ]
  const rows = days.map((day, place) => ({ day, place })).toReversed()
  return <DataTable caption={what} columns={columns} rows={rows} keyOf={({ day }) => day} />
}
