import { ChartFrame } from './chart-frame.tsx'
import { Plot } from './plot.tsx'
import { RateTable } from './rate-table.tsx'
import type { Mark, Series } from './series.ts'
import * as strings from './strings.ts'
import { useProbe } from './use-probe.ts'
import { longDay, percent, rateInWords } from './words.ts'

/** A brand's rate by day with its 95% band, and at most five others as thin lines. */
export function RateChart({
  what,
  days,
  own,
  others = [],
  marks = [],
}: {
  /** A description for screen readers: "Mention rate of Acme". */
  what: string
  days: string[]
  own: Series
  others?: Series[]
  marks?: Mark[]
}) {
  const probe = useProbe(own.points)
  const drawn = { days, own, others: others.slice(0, 5), marks, probe }
  const label = strings.rateChart.label(what, longDay(days[0] ?? ''), longDay(days.at(-1) ?? ''))
  const caption = (
    <>
      <Probed days={days} own={own} others={drawn.others} at={probe.at} />
      <span>{strings.rateChart.likelyRange}</span>
    </>
  )
  const table = () => <RateTable what={what} days={days} own={own} others={drawn.others} />
  return (
    <ChartFrame probe={probe} caption={caption} table={table}>
      <Plot {...drawn} label={label} width="wide" />
      <Plot {...drawn} label={label} width="narrow" />
    </ChartFrame>
  )
}

function Probed({ days, own, others, at }: { days: string[]; own: Series; others: Series[]; at: number }) {
  const point = own.points[at]
  const beside = others.flatMap(({ name, points }) => {
    const other = points[at]
    return other ? [`${name} ${percent(other.rate)}`] : []
  })
  const day = longDay(days[at] ?? '')
  return (
    <>
      <output>
        {point
          ? `${day}: ${rateInWords(point.rate, point.interval)}, ${strings.rateChart.answers(point.n)}`
          : strings.rateChart.noScans(day)}
      </output>
      {beside.length > 0 && <span>{beside.join(', ')}</span>}
    </>
  )
}
