import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { toKey } from '../keys/model.ts'
import { apiKeys } from '../keys/table.ts'
import type { SignedIn } from '../sessions/service.ts'
import type { ConnectionList } from './model.ts'
import { revokeGrant } from './tokens.ts'

/** The apps that a user connected to their organizations, newest first. */
export async function listConnections(ctx: Context, session: SignedIn): Promise<ConnectionList> {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(isConnectedBy(ctx, session))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  const names = new Map(session.memberships.map(({ id, name }) => [id, name]))
  return {
    connections: rows.map((row) => ({ ...toKey(row), organization: names.get(row.organizationId) ?? '' })),
  }
}

/** Ends the access of an app that the user connected. */
export async function endConnection(ctx: Context, session: SignedIn, id: string): Promise<void> {
  const [found] = await ctx.db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(isConnectedBy(ctx, session), eq(apiKeys.id, id)))
  if (!found) throw notFound('App not found')
  await revokeGrant(ctx, id)
  ctx.log.info({ grantId: id }, 'A user revoked the access of an MCP client.')
}

const isConnectedBy = (ctx: Context, { user }: SignedIn) =>
  and(
    eq(apiKeys.createdBy, user.id),
    isNotNull(apiKeys.clientId),
    isNull(apiKeys.revokedAt),
    gt(apiKeys.expiresAt, ctx.now()),
  )
