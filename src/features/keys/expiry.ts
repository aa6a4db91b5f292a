import { badRequest } from '../../errors.ts'
import type { KeyBody } from './model.ts'

const day = 24 * 60 * 60 * 1000

/** The expiry of a key: after some days, at a future time, or never. */
export function expiryOf(
  { expiresInDays, expiresAt }: Pick<KeyBody, 'expiresInDays' | 'expiresAt'>,
  now: Date,
) {
  if (expiresInDays && expiresAt) throw badRequest('Send expiresInDays or expiresAt, not both')
  if (expiresInDays) return new Date(now.getTime() + expiresInDays * day)
  if (!expiresAt) return null
  const time = new Date(expiresAt)
  if (!(time > now)) throw badRequest('expiresAt must be in the future, such as 2027-01-31T12:00:00.000Z')
  return time
}
