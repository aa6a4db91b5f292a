import { and, eq, gt, ne } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { guard } from '../../../db/table.ts'
import { AppError, badRequest, conflict, forbidden, notFound } from '../../../errors.ts'
import { buckets } from '../../../http/buckets.ts'
import { spend } from '../../../http/rate-limits.ts'
import { hashToken } from '../../../ids.ts'
import type { SearchConsole } from '../../../net/search-console.ts'
import { SearchConsoleError, type SearchConsoleFault } from '../../../net/search-console-error.ts'
import { consoleTokenOf, consoleVerifierOf } from '../../integrations/secret-locations.ts'
import { hasRole } from '../../members/has-role.ts'
import { findSession, type SignedIn } from '../../sessions/service.ts'
import { getProject } from '../projects/service.ts'
import type { AuthorizeQuery, ConnectionRow } from './model.ts'
import { searchConsoleAttempts, searchConsoleConnections, searchConsoleProperties } from './table.ts'

/**
 * How a connection attempt ended, for the page: a fault of Google; a used or late return, or one in another browser;
 * a user who may no longer connect; too many attempts; or a disconnection that still runs.
 */
export type ConnectResult =
  | 'connected'
  | SearchConsoleFault
  | 'expired'
  | 'forbidden'
  | 'too-many'
  | 'disconnecting'

/** How long the user may stay at Google (contract geo 13). */
const attemptMilliseconds = 600_000

/** A redirect of the browser, with the cookie that renews the session if that is due. */
export type Redirect = { location: string; cookie: string | null }

/** Redirects the browser to Google's consent page. */
export async function beginConnection(
  ctx: Context,
  request: Request,
  { organizationId, projectId }: AuthorizeQuery,
): Promise<Redirect> {
  const google = getSearchConsole(ctx)
  const session = await findSession(ctx, request)
  if (!session) return toSignIn(ctx)
  if (organizationId === undefined) throw badRequest('organizationId is required')
  if (projectId === undefined) throw badRequest('projectId is required')
  const organization = getAdministered(session, organizationId)
  await getProject(ctx, { organization }, projectId)
  const place = { slug: organization.slug, projectId }
  if ((await findConnection(ctx, organizationId))?.status === 'disconnecting')
    return toPage(ctx, session, place, 'disconnecting')
  try {
    await spend(ctx, buckets.connectSearchConsole, organizationId)
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return toPage(ctx, session, place, 'too-many')
    throw error
  }
  const { url, attempt } = await google.begin()
  const row = {
    stateHash: hashToken(attempt.state),
    organizationId,
    projectId,
    encryptedVerifier: ctx.secrets.encrypt(attempt.verifier, consoleVerifierOf(session.hash)),
    expiresAt: new Date(ctx.now().getTime() + attemptMilliseconds),
  }
  await ctx.db
    .insert(searchConsoleAttempts)
    .values({ sessionHash: session.hash, ...row })
    .onConflictDoUpdate({ target: searchConsoleAttempts.sessionHash, set: row })
  return { location: url, cookie: session.cookie }
}

/** Stores the token of a browser that returned from Google; each state is accepted once, in the session that began. */
export async function finishConnection(ctx: Context, request: Request): Promise<Redirect> {
  const google = getSearchConsole(ctx)
  const session = await findSession(ctx, request)
  if (!session) return toSignIn(ctx)
  const { search, searchParams } = new URL(request.url)
  const state = searchParams.get('state') ?? ''
  const attempt = await claimAttempt(ctx, session, state)
  const [first] = session.memberships
  if (!attempt) return toPage(ctx, session, { slug: first?.slug ?? null, projectId: null }, 'expired')
  const { organizationId, projectId } = attempt
  const membership = session.memberships.find(({ id }) => id === organizationId)
  const place = { slug: membership?.slug ?? first?.slug ?? null, projectId: membership ? projectId : null }
  if (!membership || !hasRole(membership.role, 'admin')) return toPage(ctx, session, place, 'forbidden')
  try {
    const verifier = ctx.secrets.decrypt(attempt.encryptedVerifier, consoleVerifierOf(session.hash))
    const { refreshToken } = await google.finish(search, { state, verifier })
    await saveConnection(ctx, organizationId, refreshToken)
    return toPage(ctx, session, place, 'connected')
  } catch (error) {
    if (isGuardViolation(error)) return toPage(ctx, session, place, 'disconnecting')
    if (!(error instanceof SearchConsoleError)) throw error
    const { fault, detail, message } = error
    if (fault !== 'cancelled')
      ctx.log.warn(
        { reason: message, detail },
        'Google Search Console could not be connected. Check the reason, then connect again under Search Console.',
      )
    // The code was used or is invalid: the user must begin again.
    return toPage(ctx, session, place, fault === 'ended' ? 'expired' : fault)
  }
}

