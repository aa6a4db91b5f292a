import { t } from 'elysia'
import { linkToken, newPassword, personName } from '../model.ts'

export const PasswordLook = t.Object({ token: linkToken })
/** What the page of a password link shows before it is filled in. */
export const PasswordOffer = t.Object({ email: t.String(), name: t.String(), minutesLeft: t.Integer() })

export const PasswordByLink = t.Object({
  token: linkToken,
  name: t.Optional(personName),
  password: newPassword,
})
export type PasswordByLink = typeof PasswordByLink.static
