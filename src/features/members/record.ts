import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { guard } from '../../db/table.ts'
import { members, type Role, users } from './table.ts'

type NewUser = { email: string; name: string; passwordHash: string | null; emailVerifiedAt?: Date }

/** A person, and the statement that adds them. */
export function newUser(ctx: Context, user: NewUser) {
  const row = { emailVerifiedAt: null, ...user, id: Bun.randomUUIDv7(), createdAt: ctx.now() }
  return { user: row, statement: ctx.db.insert(users).values(row) }
}

/** A statement that changes what is given of somebody. */
export function changeUser(
  ctx: Context,
  id: string,
  patch: { name?: string; email?: string; passwordHash?: string; emailVerifiedAt?: null },
) {
  return ctx.db.update(users).set(patch).where(eq(users.id, id))
}

/** Statements that stop the batch after them where somebody's password is another one by now. */
export function holdPassword(
  ctx: Context,
  { id, passwordHash }: Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>,
): Statement[] {
  const isSame = and(eq(users.id, id), sql`${users.passwordHash} is ${passwordHash}`)
  return [ctx.db.update(users).set({ passwordHash }).where(isSame), ctx.db.run(guard)]
}

/** A statement that makes somebody a member; who is one already stays what they are. */
export function addMember(ctx: Context, userId: string, organizationId: string, role: Role): Statement {
  const row = { userId, organizationId, role, createdAt: ctx.now() }
  return ctx.db.insert(members).values(row).onConflictDoNothing()
}

/** A statement that gives a member another role, and gives back their row; the last owner stays one. */
export function changeRole(ctx: Context, userId: string, organizationId: string, role: Role) {
  const where = role === 'owner' ? one(userId, organizationId) : oneOfSeveral(userId, organizationId)
  return ctx.db.update(members).set({ role }).where(where).returning()
}

/** A statement that ends a membership, and gives back its row; the last owner stays. */
export function removeMember(ctx: Context, userId: string, organizationId: string) {
  return ctx.db.delete(members).where(oneOfSeveral(userId, organizationId)).returning()
}

/** Selects one membership. */
export const one = (userId: string, organizationId: string) =>
  and(eq(members.userId, userId), eq(members.organizationId, organizationId))

/** Asked within the statement that changes it, so that of two owners who leave at once one stays. */
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
