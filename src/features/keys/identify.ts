import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { type Db, writeIfPossible } from '../../db/client.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { AppError } from '../../errors.ts'
import { describeError } from '../../explain.ts'
import { type Actor, InternalRequest } from '../../http/internal-request.ts'
import { hashToken } from '../../ids.ts'
import { findRole } from '../members/service.ts'
import { organizations } from '../organizations/table.ts'
import { scopesOf } from '../sessions/rules.ts'
import { findSession, getMemberCaller, getSession, type SignedIn, toCaller } from '../sessions/service.ts'
import type { Caller } from './model.ts'
import { apiKeys } from './table.ts'

/**
 * The caller, the requests per minute that their key allows, and the cookie that renews their session when it is due.
 */
export type Identity = Omit<Caller, 'spend'> & {
  perMinute: number | null
  cookie: string | null
  /** The scopes that the owner of an OAuth token could grant; null for other callers. */
  grantable: string[] | null
}

/** Where a key is used: an OAuth token is only valid at `/mcp`. */
type Audience = 'api' | 'mcp'

/**
 * Identifies the caller by bearer key or session cookie; 401 if there is none. Internal requests name the caller by
 * id, whose current rights apply.
 */
export async function identify(ctx: Context, request: Request): Promise<Identity> {
  const asker = request instanceof InternalRequest ? request.behalf.asker : null
  if (asker) return identifyAsker(ctx, asker)
  const session = request.headers.has('authorization') ? null : await findSession(ctx, request)
  return session ? toIdentity(request, session) : identifyByKey(ctx, request, 'api')
}

/** Identifies the signed-in user; 401 if there is none, also for keys. */
export async function identifyPerson(ctx: Context, request: Request): Promise<Identity> {
  return toIdentity(request, await getSession(ctx, request))
}

/**
 * Identifies the caller on whose behalf a tool acts, with their current rights; rejects ended keys and former
 * members.
 */
export async function identifyAsker(ctx: Context, { id, organizationId }: Actor): Promise<Identity> {
  if (id.startsWith(personPrefix)) {
    const caller = await getMemberCaller(ctx, organizationId, id.slice(personPrefix.length))
    return { ...caller, perMinute: null, cookie: null, grantable: null }
  }
  return toKeyIdentity(ctx, await lookUp(ctx, () => findKeyById(ctx).get({ id, organizationId })))
}

const personPrefix = 'user:'

function toIdentity(request: Request, session: SignedIn): Identity {
  return { ...toCaller(request, session), perMinute: null, cookie: session.cookie, grantable: null }
}

/** Identifies the caller by bearer key; 401 if it is unknown, or an OAuth token for another audience. */
export async function identifyByKey(ctx: Context, request: Request, audience: Audience): Promise<Identity> {
  const authorization = request.headers.get('authorization')?.trim() ?? ''
  const token = /^bearer +(.+)$/i.exec(authorization)?.[1]
  if (!token) throw unauthorized(ctx, 'Missing API key')
  const found = await lookUp(ctx, () => findKey(ctx).get({ hash: hashToken(token) }))
  if (found && found.key.clientId !== null && audience !== 'mcp')
    throw unauthorized(ctx, 'Invalid token audience')
  return toKeyIdentity(ctx, found)
}

async function lookUp<T>(ctx: Context, read: () => Promise<T>): Promise<T> {
  return read().catch((error) => {
    ctx.log.error(
      { error: describeError(error) },
      'An API key could not be checked. The request was refused with 503.',
    )
    throw refusal(503, 'Service unavailable')
  })
}

/** The caller of a stored key; 401 if it was revoked or has expired. */
async function toKeyIdentity(ctx: Context, found: FoundKey | undefined): Promise<Identity> {
  const now = ctx.now()
  const end = found?.key.tokenExpiresAt ?? found?.key.expiresAt
  if (!found || found.key.revokedAt || (end && end <= now)) throw unauthorized(ctx, 'Invalid API key')
  const { key, organization } = found
  const granted = parseScopes(key.scopes)
  const grantable = key.clientId === null ? null : await readGrantable(ctx, key.createdBy, organization.id)
  await noteUse(ctx, key, now)
  const { id, projectId, perMinute } = key
  const scopes = grantable ? granted.filter((scope) => grantable.includes(scope)) : granted
  return { id, person: null, organization, scopes, projectId, perMinute, cookie: null, grantable }
}

const knownScopes = new Map<string, string[]>()
const maxKnown = 1000

/** Parses the stored scopes of a key. Cached, because every request needs one of a few lists. */
function parseScopes(text: string): string[] {
  const known = knownScopes.get(text) ?? (JSON.parse(text) as string[])
  if (knownScopes.size >= maxKnown) knownScopes.clear()
  knownScopes.set(text, known)
  return known
}

/** The scopes that a token's owner has now, which limit it; 403 for a former member. */
async function readGrantable(ctx: Context, userId: string | null, organizationId: string): Promise<string[]> {
  const role = await findRole(ctx, userId ?? '', organizationId)
  if (role === null) throw refusal(403, 'Workspace access revoked')
  return scopesOf(role)
}

type FoundKey = NonNullable<Awaited<ReturnType<ReturnType<typeof findKey>['get']>>>

const findKey = once((db) =>
  prepareSelect(db, selectKeys(db).where(eq(apiKeys.hash, sql.placeholder('hash')))),
)

const findKeyById = once((db) => {
  const isTheirs = eq(apiKeys.organizationId, sql.placeholder('organizationId'))
  return prepareSelect(db, selectKeys(db).where(and(eq(apiKeys.id, sql.placeholder('id')), isTheirs)))
})

function selectKeys(db: Db) {
  const { id, scopes, projectId, perMinute, createdBy, clientId, tokenExpiresAt } = apiKeys
  const { expiresAt, revokedAt, lastUsedAt } = apiKeys
  const { slug, name, logo } = organizations
  return db
    .select({
      key: {
        ...{ id, scopes: sql<string>`${scopes}`, projectId, perMinute, createdBy, clientId, tokenExpiresAt },
        ...{ expiresAt, revokedAt, lastUsedAt },
      },
      organization: { id: organizations.id, slug, name, logo },
    })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.organizationId))
}

/** The last use has a precision of a minute, so most reads write nothing. */
async function noteUse(ctx: Context, key: { id: string; lastUsedAt: Date | null }, now: Date) {
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < 60_000) return
  await writeIfPossible(ctx.db, ctx.db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, key.id)))
}

const recovery = {
  401: 'Send "Authorization: Bearer <key>" with a valid key.',
  403: 'Use a key that has the scope that this route needs.',
  429: 'Wait until the time in Retry-After, or use another key.',
  503: 'Try again in a moment.',
}

/** A 401 that says where to get a key. */
export function unauthorized({ config }: Context, message: string): AppError {
  const metadata = `${config.baseUrl}/.well-known/oauth-protected-resource`
  return refusal(
    401,
    message,
    { 'WWW-Authenticate': `Bearer resource_metadata="${metadata}"` },
    `Send "Authorization: Bearer <key>". Create the key under API keys in the dashboard (${config.appUrl}/app), or on the server with: herald key create --org SLUG --name NAME`,
  )
}

/** A response of the auth layer, with `code` and `recovery` (contract 3.4). */
export function refusal(
  status: keyof typeof recovery,
  message: string,
  headers?: Record<string, string>,
  hint: string = recovery[status],
): AppError {
  const code = message.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
  return new AppError(status, message, { body: { code, recovery: hint }, headers })
}
