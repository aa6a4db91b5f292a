import { and, eq, isNull } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { ceilingGuard, ceilings, describeCeiling } from '../../db/ceilings.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { notFound } from '../../errors.ts'
import { cookie } from '../../http/cookie.ts'
import type { Issuer } from '../../net/issuer.ts'
import { type IssuerFault, IssuerProblem } from '../../net/issuer-problem.ts'
import type { Attempt, Claims } from '../../net/openid.ts'
import { clip, printableLine } from '../../text/line.ts'
import { acceptInvitation } from '../invitations/record.ts'
import { listOpenInvitations } from '../invitations/service.ts'
import type { UserRow } from '../members/model.ts'
import { addMember, newUser } from '../members/record.ts'
import { findUserByEmail } from '../members/service.ts'
import { users } from '../members/table.ts'
import { deleteDevices } from './devices.ts'
import { deleteLinks } from './links.ts'
import { endSessions, newSession } from './record.ts'
import { toOpened } from './service.ts'
import { identities } from './table.ts'

/**
 * The reason of a failed sign-in, for the page: a fault of the issuer; a late response or one to another browser; an
 * unverified address; an unknown address; an account that is linked to another id at the issuer; or an inviting
 * organization with the maximum number of members.
 */
export type Problem =
  | IssuerFault
  | 'expired'
  | 'unverified'
  | 'unknown'
  | 'other-identity'
  | 'organization-full'

/** The notice on the first page after a sign-in. */
export type SignInNotice = 'password-removed'

/** The time limit for the sign-in at the issuer. */
const attemptSeconds = 10 * 60

/** The encrypted cookie of a browser while the user is at the issuer. */
const attemptCookie = (config: Pick<Config, 'appUrl' | 'basePath'>) => cookie('herald_oidc', config)

/** A redirect of the browser, with the cookies to set. */
export type Redirect = { location: string; cookies: string[] }

/** Redirects a browser to the issuer; the values that validate the response are encrypted in a cookie. */
export async function beginAtIssuer(ctx: Context): Promise<Redirect> {
  const issuer = getIssuer(ctx)
  try {
    const { url, attempt } = await issuer.begin()
    const sealed: SealedAttempt = { ...attempt, expiresAt: ctx.now().getTime() + attemptSeconds * 1000 }
    const written = ctx.secrets.encrypt(JSON.stringify(sealed), attemptLocation)
    return { location: url, cookies: [attemptCookie(ctx.config).write(written, attemptSeconds)] }
  } catch (error) {
    return toProblem(ctx, error)
  }
}

/** Signs in the user that the issuer identified: by a known subject, or by a verified address. */
export async function finishAtIssuer(ctx: Context, request: Request): Promise<Redirect> {
  const issuer = getIssuer(ctx)
  const { search, searchParams } = new URL(request.url)
  const attempt = readAttempt(ctx, request)
  if (!attempt || searchParams.get('state') !== attempt.state) return toPage(ctx, 'expired')
  try {
    const claims = await issuer.finish(search, attempt)
    const known = (await findIdentity(ctx, claims)) ?? (await recognize(ctx, claims))
    if (typeof known === 'string') return toPage(ctx, known)
    const session = newSession(ctx, request, known.userId)
    await atomically(ctx.db, [...known.statements, ...session.statements])
    const { cookies } = await toOpened(ctx, session)
    const [sessionCookie = '', ...others] = cookies
    return {
      location: `${ctx.config.appUrl}/app${known.notice ? `?notice=${known.notice}` : ''}`,
      cookies: [sessionCookie, deleteAttemptCookie(ctx), ...others],
    }
  } catch (error) {
    return toProblem(ctx, error)
  }
}

/** The user who signs in, the statements to run with their session, and the notice to show. */
type SignedInUser = { userId: string; statements: Statement[]; notice?: SignInNotice }

async function findIdentity(ctx: Context, claims: Claims): Promise<SignedInUser | null> {
  const [found] = await ctx.db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, claims.issuer), eq(identities.subject, claims.subject)))
  if (!found) return null
  const { user } = found
  const isVerified = user.emailVerifiedAt !== null || user.email !== verifiedEmail(claims)
  return isVerified ? { userId: user.id, statements: [] } : assignToVerifiedUser(ctx, user, [])
}

/**
 * The account of a verified address, or a new one for an invited address: a sign-in at the issuer alone does not make
 * a user a member.
 */
async function recognize(ctx: Context, claims: Claims): Promise<SignedInUser | Problem> {
  const email = verifiedEmail(claims)
  if (email === null) return 'unverified'
  const user = await findUserByEmail(ctx, email)
  if (!user) return joinInvited(ctx, claims, email)
  if (await hasIdentity(ctx, claims.issuer, user.id)) {
    ctx.log.warn(
      { userId: user.id },
      'A sign-in was refused: the account is linked to another identity at the issuer. If the user has a new one, run: herald user reset --unlink',
    )
    return 'other-identity'
  }
  if (user.emailVerifiedAt === null)
    return assignToVerifiedUser(ctx, user, [newIdentity(ctx, claims, user.id)])
  return { userId: user.id, statements: [newIdentity(ctx, claims, user.id)] }
}

