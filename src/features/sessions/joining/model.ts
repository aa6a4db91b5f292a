import { t } from 'elysia'
import { oneOf } from '../../../http/fields.ts'
import { roles } from '../../members/table.ts'
import { Organization } from '../../organizations/model.ts'
import { linkToken, newPassword, personName } from '../model.ts'

export const InvitationLook = t.Object({ token: linkToken })
/** What the page of an invitation shows before it is accepted. */
export const InvitationOffer = t.Object({
  email: t.String(),
  role: oneOf(roles),
  organization: Organization,
  invitedBy: t.Nullable(t.String()),
  hasAccount: t.Boolean({ description: 'Whoever is invited has an account here: they sign in with it.' }),
})

/** A new account needs a name and a password; one that is there its own password, unless it is signed in. */
export const Acceptance = t.Object({
  token: linkToken,
  name: t.Optional(personName),
  password: t.Optional(newPassword),
})
export type Acceptance = typeof Acceptance.static
