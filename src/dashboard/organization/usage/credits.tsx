import { inDollars } from '../../data/formats.ts'
import type { Usage } from '../../data/usage.ts'

/** The AI credits, which pay for usage over a limit. */
export function Credits({ usage }: { usage: Usage }) {
  return (
    <dl className="facts pt-4">
      <dt>Cost</dt>
      <dd>{inDollars(usage.modelCents)} this month</dd>
      <dt>Credits</dt>
      <dd>{creditsInWords(usage)}</dd>
    </dl>
  )
}

function creditsInWords({ features, creditCents }: Usage): string {
  if (creditCents !== null && creditCents > 0)
    return `${inDollars(creditCents)} left. Used for requests over a limit.`
  if (creditCents === 0) return 'None left. Requests over a limit are rejected.'
  return features.every(({ limit }) => limit === null)
    ? 'Unlimited'
    : 'None. Requests over a limit are rejected.'
}
