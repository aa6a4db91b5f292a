import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { guard } from '../../../db/table.ts'
import { notFound, OperatorError } from '../../../errors.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { SearchConsoleError } from '../../../net/search-console-error.ts'
import { consoleTokenOf } from '../../integrations/secret-locations.ts'
import type { Caller } from '../../keys/model.ts'
import { suggestions } from '../prompts/table.ts'
import { findConnection } from './connection.ts'
import { searchConsoleConnections, searchConsoleProperties } from './table.ts'

export const endConnection = 'search-console.disconnect'

/** Starts to revoke and delete the connection of an organization; one that is being disconnected is not an error. */
export async function disconnect(ctx: Context, { organization }: Caller): Promise<void> {
  const connection = await findConnection(ctx, organization.id)
  if (!connection) throw notFound('Google Search Console is not connected')
  const { id } = connection
  try {
    await ctx.db.batch([
      ctx.db
        .update(searchConsoleConnections)
        .set({ status: 'disconnecting' })
        .where(and(isConnection(organization.id, id), ne(searchConsoleConnections.status, 'disconnecting'))),
      ctx.db.run(guard),
      insertJob(
        ctx,
        endConnection,
        { organizationId: organization.id, connectionId: id },
        { key: `${endConnection}:${id}` },
      ),
    ])
  } catch (error) {
    if (isGuardViolation(error)) return
    throw error
  }
  ctx.jobsReady.wake()
}

type ConnectionKey = { organizationId: string; connectionId: string }

/** Revokes the token at Google, and returns statements that delete the connection. */
export async function revokeAndDelete(ctx: Context, key: ConnectionKey): Promise<Statement[]> {
  const connection = await findConnection(ctx, key.organizationId)
  if (!connection || connection.id !== key.connectionId) return []
  const token = readToken(ctx, connection)
  if (token !== null && ctx.searchConsole !== null) {
    try {
      await ctx.searchConsole.revoke(token)
    } catch (error) {
      if (!(error instanceof SearchConsoleError)) throw error
      const { fault, detail, message } = error
      ctx.log.warn(
        { reason: message, detail },
        'Access to Google Search Console could not be revoked. If no later attempt succeeds, the user can remove it at https://myaccount.google.com/connections.',
      )
      if (fault === 'unreachable' || fault === 'limited') throw error
    }
  }
  return deleteConnection(ctx, key)
}

/** Null if it was deleted or the secret key is lost: the connection is deleted all the same. */
function readToken(
  { secrets }: Context,
  { id, encryptedRefreshToken }: { id: string; encryptedRefreshToken: string | null },
): string | null {
  if (encryptedRefreshToken === null) return null
  try {
    return secrets.decrypt(encryptedRefreshToken, consoleTokenOf({ id }))
  } catch (error) {
    if (error instanceof OperatorError) return null
    throw error
  }
}

/** Deletes the connection with its properties, and the pending suggestions that came from them. */
export function deleteConnection(ctx: Context, { organizationId, connectionId }: ConnectionKey): Statement[] {
  const synced = ctx.db
    .select({ id: searchConsoleProperties.projectId })
    .from(searchConsoleProperties)
    .where(
      and(
        eq(searchConsoleProperties.organizationId, organizationId),
        isNotNull(searchConsoleProperties.syncedAt),
      ),
    )
  return [
    ctx.db
      .delete(suggestions)
      .where(
        and(
          inArray(suggestions.projectId, synced),
          eq(suggestions.status, 'pending'),
          eq(suggestions.source, 'search_console'),
        ),
      ),
    ctx.db.delete(searchConsoleProperties).where(eq(searchConsoleProperties.organizationId, organizationId)),
    ctx.db.delete(searchConsoleConnections).where(isConnection(organizationId, connectionId)),
  ]
}

const isConnection = (organizationId: string, id: string) =>
  and(eq(searchConsoleConnections.organizationId, organizationId), eq(searchConsoleConnections.id, id))
