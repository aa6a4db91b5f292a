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
})

/** A name and a password make an account; a password alone is that of an existing one. A signed-in user sends neither. */
export const Acceptance = t.Object({
  token: linkToken,
  name: t.Optional(personName),
  password: t.Optional(newPassword),
})
export type Acceptance = typeof Acceptance.static