/** Deletes the attempt of a session and returns it; null if its state differs, was used or has expired. */
async function claimAttempt(ctx: Context, { hash }: SignedIn, state: string) {
  const [attempt] = await ctx.db
    .delete(searchConsoleAttempts)
    .where(
      and(
        eq(searchConsoleAttempts.sessionHash, hash),
        eq(searchConsoleAttempts.stateHash, hashToken(state)),
        gt(searchConsoleAttempts.expiresAt, ctx.now()),
      ),
    )
    .returning()
  return attempt ?? null
}

/** The last of several simultaneous connections stays. One that is being disconnected fails the guard. */
async function saveConnection(ctx: Context, organizationId: string, refreshToken: string) {
  const id = Bun.randomUUIDv7()
  const row = {
    id,
    status: 'active' as const,
    encryptedRefreshToken: ctx.secrets.encrypt(refreshToken, consoleTokenOf({ id })),
    createdAt: ctx.now(),
  }
  await ctx.db.batch([
    ctx.db
      .insert(searchConsoleConnections)
      .values({ organizationId, ...row })
      .onConflictDoUpdate({
        target: searchConsoleConnections.organizationId,
        set: row,
        setWhere: ne(searchConsoleConnections.status, 'disconnecting'),
      }),
    ctx.db.run(guard),
    ctx.db
      .update(searchConsoleProperties)
      .set({ error: null })
      .where(eq(searchConsoleProperties.organizationId, organizationId)),
  ])
}

export async function findConnection(ctx: Context, organizationId: string): Promise<ConnectionRow | null> {
  const [row] = await ctx.db
    .select()
    .from(searchConsoleConnections)
    .where(eq(searchConsoleConnections.organizationId, organizationId))
  return row ?? null
}

/** The connection of an organization if it can be used; 409 with the reason if not. */
export async function getConnection(ctx: Context, organizationId: string): Promise<ConnectionRow> {
  const connection = await findConnection(ctx, organizationId)
  if (!connection) throw conflict('Connect Google Search Console first')
  if (connection.status === 'active') return connection
  throw conflict(
    connection.status === 'disconnecting'
      ? 'Google Search Console is being disconnected'
      : 'Access to Google has ended. Connect Google Search Console again.',
  )
}

/**
 * Calls `use` with a new access token. If Google rejects it, tries once with another one. If access has ended, stores
 * that and throws a SearchConsoleError with the fault `ended`.
 */
export async function withAccess<T>(
  ctx: Context,
  connection: ConnectionRow,
  use: (google: SearchConsole, accessToken: string) => Promise<T>,
): Promise<T> {
  const google = getSearchConsole(ctx)
  const { encryptedRefreshToken } = connection
  try {
    if (encryptedRefreshToken === null) throw new SearchConsoleError('ended', 'the token was deleted')
    const refreshToken = ctx.secrets.decrypt(encryptedRefreshToken, consoleTokenOf(connection))
    const accessToken = await google.refresh(refreshToken)
    try {
      return await use(google, accessToken)
    } catch (error) {
      if (!hasEnded(error)) throw error
      return await use(google, await google.refresh(refreshToken))
    }
  } catch (error) {
    if (hasEnded(error)) await markEnded(ctx, connection)
    throw error
  }
}

const hasEnded = (error: unknown) => error instanceof SearchConsoleError && error.fault === 'ended'

/** Does nothing if the organization was connected again meanwhile. */
async function markEnded(ctx: Context, { id, organizationId }: ConnectionRow) {
  await ctx.db
    .update(searchConsoleConnections)
    .set({ status: 'reauth_required' })
    .where(
      and(
        eq(searchConsoleConnections.organizationId, organizationId),
        eq(searchConsoleConnections.id, id),
        eq(searchConsoleConnections.status, 'active'),
      ),
    )
}

export function getSearchConsole({ searchConsole }: Context): SearchConsole {
  if (searchConsole) return searchConsole
  throw notFound('Google Search Console is not set up on this server.')
}

function getAdministered({ memberships }: SignedIn, organizationId: string) {
  const membership = memberships.find(({ id }) => id === organizationId)
  if (!membership) throw forbidden('Workspace access revoked')
  if (!hasRole(membership.role, 'admin')) throw forbidden('Only an owner or admin can do this')
  return membership
}

type ProjectPage = { slug: string | null; projectId: string | null }

/** The suggestions of a project, with the result of the attempt. */
function toPage(
  { config }: Context,
  { cookie }: SignedIn,
  { slug, projectId }: ProjectPage,
  result: ConnectResult,
): Redirect {
  if (slug === null) return { location: `${config.appUrl}/app`, cookie }
  const query = new URLSearchParams({
    tab: 'suggestions',
    ...(projectId !== null && { project: projectId }),
    'search-console': result,
  })
  return { location: `${config.appUrl}/app/${encodeURIComponent(slug)}/geo/prompts?${query}`, cookie }
}

const toSignIn = ({ config }: Context): Redirect => ({
  location: `${config.appUrl}/app/sign-in`,
  cookie: null,
})
