import type { Estimate } from '../../data/scans.ts'

/** The cost of a scan, and its basis; nothing for an empty scan. */
export function priceInWords({ cents, basis, checks }: Estimate): string {
  if (checks === 0) return ''
  const price = cents < 1 ? 'Under $0.01' : `About $${(cents / 100).toFixed(2)}`
  return `${price}, from ${basis === 'recorded' ? 'past scans' : 'list prices'}`
}
