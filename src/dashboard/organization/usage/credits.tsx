import { inDollars } from '../../data/formats.ts'
import type { Usage } from '../../data/usage.ts'
import * as strings from './strings.ts'

/** The AI credits, which pay for usage over a limit. */
export function Credits({ usage }: { usage: Usage }) {
  return (
    <dl className="facts pt-4">
      <dt>{strings.credits.cost}</dt>
      <dd>{strings.credits.thisMonth(inDollars(usage.modelCents))}</dd>
      <dt>{strings.credits.credits}</dt>
      <dd>{creditsInWords(usage)}</dd>
    </dl>
  )
}

function creditsInWords({ features, creditCents }: Usage): string {
  if (creditCents !== null && creditCents > 0) return strings.credits.left(inDollars(creditCents))
  if (creditCents === 0) return strings.credits.noneLeft
  return features.every(({ limit }) => limit === null) ? strings.credits.unlimited : strings.credits.none
}
