import { t } from 'elysia'
import { integer, integerWith, oneOf, text } from '../../http/fields.ts'
import { Key } from '../keys/model.ts'
import { Organization, slugField } from '../organizations/model.ts'
import { type members, roles, type users } from './table.ts'

export type UserRow = typeof users.$inferSelect

/** A user as they see themselves. */
export const User = t.Object({
  id: t.String(),
  name: t.String(),
  email: t.String(),
  hasPassword: t.Boolean(),
})
export type User = typeof User.static

/** An organization that a user belongs to, and their role there. */
export const Membership = t.Composite([Organization, t.Object({ role: oneOf(roles) })])
export type Membership = typeof Membership.static

/** A member as other members see them. */
export const Member = t.Object({
  userId: t.String(),
  name: t.String(),
  email: t.String(),
  role: oneOf(roles),
  createdAt: t.String(),
})
export type Member = typeof Member.static
export const MemberList = t.Object({ members: t.Array(Member) })
/** A member whose role changed or who left, with their active keys. */
export const ChangedMember = t.Object({
  member: Member,
  keys: t.Array(Key),
  withdrawnInvitations: integerWith({
    description: 'Open invitations that were withdrawn because of the new rights.',
  }),
})
export const KeysOfMember = t.Object({ keys: t.Array(Key) })
export const RevokedKeys = t.Object({ revoked: integer })

export const roleField = oneOf(roles, { error: `role must be one of ${roles.join(', ')}` })
export const MemberPatch = t.Object({ role: roleField })

/** An organization that a user creates; the default slug is made from its name. */
export const NewOrganization = t.Object({
  name: text('name', 1, 120),
  slug: t.Optional(slugField),
})
export type NewOrganization = typeof NewOrganization.static
export const OneMembership = t.Object({ organization: Membership })

type MemberRow = Pick<typeof members.$inferSelect, 'role' | 'createdAt'>

export function toMember(
  { role, createdAt }: MemberRow,
  { id, name, email }: Pick<UserRow, 'id' | 'name' | 'email'>,
): Member {
  return { userId: id, name, email, role, createdAt: createdAt.toISOString() }
}

export function toUser({ id, name, email, passwordHash }: Omit<UserRow, 'createdAt'>): User {
  return { id, name, email, hasPassword: passwordHash !== null }
}

/** The organizations that a caller can use (contract 14): for a key, and for a session, the current one. */
export const Workspaces = t.Object({
  currentWorkspace: Organization,
  workspaces: t.Array(
    t.Object({
      ...Organization.properties,
      role: t.Nullable(oneOf(roles)),
      status: oneOf(['active', 'pending']),
      isCurrent: t.Boolean(),
    }),
  ),
  authentication: t.Object({ type: oneOf(['apiKey', 'session']) }),
})

export const WorkspacesQuery = t.Object({
  includePending: t.Optional(
    oneOf(['true', 'false'], {
      description: 'Has no effect.',
      error: 'includePending must be true or false',
    }),
  ),
})
