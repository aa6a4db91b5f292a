import { t } from 'elysia'
import { emailField, oneOf } from '../../http/fields.ts'
import { roleField } from '../members/model.ts'
import { roles } from '../members/table.ts'
import type { invitations } from './table.ts'

export type InvitationRow = typeof invitations.$inferSelect

/** An open invitation as admins see it. */
export const Invitation = t.Object({
  id: t.String(),
  email: t.String(),
  role: oneOf(roles),
  expiresAt: t.String(),
  invitedBy: t.Nullable(t.String({ description: 'Name of the inviter.' })),
})
export type Invitation = typeof Invitation.static
export const InvitationList = t.Object({ invitations: t.Array(Invitation) })

export const NewInvitation = t.Object({ email: emailField(), role: roleField })
export type NewInvitation = typeof NewInvitation.static
/** Only this response contains the link. */
export const MadeInvitation = t.Object({
  invitation: Invitation,
  url: t.String(),
  isMailed: t.Boolean({ description: 'True if the link was also sent by email.' }),
})
export const WithdrawnInvitation = t.Object({ id: t.String() })

type InvitationFields = Pick<InvitationRow, 'id' | 'email' | 'role' | 'expiresAt'>

export function toInvitation(
  { id, email, role, expiresAt }: InvitationFields,
  invitedBy: string | null,
): Invitation {
  return { id, email, role, expiresAt: expiresAt.toISOString(), invitedBy }
}
