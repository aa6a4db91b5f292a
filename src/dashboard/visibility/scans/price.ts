import { inDollars } from '../../data/formats.ts'
import type { Estimate } from '../../data/scans.ts'
import * as strings from './strings.ts'

/** The cost of a scan, and its basis; nothing for an empty scan. */
export function priceInWords({ cents, basis, checks }: Pick<Estimate, 'cents' | 'basis' | 'checks'>): string {
  if (checks === 0) return ''
  const price = cents < 1 ? strings.price.underOneCent : strings.price.about(inDollars(cents))
  return strings.price.from(price, basis)
}
