import { between, type Domain } from './scale.ts'
import * as strings from './strings.ts'
import { percent, points, rateInWords } from './words.ts'

type IntervalProps = { at: number; low: number; high: number; label: string }

/** An estimate with its interval: two caps, a line, a point. */
function Arm({ at, low, high }: Pick<IntervalProps, 'at' | 'low' | 'high'>) {
  return (
    <>
      <line className="arm" x1={`${low}%`} x2={`${high}%`} y1="10" y2="10" />
      <Cap x={low} />
      <Cap x={high} />
      <circle className="at" cx={`${at}%`} cy="10" r="4" />
    </>
  )
}

function Cap({ x }: { x: number }) {
  return (
    <svg x={`${x}%`} overflow="visible" aria-hidden="true">
      <rect className="cap" x="-1" y="4" width="2" height="12" />
    </svg>
  )
}

function Line({ x, className }: { x: number; className: string }) {
  return <line className={className} x1={`${x}%`} x2={`${x}%`} y1="-9" y2="29" />
}

type Rate = { rate: number | null; interval: { low: number; high: number } | null }

const whole: Domain = [0, 1]

/** A rate on the axis from 0 to 100 in the head of its column; nothing without a rate. */
export function RateSpan({ rate, interval, mean, own }: Rate & { mean?: number | null; own?: boolean }) {
  if (rate === null) return null
  const { low, high } = interval ?? { low: rate, high: rate }
  return (
    <svg
      className={own ? 'span own' : 'span'}
      role="img"
      aria-label={rateInWords(rate, interval)}
      width="100%"
      height="20"
    >
      {[0, 25, 50, 75, 100].map((x) => (
        <Line key={x} x={x} className="rail" />
      ))}
      {mean != null && <Line x={between(mean, whole)} className="zero dotted" />}
      <Arm at={between(rate, whole)} low={between(low, whole)} high={between(high, whole)} />
    </svg>
  )
}

/** A share as a bar with its interval at the end; the remainder, which is no brand, is hollow. */
export function ShareBar({
  rate,
  interval,
  end,
  own,
  rest,
}: Rate & { end: number; own?: boolean; rest?: boolean }) {
  if (rate === null) return null
  const axis: Domain = [0, end]
  const { low, high } = interval ?? { low: rate, high: rate }
  return (
    <svg
      className={own ? 'span own' : 'span'}
      role="img"
      aria-label={rateInWords(rate, interval)}
      width="100%"
      height="20"
    >
      <rect className={rest ? 'rest' : 'bar'} x="0" y="2" width={`${between(rate, axis)}%`} height="16" />
      {interval && <Arm at={between(rate, axis)} low={between(low, axis)} high={between(high, axis)} />}
    </svg>
  )
}

/** The axis of a column of spans, in its head. */
export function Scale({ marks = ['0', '50', '100%'] }: { marks?: [string, string, string] }) {
  return (
    <span className="scale" aria-hidden="true">
      <span>{marks[0]}</span>
      <span className="mid">{marks[1]}</span>
      <span>{marks[2]}</span>
    </span>
  )
}

/** A rate with its interval in digits: 46% 36–56. */
export function RateFigure({ rate, interval }: Rate) {
  if (rate === null) return <span className="muted">{strings.span.noAnswers}</span>
  return (
    <span className="nowrap">
      <span className="strong">{percent(rate)}</span>{' '}
      {interval && <span className="muted">{`${points(interval.low)}–${points(interval.high)}`}</span>}
    </span>
  )
}
