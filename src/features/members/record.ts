import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { guard } from '../../db/table.ts'
import { members, type Role, users } from './table.ts'

type NewUser = { email: string; name: string; passwordHash: string | null; emailVerifiedAt?: Date }

/** A user, and the statement that adds them. */
export function newUser(ctx: Context, user: NewUser) {
  const row = { emailVerifiedAt: null, ...user, id: Bun.randomUUIDv7(), createdAt: ctx.now() }
  return { user: row, statement: ctx.db.insert(users).values(row) }
}

/** A statement that updates the given fields of a user. */
export function changeUser(
  ctx: Context,
  id: string,
  patch: { name?: string; email?: string; passwordHash?: string; emailVerifiedAt?: null },
) {
  return ctx.db.update(users).set(patch).where(eq(users.id, id))
}

/** Statements that fail the batch if the user's password changed meanwhile. */
export function guardPassword(
  ctx: Context,
  { id, passwordHash }: Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>,
): Statement[] {
  const isSame = and(eq(users.id, id), sql`${users.passwordHash} is ${passwordHash}`)
  return [ctx.db.update(users).set({ passwordHash }).where(isSame), ctx.db.run(guard)]
}

/** A statement that adds a member; existing members keep their role. */
export function addMember(ctx: Context, userId: string, organizationId: string, role: Role): Statement {
  const row = { userId, organizationId, role, createdAt: ctx.now() }
  return ctx.db.insert(members).values(row).onConflictDoNothing()
}

/** A statement that changes a member's role and returns their row; no row if the last owner would lose that role. */
export function changeRole(ctx: Context, userId: string, organizationId: string, role: Role) {
  const where = role === 'owner' ? one(userId, organizationId) : oneOfSeveral(userId, organizationId)
  return ctx.db.update(members).set({ role }).where(where).returning()
}

/** A statement that deletes a membership and returns its row; no row for the last owner. */
export function removeMember(ctx: Context, userId: string, organizationId: string) {
  return ctx.db.delete(members).where(oneOfSeveral(userId, organizationId)).returning()
}

/** Selects one membership. */
export const one = (userId: string, organizationId: string) =>
  and(eq(members.userId, userId), eq(members.organizationId, organizationId))

/** Checked within the statement that changes it, so that one of two owners who leave simultaneously stays. */
const oneOfSeveral = (userId: string, organizationId: string) =>
  and(
    one(userId, organizationId),
    or(
      ne(members.role, 'owner'),
      sql`exists (
        select 1 from members as other
        where other.organization_id = ${organizationId} and other.role = 'owner' and other.user_id <> ${userId}
      )`,
    ),
  )
