import { t } from 'elysia'
import { emailField } from '../../../http/fields.ts'
import { User } from '../../members/model.ts'
import { newPassword, personName, typedPassword } from '../model.ts'

/** A new e-mail address wants the password as well, where there is one. */
export const AccountPatch = t.Object({
  name: t.Optional(personName),
  email: t.Optional(emailField()),
  currentPassword: t.Optional(typedPassword),
})
export type AccountPatch = typeof AccountPatch.static

export const PasswordChange = t.Object({
  currentPassword: t.Optional(typedPassword),
  password: newPassword,
})
export type PasswordChange = typeof PasswordChange.static

export const OneUser = t.Object({ user: User })
/** How many other browsers somebody is signed in in. */
export const OtherSessions = t.Object({ others: t.Integer() })
export const EndedSessions = t.Object({ ended: t.Integer() })
