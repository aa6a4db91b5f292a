import { and, desc, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { invitations } from '../invitations/table.ts'
import type { Caller } from '../keys/model.ts'
import { toKey } from '../keys/model.ts'
import { apiKeys } from '../keys/table.ts'
import { links, sessions } from '../sessions/table.ts'
import { members, type Role } from './table.ts'

/**
 * A statement that withdraws the open invitations of a member that their role does not allow, and returns their ids:
 * only owners invite owners, and members invite nobody. Without a role, withdraws all.
 */
export function withdrawInvitations(ctx: Context, userId: string, organizationId: string, role: Role | null) {
  const isOpen = and(
    eq(invitations.organizationId, organizationId),
    eq(invitations.invitedBy, userId),
    isNull(invitations.acceptedAt),
  )
  const beyond = { owner: sql`false`, admin: eq(invitations.role, 'owner'), member: undefined }
  return ctx.db
    .delete(invitations)
    .where(and(isOpen, role === null ? undefined : beyond[role]))
    .returning({ id: invitations.id })
}

/** Statements that end the sessions and links of a user who no longer belongs to any organization. */
export function endAccess(ctx: Context, userId: string): Statement[] {
  const memberships = ctx.db.select({ one: sql`1` }).from(members).where(eq(members.userId, userId))
  return [
    ctx.db.delete(sessions).where(and(eq(sessions.userId, userId), notExists(memberships))),
    ctx.db.delete(links).where(and(eq(links.userId, userId), notExists(memberships))),
  ]
}

/** The active API keys and feedback tokens that a user created in an organization, newest first. */
export async function listKeysOf(
  ctx: Context,
  { organization }: Pick<Caller, 'organization'>,
  userId: string,
) {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(createdBy(organization.id, userId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return { keys: rows.map(toKey) }
}

/** Revokes all keys of a member or a former member. */
export async function revokeKeysOf(ctx: Context, { organization }: Caller, userId: string) {
  const revoked = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.now() })
    .where(createdBy(organization.id, userId))
    .returning({ id: apiKeys.id })
  return { revoked: revoked.length }
}

/** A statement that ends a former member's access tokens of OAuth clients. */
export function endConnections(ctx: Context, userId: string, organizationId: string): Statement {
  return ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.now() })
    .where(and(createdBy(organizationId, userId), isNotNull(apiKeys.clientId)))
}

const createdBy = (organizationId: string, userId: string) =>
  and(
    eq(apiKeys.createdBy, userId),
    // Avoids the index: an organization may have many more keys than one of its members created.
    sql`+${apiKeys.organizationId} = ${organizationId}`,
    isNull(apiKeys.revokedAt),
  )
