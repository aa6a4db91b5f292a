import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { badRequest } from '../../errors.ts'
import { fetchClientDocument, isDocumentAddress } from './client-document.ts'
import { oauthClients } from './table.ts'

/** Clients that nobody approved; the oldest beyond that are deleted. */
const maxUnapproved = 1000
const day = 24 * 60 * 60 * 1000

/** How long a registration is stored: until it is approved, and after its last use. */
export const [unapprovedMs, unusedMs] = [day, 90 * day]

export type Client = typeof oauthClients.$inferSelect

/** The client with an id, from its registration or its metadata document; 400 with a sentence for the user. */
export async function getClient(ctx: Context, id: string): Promise<Client> {
  const known = await findClient(ctx, id)
  if (known) return known
  if (!isDocumentAddress(ctx, id))
    throw badRequest('This app is not registered here. Remove the connection in the app, and connect again.')
  const { name, redirectUris, seconds } = await fetchClientDocument(ctx, id)
  const now = ctx.now()
  const client: Client = {
    ...{ id, name, redirectUris, secretHash: null, fingerprint: null, approvedAt: null, createdAt: now },
    expiresAt: new Date(now.getTime() + seconds * 1000),
  }
  await ctx.db.batch([
    ctx.db.insert(oauthClients).values(client).onConflictDoUpdate({ target: oauthClients.id, set: client }),
    dropOldest(ctx),
  ])
  return client
}

/** The stored client with an id; null if there is none, or it has expired. */
export async function findClient(ctx: Context, id: string): Promise<Client | null> {
  const [client] = await ctx.db
    .select()
    .from(oauthClients)
    .where(and(eq(oauthClients.id, id), gt(oauthClients.expiresAt, ctx.now())))
  return client ?? null
}

/** A statement that keeps a registered client for another 90 days. */
export function keepClient(ctx: Context, id: string): Statement {
  const now = ctx.now()
  return ctx.db
    .update(oauthClients)
    .set({
      approvedAt: sql`coalesce(${oauthClients.approvedAt}, ${now.getTime()})`,
      expiresAt: new Date(now.getTime() + unusedMs),
    })
    .where(and(eq(oauthClients.id, id), isNotNull(oauthClients.fingerprint)))
}

/** A statement that deletes all but the newest clients that nobody approved. */
export const dropOldest = (ctx: Context): Statement =>
  ctx.db.run(sql`
    delete from oauth_clients where id in (
      select id from oauth_clients where approved_at is null
      order by created_at desc limit -1 offset ${maxUnapproved})`)
