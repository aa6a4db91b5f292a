import { useState } from 'react'
import { Button } from '../button.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { At } from './plot.tsx'
import { pickPlaces, roundUpCount } from './scale.ts'
import * as strings from './strings.ts'
import { type Probe, useProbe } from './use-probe.ts'
import { longDay, shortDay } from './words.ts'

/** A count for each day of the chart; the `own` series is drawn in the accent colour. */
export type DayCounts = { name: string; kind: 'own' | 'other'; values: number[] }

/**
 * Counts by day as stacked bars. It is one focus stop: the arrow keys move by day, and the counts of the day are
 * announced.
 */
export function DayBars({ what, days, series }: { what: string; days: string[]; series: DayCounts[] }) {
  const [isTable, setTable] = useState(false)
  const probe = useProbe(days)
  const label = strings.dayBars.label(what, longDay(days[0] ?? ''), longDay(days.at(-1) ?? ''))
  return (
    <figure>
      {/* biome-ignore-start lint/a11y: the chart is one stop of the keyboard, in which the arrows walk */}
      <div
        className="chart-box"
        role="group"
        aria-label={strings.rateChart.keyboardHint}
        tabIndex={0}
        onKeyDown={probe.press}
      >
        <Bars days={days} series={series} probe={probe} label={label} width="wide" />
        <Bars days={days} series={series} probe={probe} label={label} width="narrow" />
      </div>
      {/* biome-ignore-end lint/a11y: the chart is one stop of the keyboard, in which the arrows walk */}
      <figcaption className="caption">
        <output>{longDay(days[probe.at] ?? '')}</output>
        {series.map(({ name, kind, values }) => (
          <span key={name} className="legend-item">
            <svg width="8" height="8" aria-hidden="true" className="chart-key">
              <rect className={`bar-${kind}`} width="8" height="8" />
            </svg>
            {name} {(values[probe.at] ?? 0).toLocaleString()}
          </span>
        ))}
        <Button slim look="quiet" className="end" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? strings.rateChart.hideTable : strings.rateChart.showAsTable}
        </Button>
      </figcaption>
      {isTable && <CountTable what={what} days={days} series={series} />}
    </figure>
  )
}

const frames = {
  wide: { className: 'chart wide-only', height: 140, start: 4, days: 6 },
  narrow: { className: 'chart narrow-only', height: 120, start: 12, days: 3 },
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
  const frame = frames[width]
  const totals = days.map((_, place) => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0))
  const top = roundUpCount(Math.max(...totals, 1))
  const slot = 100 / days.length
  const middle = (place: number) => (place + 0.5) * slot
  return (
    <svg className={frame.className} height={frame.height + 44} role="img" aria-label={label}>
      <svg y="12" height={frame.height} overflow="visible" aria-hidden="true">
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line
              className={value === 0 ? 'axis' : 'grid'}
              x1={`${frame.start}%`}
              x2="100%"
              y1={`${100 - (value / top) * 100}%`}
              y2={`${100 - (value / top) * 100}%`}
            />
            <At y={100 - (value / top) * 100}>
              <text y="4">{value.toLocaleString()}</text>
            </At>
          </g>
        ))}
        <svg
          x={`${frame.start}%`}
          width={`${100 - frame.start}%`}
          height="100%"
          overflow="visible"
          aria-hidden="true"
        >
          {days.map((day, place) => (
            <Bar key={day} place={place} series={series} top={top} x={place * slot} width={slot} />
          ))}
          <rect className="probe-cap" x={`${probe.at * slot}%`} y="100%" width={`${slot}%`} height="3" />
          {pickPlaces(days.length, frame.days).map((place) => (
            <At key={place} x={middle(place)} y={100}>
              <text y="22" textAnchor={place === 0 ? 'start' : place === days.length - 1 ? 'end' : 'middle'}>
                {shortDay(days[place] ?? '')}
              </text>
            </At>
          ))}
          <rect
            className="catch"
            width="100%"
            height="100%"
            onPointerMove={probe.point}
            onPointerDown={probe.point}
            onPointerLeave={probe.leave}
          />
        </svg>
      </svg>
    </svg>
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
        cell: ({ place }) => (values[place] ?? 0).toLocaleString(),
      }),
    ),
  ]
  const rows = days.map((day, place) => ({ day, place })).toReversed()
  return <DataTable caption={what} columns={columns} rows={rows} keyOf={({ day }) => day} />
}
