import type { Choice } from '../../kit/field.tsx'

/** The days after which a key expires; an empty one never does. */
export const expiryChoices: Choice[] = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
]

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** The expiry date of a choice. */
export function expiryHint(days: string): string {
  if (!days) return 'Valid until revoked.'
  return `Valid until ${day.format(Date.now() + Number(days) * 86_400_000)}.`
}
