import { useState } from 'react'
import { Button } from '../button.tsx'
import { Plot } from './plot.tsx'
import { RateTable } from './rate-table.tsx'
import type { Mark, Series } from './series.ts'
import * as strings from './strings.ts'
import { useProbe } from './use-probe.ts'
import { longDay, percent, rateInWords } from './words.ts'

/**
 * A brand's rate by day with its 95% band, and at most five others as thin lines. It is one focus stop: the
 * arrow keys move by day, and the values of the day are announced.
 */
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
  const [isTable, setTable] = useState(false)
  const probe = useProbe(own.points)
  const drawn = { days, own, others: others.slice(0, 5), marks, probe }
  const label = strings.rateChart.label(what, longDay(days[0] ?? ''), longDay(days.at(-1) ?? ''))
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
        <Plot {...drawn} label={label} width="wide" />
        <Plot {...drawn} label={label} width="narrow" />
      </div>
      {/* biome-ignore-end lint/a11y: the chart is one stop of the keyboard, in which the arrows walk */}
      <figcaption className="caption">
        <Probed days={days} own={own} others={drawn.others} at={probe.at} />
        <span title={strings.rateChart.confidenceInterval}>{strings.rateChart.likelyRange}</span>
        <Button slim look="quiet" className="end" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? strings.rateChart.hideTable : strings.rateChart.showAsTable}
        </Button>
      </figcaption>
      {isTable && <RateTable what={what} days={days} own={own} others={drawn.others} />}
    </figure>
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
