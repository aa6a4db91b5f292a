import { Fragment } from 'react'
import type { Outcome } from '../../../data/briefs.ts'
import { RateFigure, RateSpan, Scale } from '../../../kit/charts/span.tsx'
import { count } from '../../../kit/english.ts'

/** The mention rates before and after the article on one axis, each with its interval. */
export function BeforeAfter({ outcome: { before, after } }: { outcome: Outcome }) {
  const rows = [
    { name: 'Before', rate: before, own: false },
    { name: 'After', rate: after, own: true },
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
          <span className="muted small">{rate.n > 0 && count(rate.n, 'answer')}</span>
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
