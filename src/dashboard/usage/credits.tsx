import type { Usage } from './queries.ts'

const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
})
const inDollars = (cents: number) => dollars.format(cents / 100)

/** What models cost, and the credits that pay for what is over a limit. */
export function Credits({ usage: { modelCents, creditCents } }: { usage: Usage }) {
  return (
    <dl className="facts pt-4">
      <dt>This month</dt>
      <dd>{inDollars(modelCents)}</dd>
      <dt>Credits</dt>
      <dd>
        {creditCents === null && (
          <span className="muted">None are kept: what is over a limit is refused.</span>
        )}
        {creditCents === 0 && 'None left: what is over a limit is refused.'}
        {creditCents !== null &&
          creditCents > 0 &&
          `${inDollars(creditCents)} left, for what is over a limit.`}
      </dd>
    </dl>
  )
}
