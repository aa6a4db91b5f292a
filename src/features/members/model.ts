import { t } from 'elysia'
import { oneOf } from '../../http/fields.ts'
import { Organization } from '../organizations/model.ts'
import { type Role, roles, type users } from './table.ts'

export type UserRow = typeof users.$inferSelect

/** A person as they see themselves. */
export const User = t.Object({
  id: t.String(),
  name: t.String(),
  email: t.String(),
  hasPassword: t.Boolean(),
})
export type User = typeof User.static

/** An organization that somebody belongs to, and their role there. */
export const Membership = t.Composite([Organization, t.Object({ role: oneOf(roles) })])
export type Membership = typeof Membership.static

/** Who is signed in, in the organization that they work in. */
export type Person = { id: string; name: string; email: string; role: Role }

export function toUser({ id, name, email, passwordHash }: Omit<UserRow, 'createdAt'>): User {
  return { id, name, email, hasPassword: passwordHash !== null }
}
