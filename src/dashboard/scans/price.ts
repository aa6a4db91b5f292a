import type { Estimate } from './queries.ts'

/** What a scan costs, and how that is known; nothing where it asks nothing. */
export function priceInWords({ cents, basis, checks }: Estimate): string {
  if (checks === 0) return ''
  const price =
    cents < 1 ? 'under 1 cent' : cents < 100 ? `${Math.round(cents)} cents` : `$${(cents / 100).toFixed(2)}`
  return basis === 'recorded'
    ? `About ${price}, by what answers took before`
    : `About ${price}, by the catalog`
}
