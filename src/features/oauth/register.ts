import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { buckets } from '../../http/buckets.ts'
import { spend } from '../../http/rate-limits.ts'
import { hashToken, newToken } from '../../ids.ts'
import { clip, plainLine } from '../../text/line.ts'
import { type Client, dropOldest, unapprovedMs } from './clients.ts'
import { authMethods } from './metadata.ts'
import { oauthError } from './oauth-error.ts'
import { kindOfRedirect } from './redirect-uri.ts'
import { oauthClients } from './table.ts'

const maxRedirectUris = 10
/** Some clients register twice at once: an equal registration soon after gets the same id. */
const equalMs = 10 * 60 * 1000

/** Registers a client (RFC 7591) from any address; what it says about itself is not verified. */
export async function registerClient(ctx: Context, address: string, body: unknown) {
  const asked = readRegistration(body)
  await spend(ctx, buckets.registerClient, address)
  const isPublic = asked.method === 'none'
  const fingerprint = hashToken(JSON.stringify(body))
  const equal = isPublic ? await findEqual(ctx, fingerprint) : null
  if (equal) return describe(equal, asked.method)
  const now = ctx.now()
  const secret = isPublic ? null : newToken('', 32)
  const client: Client = {
    ...{ id: newToken('client_', 16), name: asked.name, redirectUris: asked.redirectUris, fingerprint },
    ...{ secretHash: secret && hashToken(secret), approvedAt: null, createdAt: now },
    expiresAt: new Date(now.getTime() + unapprovedMs),
  }
  await ctx.db.batch([ctx.db.insert(oauthClients).values(client), dropOldest(ctx)])
  ctx.log.info({ clientId: client.id, client: client.name }, 'An MCP client registered.')
  return {
    ...describe(client, asked.method),
    ...(secret && { client_secret: secret, client_secret_expires_at: 0 }),
  }
}

function readRegistration(body: unknown) {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const redirectUris = fields.redirect_uris
  if (!Array.isArray(redirectUris) || redirectUris.length < 1 || redirectUris.length > maxRedirectUris)
    throw oauthError(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${maxRedirectUris} addresses.`,
    )
  for (const uri of redirectUris)
    if (typeof uri !== 'string' || kindOfRedirect(uri) === null)
      throw oauthError(
        'invalid_redirect_uri',
        'A redirect URI must be https, http on this computer, or the scheme of a program, without a fragment.',
      )
  const method = fields.token_endpoint_auth_method ?? 'none'
  if (typeof method !== 'string' || !authMethods.includes(method))
    throw oauthError(
      'invalid_client_metadata',
      `token_endpoint_auth_method must be ${authMethods.join(', ')}.`,
    )
  const name = typeof fields.client_name === 'string' ? clip(plainLine(fields.client_name), 100) : ''
  return { name: name || 'MCP client', redirectUris: redirectUris as string[], method }
}

async function findEqual(ctx: Context, fingerprint: string): Promise<Client | null> {
  const since = new Date(ctx.now().getTime() - equalMs)
  const [equal] = await ctx.db
    .select()
    .from(oauthClients)
    .where(and(eq(oauthClients.fingerprint, fingerprint), gt(oauthClients.createdAt, since)))
    .limit(1)
  return equal ?? null
}

const describe = ({ id, name, redirectUris, createdAt }: Client, method: string) => ({
  client_id: id,
  client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
  client_name: name,
  redirect_uris: redirectUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: method,
})
