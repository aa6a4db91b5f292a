import { Fragment } from 'react'
import type { Outcome } from '../../../data/briefs.ts'
import { RateFigure, RateSpan, Scale } from '../../../kit/charts/span.tsx'
import * as strings from './strings.ts'

/** The mention rates before and after the article on one axis, each with its interval. */
export function BeforeAfter({ outcome: { before, after } }: { outcome: Outcome }) {
  const rows = [
    { name: strings.beforeAfter.before, rate: before, own: false },
    { name: strings.beforeAfter.after, rate: after, own: true },
  ]
  return (
    <div className="before-after">
      <span />
      <Scale />
      <span />
      <span />
      {rows.map(({ name, rate, own }) => (
        <Fragment key={name}>
          <span>{name}</span>
          <span>
            <RateSpan rate={rate.rate} interval={rate.interval} own={own} />
          </span>
          <RateFigure rate={rate.rate} interval={rate.interval} />
          <span className="muted small">{rate.n > 0 && strings.beforeAfter.answers(rate.n)}</span>
        </Fragment>
      ))}
    </div>
  )
}

/** The same within a row: two spans above each other. */
export function BeforeAfterMark({ outcome: { before, after } }: { outcome: Outcome }) {
  return (
    <span className="before-after-mark">
      <RateSpan rate={before.rate} interval={before.interval} />
      <RateSpan rate={after.rate} interval={after.interval} own />
    </span>
  )
}