/**
 * Gives an account with an unverified address to the user whose address the issuer verified. Somebody else may have
 * created it, so its sessions, password, links and known browsers end.
 */
function assignToVerifiedUser(
  ctx: Context,
  { id, email, passwordHash }: UserRow,
  link: Statement[],
): SignedInUser {
  ctx.log.warn(
    { userId: id },
    'An account was verified by the issuer: its user signs in there from now on. Its password, sessions and password links were removed.',
  )
  const isUnverified = and(eq(users.id, id), eq(users.email, email), isNull(users.emailVerifiedAt))
  return {
    userId: id,
    statements: [
      ctx.db.update(users).set({ emailVerifiedAt: ctx.now(), passwordHash: null }).where(isUnverified),
      ctx.db.run(guard),
      ...link,
      endSessions(ctx, id),
      deleteLinks(ctx, id),
      deleteDevices(ctx, id),
    ],
    ...(passwordHash !== null && { notice: 'password-removed' }),
  }
}

async function joinInvited(ctx: Context, claims: Claims, email: string): Promise<SignedInUser | Problem> {
  const invitations = await listOpenInvitations(ctx, email)
  if (invitations.length === 0) return 'unknown'
  const name = clip(printableLine(claims.name ?? ''), 120).trim() || email.replace(/@.*/, '')
  const made = newUser(ctx, { email, name, passwordHash: null, emailVerifiedAt: ctx.now() })
  // Further invitations stay open.
  const accepted = invitations.slice(0, ceilings.memberships.max)
  const memberships = accepted.flatMap(({ id, organizationId, role }) => [
    acceptInvitation(ctx, id),
    ctx.db.run(guard),
    addMember(ctx, made.user.id, organizationId, role),
    ctx.db.run(ceilingGuard('members', organizationId)),
  ])
  return {
    userId: made.user.id,
    statements: [made.statement, ...memberships, newIdentity(ctx, claims, made.user.id)],
  }
}

const verifiedEmail = ({ email, isVerified }: Claims) =>
  email !== null && isVerified ? email.trim().toLowerCase() : null

async function hasIdentity(ctx: Context, issuer: string, userId: string): Promise<boolean> {
  return (
    (await ctx.db.$count(identities, and(eq(identities.userId, userId), eq(identities.issuer, issuer)))) > 0
  )
}

/** A second subject of the same issuer and account fails the batch, by the unique index. */
function newIdentity(ctx: Context, { issuer, subject }: Claims, userId: string): Statement {
  return ctx.db
    .insert(identities)
    .values({ issuer, subject, userId })
    .onConflictDoNothing({ target: [identities.issuer, identities.subject] })
}

/** The cookie is the only copy, so it counts as the row. */
const attemptLocation = { table: 'cookies', column: 'oidc_attempt', row: '' }

type SealedAttempt = Attempt & { expiresAt: number }

/** The values stored when this browser was redirected; null if they expired or cannot be decrypted. */
function readAttempt(ctx: Context, request: Request): Attempt | null {
  try {
    const written = attemptCookie(ctx.config).read(request)
    const sealed =
      written === null ? null : (JSON.parse(ctx.secrets.decrypt(written, attemptLocation)) as SealedAttempt)
    return sealed && sealed.expiresAt > ctx.now().getTime() ? sealed : null
  } catch {
    return null
  }
}

const deleteAttemptCookie = ({ config }: Context) => attemptCookie(config).write(null, 0)

function getIssuer({ issuer }: Context): Issuer {
  if (issuer) return issuer
  throw notFound('This server has no single sign-on.')
}

const unreachableIssuer =
  'A sign-in failed: the OpenID issuer does not answer. Check OIDC_ISSUER and whether this server can reach it.'
const refusedSignIn =
  'A sign-in failed: the OpenID issuer refused it, or its answer is invalid. Check OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and the redirect URI at the issuer.'

function toProblem(ctx: Context, error: unknown): Redirect {
  // A simultaneous change: a sign-in in another tab, or an admin who withdrew the invitation.
  if (isGuardViolation(error) || isUniqueViolation(error)) return toPage(ctx, 'expired')
  if (describeCeiling(error) !== null) return toPage(ctx, 'organization-full')
  if (!(error instanceof IssuerProblem)) throw error
  const { fault, message } = error
  if (fault === 'unreachable') ctx.log.warn({ issuer: ctx.config.oidc?.issuer }, unreachableIssuer)
  if (fault === 'refused') ctx.log.warn({ detail: message }, refusedSignIn)
  return toPage(ctx, fault)
}

function toPage(ctx: Context, problem: Problem): Redirect {
  return {
    location: `${ctx.config.appUrl}/app/sign-in?problem=${problem}`,
    cookies: [deleteAttemptCookie(ctx)],
  }
}

/** Deletes the subjects of a user at every issuer; their next sign-in links the subject that has their address. */
export async function unlinkIdentities(ctx: Context, userId: string): Promise<void> {
  await ctx.db.delete(identities).where(eq(identities.userId, userId))
}
