import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { writeIfPossible } from '../../db/client.ts'
import { AppError, forbidden } from '../../errors.ts'
import { refuseForeignSite } from '../../http/same-site.ts'
import { hashToken } from '../../ids.ts'
import { findMail } from '../../mail/find-mail.ts'
import type { Caller } from '../keys/model.ts'
import { type Membership, toUser, type User } from '../members/model.ts'
import { hasUsers, mayCreateOrganization } from '../members/service.ts'
import { members, users } from '../members/table.ts'
import { mayOwnersSetServer } from '../organizations/creation-policy.ts'
import { toOrganization } from '../organizations/model.ts'
import { organizations } from '../organizations/table.ts'
import { writeDeviceCookie } from './devices.ts'
import type { OpenedSession, Session } from './model.ts'
import { endSession, type newSession, renewSession } from './record.ts'
import { chooseMembership, isStale, readSessionCookie, scopesOf, writeSessionCookie } from './rules.ts'
import { sessions } from './table.ts'

/** A signed-in user with their session. */
export type SignedIn = {
  hash: string
  user: User
  memberships: Membership[]
  /** The header that renews the browser's cookie, if that is due. */
  cookie: string | null
}

/** The signed-in user by the cookie of a request; null if there is none, 403 for requests from other sites. */
export async function findSession(ctx: Context, request: Request): Promise<SignedIn | null> {
  const token = readSessionCookie(request, ctx.config)
  if (token === null) return null
  refuseForeignSite(request, ctx.config)
  const found = await readSession(ctx, token)
  if (!found) return null
  const { expiresAt, ...session } = found
  const isRenewed =
    isStale(expiresAt, ctx.now()) && (await writeIfPossible(ctx.db, renewSession(ctx, session.hash)))
  return { ...session, cookie: isRenewed ? writeSessionCookie(ctx.config, token) : null }
}

/** Same as `findSession`, but 401 if there is none. */
export async function getSession(ctx: Context, request: Request): Promise<SignedIn> {
  const session = await findSession(ctx, request)
  if (session) return session
  throw new AppError(401, 'Sign in to use this')
}

async function readSession(ctx: Context, token: string) {
  const hash = hashToken(token)
  const rows = await ctx.db
    .select({ expiresAt: sessions.expiresAt, user: users, role: members.role, organization: organizations })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(members, eq(members.userId, users.id))
    .leftJoin(organizations, eq(organizations.id, members.organizationId))
    .where(eq(sessions.hash, hash))
  const [row] = rows
  if (!row || row.expiresAt <= ctx.now()) return null
  const memberships = rows
    .flatMap(({ organization, role }) =>
      organization && role ? [{ ...toOrganization(organization), role }] : [],
    )
    .sort((one, other) => one.name.localeCompare(other.name))
  return { hash, user: toUser(row.user), memberships, expiresAt: row.expiresAt }
}

/** The caller of a session, in the organization that the request names (contract 3.2). */
export function toCaller(request: Request, { user, memberships }: SignedIn): Omit<Caller, 'spend'> {
  const membership = chooseMembership(memberships, request.headers.get('x-organization-id'))
  if (!membership) throw noLongerMember()
  return asMember(user, membership)
}

/** A user by id, with their current rights in an organization; 403 if they are no longer a member. */
export async function getMemberCaller(ctx: Context, organizationId: string, userId: string) {
  const [row] = await ctx.db
    .select({ user: users, role: members.role, organization: organizations })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(and(eq(members.userId, userId), eq(members.organizationId, organizationId)))
  if (!row) throw noLongerMember()
  return asMember(row.user, { ...toOrganization(row.organization), role: row.role })
}

const noLongerMember = () => forbidden('Workspace access revoked')

function asMember(
  { id, name, email }: Pick<User, 'id' | 'name' | 'email'>,
  { role, ...organization }: Membership,
): Omit<Caller, 'spend'> {
  return {
    id: `user:${id}`,
    person: { id, name, email, role },
    organization,
    scopes: scopesOf(role),
    projectId: null,
  }
}

/** The data that the dashboard needs before its first page. */
export async function toSession(
  ctx: Context,
  session: Pick<SignedIn, 'user' | 'memberships'> | null,
): Promise<Session> {
  const { user = null, memberships = [] } = session ?? {}
  return {
    user,
    needsSetup: user === null && !(await hasUsers(ctx)),
    organizations: memberships,
    mayCreateOrganization: await mayCreateOrganization(ctx, memberships),
    maySetServer: memberships.some(({ role }) => role === 'owner') && (await mayOwnersSetServer(ctx)),
    oidc: ctx.issuer && { label: ctx.issuer.label },
    sendsMail: (await findMail(ctx)) !== null,
  }
}

/** The response for a new session. */
export async function toOpened(
  ctx: Context,
  { token, deviceToken }: Pick<ReturnType<typeof newSession>, 'token' | 'deviceToken'>,
): Promise<OpenedSession> {
  return {
    cookies: [writeSessionCookie(ctx.config, token), writeDeviceCookie(ctx, deviceToken)],
    session: await toSession(ctx, await readSession(ctx, token)),
  }
}

/** Ends the session of a browser, if it has one. */
export async function signOut(ctx: Context, request: Request): Promise<OpenedSession> {
  await endSession(ctx, request)
  return { cookies: [writeSessionCookie(ctx.config, null)], session: await toSession(ctx, null) }
}
