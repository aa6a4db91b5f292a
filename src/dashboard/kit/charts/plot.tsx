import { At, PlotFrame } from './chart-frame.tsx'
import { Band, Line } from './lines.tsx'
import { across, listHoles, spread } from './scale.ts'
import type { Mark, Series } from './series.ts'
import { shortLabels } from './short-labels.ts'
import * as strings from './strings.ts'
import type { Probe } from './use-probe.ts'
import { percent, points } from './words.ts'

const frames = {
  wide: { className: 'chart wide-only', height: 248, start: 4, width: 84, days: 5, letters: 12 },
  narrow: { className: 'chart narrow-only', height: 200, start: 9, width: 63, days: 3, letters: 10 },
}

type PlotProps = { days: string[]; own: Series; others: Series[]; marks: Mark[]; probe: Probe; label: string }

export function Plot({
  days,
  own,
  others,
  marks,
  probe,
  label,
  width,
}: PlotProps & { width: keyof typeof frames }) {
  const frame = frames[width]
  return (
    <PlotFrame
      frame={frame}
      label={label}
      grid={[0, 25, 50, 75, 100].map((at) => ({ at, label: at === 100 ? '100%' : String(at) }))}
      days={days}
      xOfDay={(index) => across(index, days.length)}
      probe={probe}
    >
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        width="100%"
        height="100%"
        overflow="visible"
        aria-hidden="true"
      >
        <Band points={own.points} />
        {others.map((series) => (
          <Line key={series.name} points={series.points} className="other" />
        ))}
        <Line points={own.points} className="own" />
      </svg>
      <Marks days={days} marks={marks} />
      {listHoles(own.points).map(({ from, to }) => (
        <At key={from} x={across((from + to) / 2, days.length)} y={100}>
          <text textAnchor="middle" y="-10">
            {strings.plot.noScans}
          </text>
        </At>
      ))}
      <Selected at={probe.at} series={own} />
      <Names own={own} others={others} letters={frame.letters} gap={1600 / frame.height} />
    </PlotFrame>
  )
}

/** Dotted rules for events; the labels of close ones are below each other. */
function Marks({ days, marks }: { days: string[]; marks: Mark[] }) {
  return marks.slice(0, 4).map(({ day, text }, row) => {
    const x = across(days.indexOf(day), days.length)
    if (!days.includes(day)) return null
    return (
      <g key={`${day} ${text}`}>
        <line className="rule" x1={`${x}%`} x2={`${x}%`} y1="0" y2="100%" />
        <At x={x}>
          <text className="note" x={x > 60 ? -6 : 6} y={10 + row * 16} textAnchor={x > 60 ? 'end' : 'start'}>
            {text}
          </text>
        </At>
      </g>
    )
  })
}

/** The selected day, as a span on the band. */
function Selected({ at, series }: { at: number; series: Series }) {
  const point = series.points[at]
  const x = across(at, series.points.length)
  if (!point) return <line className="nothing" x1={`${x}%`} x2={`${x}%`} y1="0" y2="100%" />
  const [high, low] = point.interval
    ? [100 - point.interval.high * 100, 100 - point.interval.low * 100]
    : [100 - point.rate * 100, 100 - point.rate * 100]
  return (
    <>
      <line className="probe" x1={`${x}%`} x2={`${x}%`} y1={`${high}%`} y2={`${low}%`} />
      {[high, low].map((y, end) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two ends of one span
        <At key={end} x={x} y={y}>
          <rect className="probe-cap" x="-6" y="-1" width="12" height="2" />
        </At>
      ))}
      <circle className="probe-at" cx={`${x}%`} cy={`${100 - point.rate * 100}%`} r="5" />
    </>
  )
}

/** The labels at the ends of the lines, instead of a legend, moved apart if they would overlap. */
function Names({
  own,
  others,
  letters,
  gap,
}: {
  own: Series
  others: Series[]
  letters: number
  gap: number
}) {
  const named = [own, ...others].flatMap((series) => {
    const last = series.points.findLast((point) => point !== null)
    return last ? [{ name: series.name, rate: last.rate }] : []
  })
  const places = spread(
    named.map(({ rate }) => 100 - rate * 100),
    gap,
  )
  const isNarrow = letters < 12
  const labels = shortLabels(
    named.map(({ name }) => name),
    letters,
  )
  return named.map(({ name, rate }, place) => (
    <At key={name} x={100} y={places[place]}>
      <text x="8" y="4" className={name === own.name ? 'own-label' : undefined}>
        {`${labels[place]} ${isNarrow ? points(rate) : percent(rate)}`}
      </text>
    </At>
  ))
}
