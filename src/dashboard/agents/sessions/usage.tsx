import { inDigits } from '../../kit/number.ts'
import * as strings from './strings.ts'
import type { Usage } from './timeline.ts'

const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})

/** The usage of model calls in one line. */
export function UsageLine({ label, usage }: { label: string; usage: Usage }) {
  return (
    <p className="muted small">
      {label}: {usageInWords(usage)}
    </p>
  )
}

function usageInWords({ inputTokens, outputTokens, costUsd }: Usage): string {
  const tokens = strings.usage.tokens(inDigits(inputTokens), inDigits(outputTokens))
  return costUsd > 0 ? `${tokens}, ${dollars.format(costUsd)}` : tokens
}
