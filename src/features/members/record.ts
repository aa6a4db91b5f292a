import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { members, type Role, users } from './table.ts'

type NewUser = { email: string; name: string; passwordHash: string | null }

/** A person, and the statement that adds them. */
export function newUser(ctx: Context, user: NewUser) {
  const row = { ...user, id: Bun.randomUUIDv7(), createdAt: ctx.now() }
  return { user: row, statement: ctx.db.insert(users).values(row) }
}

/** A statement that makes somebody a member; who is one already stays what they are. */
export function addMember(ctx: Context, userId: string, organizationId: string, role: Role): Statement {
  const row = { userId, organizationId, role, createdAt: ctx.now() }
  return ctx.db.insert(members).values(row).onConflictDoNothing()
}
