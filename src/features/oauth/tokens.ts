import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { isGuardViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { hashToken, newToken } from '../../ids.ts'
import { insertKey, storedForm } from '../keys/service.ts'
import { apiKeys } from '../keys/table.ts'
import { findRole } from '../members/service.ts'
import { scopesOf } from '../sessions/rules.ts'
import { isOwnResource } from './authorization.ts'
import { isDocumentAddress } from './client-document.ts'
import { findClient, keepClient } from './clients.ts'
import { oauthError } from './oauth-error.ts'
import { oauthGrants } from './table.ts'

const day = 24 * 60 * 60 * 1000
const tokenSeconds = 60 * 60
const refreshMs = 60 * day
/** The longest time until a user has to approve again. */
const grantMs = 365 * day
/** For this long the refresh token before is accepted too, in case the answer with the new one got lost. */
const graceMs = 60_000
const familyCharacters = 32

type Form = URLSearchParams
type Grant = typeof oauthGrants.$inferSelect

/** Exchanges a code, or a refresh token, for tokens. */
export async function issueTokens(ctx: Context, request: Request, form: Form) {
  for (const name of form.keys())
    if (form.getAll(name).length > 1) throw oauthError('invalid_request', `${name} is given more than once.`)
  const clientId = await authenticateClient(ctx, request, form)
  if (!isOwnResource(ctx, form.get('resource')))
    throw oauthError('invalid_target', 'The resource is not the URL of this server.')
  const type = form.get('grant_type')
  if (type === 'authorization_code') return exchangeCode(ctx, clientId, form)
  if (type === 'refresh_token') return refreshTokens(ctx, clientId, form)
  throw oauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
}

/** The id of the client; 401 if it is unknown or its secret is wrong, after which clients register again. */
async function authenticateClient(ctx: Context, request: Request, form: Form): Promise<string> {
  const [basicId, basicSecret] = readBasic(request)
  const id = basicId ?? form.get('client_id') ?? ''
  if (isDocumentAddress(ctx, id)) return id
  const client = await findClient(ctx, id)
  if (!client) throw oauthError('invalid_client', 'The client is not registered.')
  const secret = basicSecret ?? form.get('client_secret') ?? ''
  if (client.secretHash !== null && client.secretHash !== hashToken(secret))
    throw oauthError('invalid_client', 'The secret of the client is wrong.')
  return id
}

function readBasic(request: Request): [id?: string, secret?: string] {
  const encoded = /^basic +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (encoded === undefined) return []
  try {
    const [id, secret] = atob(encoded).split(':', 2).map(decodeURIComponent)
    return [id, secret]
  } catch {
    throw oauthError('invalid_client', 'The Authorization header cannot be read.')
  }
}

async function exchangeCode(ctx: Context, clientId: string, form: Form) {
  const code = form.get('code') ?? ''
  const [grant] = await ctx.db
    .select()
    .from(oauthGrants)
    .where(eq(oauthGrants.codeHash, hashToken(code)))
  if (!grant || grant.clientId !== clientId) throw invalidCode()
  if (grant.exchangedAt !== null) throw await endReused(ctx, grant, 'code')
  const redirectUri = form.get('redirect_uri')
  if (grant.expiresAt <= ctx.now() || (redirectUri !== null && redirectUri !== grant.redirectUri))
    throw invalidCode()
  if (challengeOf(form.get('code_verifier') ?? '') !== grant.challenge) throw invalidCode()
  const scopes = await scopesNow(ctx, grant, grant.scopes)
  const issued = newTokens(ctx, grant, newToken('', familyCharacters / 2))
  const { tokenExpiresAt, expiresAt } = issued
  const isOpen = and(eq(oauthGrants.id, grant.id), isNull(oauthGrants.exchangedAt))
  const exchanged = { ...issued.stored, exchangedAt: ctx.now(), expiresAt }
  try {
    await atomically(ctx.db, [
      ctx.db.update(oauthGrants).set(exchanged).where(isOpen),
      ctx.db.run(guard),
      ...insertKey(ctx, {
        ...{ id: grant.id, organizationId: grant.organizationId, name: grant.clientName, scopes },
        ...{ ...issued.key, clientId, createdBy: grant.userId, createdAt: ctx.now() },
        ...{ tokenExpiresAt, expiresAt },
      }),
    ])
  } catch (error) {
    throw isGuardViolation(error) ? await endReused(ctx, grant, 'code') : error
  }
  ctx.log.info({ grantId: grant.id, clientId }, 'An MCP client got its first token.')
  return toAnswer(issued, scopes)
}

const challengeOf = (verifier: string) =>
  new Bun.CryptoHasher('sha256').update(verifier).digest('base64url').replace(/=+$/, '')

async function refreshTokens(ctx: Context, clientId: string, form: Form, isAgain = false): Promise<Answer> {
  const token = form.get('refresh_token') ?? ''
  const found = await findFamily(ctx, token)
  if (!found || found.grant.clientId !== clientId || found.grant.expiresAt <= ctx.now() || found.isRevoked)
    throw invalidRefreshToken()
  const { grant } = found
  const hash = hashToken(token)
  const isPrevious = hash === grant.previousHash && isWithinGrace(ctx, grant)
  if (hash !== grant.refreshHash && !isPrevious) throw await endReused(ctx, grant, 'refresh token')
  refuseMore(form.get('scope'), found.scopes)
  const scopes = await scopesNow(ctx, grant, found.scopes)
  const issued = newTokens(ctx, grant, token.slice(0, familyCharacters))
  // A repeated use of the token before leaves its minute as it is.
  const rotation = isPrevious ? {} : { previousHash: hash, rotatedAt: ctx.now() }
  const isCurrent = and(eq(oauthGrants.id, grant.id), sql`${oauthGrants.refreshHash} is ${grant.refreshHash}`)
  const { tokenExpiresAt, expiresAt } = issued
  try {
    await atomically(ctx.db, [
      ctx.db
        .update(oauthGrants)
        .set({ ...issued.stored, ...rotation, expiresAt })
        .where(isCurrent),
      ctx.db.run(guard),
      ctx.db
        .update(apiKeys)
        .set({ ...issued.key, tokenExpiresAt, expiresAt })
        .where(eq(apiKeys.id, grant.id)),
      keepClient(ctx, clientId),
    ])
  } catch (error) {
    // Another request of the client refreshed at the same time: this token is the one before now.
    if (!isGuardViolation(error) || isAgain) throw error
    return refreshTokens(ctx, clientId, form, true)
  }
  return toAnswer(issued, scopes)
}

const isWithinGrace = (ctx: Context, { rotatedAt }: Grant) =>
  rotatedAt !== null && ctx.now().getTime() - rotatedAt.getTime() < graceMs

function refuseMore(asked: string | null, granted: string[]) {
  const more = (asked ?? '').split(' ').find((scope) => !['', 'offline_access', ...granted].includes(scope))
  if (more !== undefined) throw oauthError('invalid_scope', `The user did not approve the scope ${more}.`)
}

/** The grant of a refresh token, also of a used one, with what its key allows. */
async function findFamily(ctx: Context, token: string) {
  const [found] = await ctx.db
    .select({ grant: oauthGrants, scopes: apiKeys.scopes, revokedAt: apiKeys.revokedAt })
    .from(oauthGrants)
    .innerJoin(apiKeys, eq(apiKeys.id, oauthGrants.id))
    .where(eq(oauthGrants.familyHash, hashToken(token.slice(0, familyCharacters))))
  return found ? { ...found, isRevoked: found.revokedAt !== null } : null
}

/** The granted scopes that the user's current role still allows; `invalid_grant` for a former member. */
async function scopesNow(ctx: Context, { userId, organizationId }: Grant, granted: string[]) {
  const role = await findRole(ctx, userId, organizationId)
  if (role === null) throw oauthError('invalid_grant', 'The user is no longer a member of the organization.')
  const allowed = scopesOf(role)
  return granted.filter((scope) => allowed.includes(scope))
}

function newTokens(ctx: Context, grant: Grant, family: string) {
  const accessToken = newToken('herald_mcp_', 24)
  const refreshToken = family + newToken('', 24)
  const now = ctx.now().getTime()
  const expiresAt = new Date(Math.min(now + refreshMs, grant.createdAt.getTime() + grantMs))
  return {
    ...{ accessToken, refreshToken, expiresAt },
    tokenExpiresAt: new Date(Math.min(now + tokenSeconds * 1000, expiresAt.getTime())),
    key: storedForm(accessToken, 16),
    stored: { familyHash: hashToken(family), refreshHash: hashToken(refreshToken) },
  }
}

type Answer = ReturnType<typeof toAnswer>

const toAnswer = (issued: ReturnType<typeof newTokens>, scopes: string[]) => ({
  access_token: issued.accessToken,
  token_type: 'Bearer',
  expires_in: tokenSeconds,
  refresh_token: issued.refreshToken,
  scope: scopes.join(' '),
})

const invalidCode = () =>
  oauthError('invalid_grant', 'The code is wrong, used or expired, or it does not belong to this request.')
const invalidRefreshToken = () =>
  oauthError('invalid_grant', 'The refresh token is wrong, revoked or expired.')

/** Ends a grant whose code or refresh token was used again, perhaps by a thief; returns the error for the request. */
async function endReused(ctx: Context, grant: Grant, what: 'code' | 'refresh token') {
  await revokeGrant(ctx, grant.id)
  const about = { grantId: grant.id, clientId: grant.clientId, reused: what }
  ctx.log.warn(
    about,
    'A code or token of an MCP client was used twice, perhaps by someone who copied it. Its access was revoked: the user must connect the client again.',
  )
  return what === 'code' ? invalidCode() : invalidRefreshToken()
}

/** Revokes the tokens of a grant, and deletes it. */
export async function revokeGrant(ctx: Context, id: string): Promise<void> {
  const isOpen = and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt))
  await ctx.db.batch([
    ctx.db.update(apiKeys).set({ revokedAt: ctx.now() }).where(isOpen),
    ctx.db.delete(oauthGrants).where(eq(oauthGrants.id, id)),
  ])
}

/** Revokes the access that an access token or a refresh token gives (RFC 7009); unknown ones change nothing. */
export async function revokeToken(ctx: Context, form: Form): Promise<void> {
  const token = form.get('token')
  if (!token) throw oauthError('invalid_request', 'token is missing.')
  const family = await findFamily(ctx, token)
  const isCurrent = family && [family.grant.refreshHash, family.grant.previousHash].includes(hashToken(token))
  const id = isCurrent ? family.grant.id : await findConnection(ctx, token)
  if (id === null) return
  await revokeGrant(ctx, id)
  ctx.log.info({ grantId: id }, 'An MCP client revoked its access.')
}

async function findConnection(ctx: Context, token: string): Promise<string | null> {
  const [key] = await ctx.db
    .select({ id: apiKeys.id, clientId: apiKeys.clientId })
    .from(apiKeys)
    .where(eq(apiKeys.hash, hashToken(token)))
  return key && key.clientId !== null ? key.id : null
}
