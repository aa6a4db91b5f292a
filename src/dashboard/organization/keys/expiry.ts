import type { Choice } from '../../kit/field.tsx'
import * as strings from './strings.ts'

/** The days after which a key expires; an empty one never does. */
export const expiryChoices: Choice[] = [
  { value: '30', label: strings.expiry.in30Days },
  { value: '90', label: strings.expiry.in90Days },
  { value: '365', label: strings.expiry.inAYear },
  { value: '', label: strings.expiry.never },
]

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** The expiry date of a choice. */
export function expiryHint(days: string): string {
  if (!days) return strings.expiry.validUntilRevoked
  return strings.expiry.validUntil(day.format(Date.now() + Number(days) * 86_400_000))
}
