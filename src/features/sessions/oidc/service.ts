import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isGuardViolation, isUniqueViolation } from '../../../db/errors.ts'
import { guard } from '../../../db/table.ts'
import { notFound } from '../../../errors.ts'
import type { Issuer } from '../../../net/issuer.ts'
import { IssuerProblem } from '../../../net/issuer-problem.ts'
import type { Attempt, Claims } from '../../../net/openid.ts'
import { clip, printableLine } from '../../../text/line.ts'
import { acceptInvitation } from '../../invitations/record.ts'
import { listOpenInvitations } from '../../invitations/service.ts'
import { addMember, newUser } from '../../members/record.ts'
import { findUserByEmail } from '../../members/service.ts'
import { newSession } from '../record.ts'
import { writeSessionCookie } from '../rules.ts'
import { identities } from '../table.ts'
import { attemptCookie, attemptSeconds, type Problem } from './rules.ts'

/** Where a browser goes next, and the cookies that it takes along. */
export type Redirect = { location: string; cookies: string[] }

/** Sends a browser to the issuer; what the answer is checked against stays in the browser, sealed. */
export async function beginAtIssuer(ctx: Context): Promise<Redirect> {
  const issuer = getIssuer(ctx)
  try {
    const { url, attempt } = await issuer.begin()
    const sealed: Sealed = { ...attempt, expiresAt: ctx.now().getTime() + attemptSeconds * 1000 }
    const written = ctx.secrets.encrypt(JSON.stringify(sealed))
    return { location: url, cookies: [attemptCookie(ctx.config).write(written, attemptSeconds)] }
  } catch (error) {
    return toProblem(ctx, error)
  }
}

/** Signs in whom the issuer vouches for: somebody it has named before, or who has the address that it has verified. */
export async function finishAtIssuer(ctx: Context, request: Request): Promise<Redirect> {
  const issuer = getIssuer(ctx)
  const { search, searchParams } = new URL(request.url)
  const attempt = readAttempt(ctx, request)
  if (!attempt || searchParams.get('state') !== attempt.state) return toPage(ctx, 'expired')
  try {
    const claims = await issuer.finish(search, attempt)
    const known = (await findIdentity(ctx, claims)) ?? (await recognise(ctx, claims))
    if (typeof known === 'string') return toPage(ctx, known)
    const { token, statements } = newSession(ctx, request, known.userId)
    await atomically(ctx.db, [...known.statements, ...statements])
    return {
      location: `${ctx.config.appUrl}/app`,
      cookies: [writeSessionCookie(ctx.config, token), forgetAttempt(ctx)],
    }
  } catch (error) {
    return toProblem(ctx, error)
  }
}

type Known = { userId: string; statements: Statement[] }

async function findIdentity(ctx: Context, { issuer, subject }: Claims): Promise<Known | null> {
  const [found] = await ctx.db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return found ? { ...found, statements: [] } : null
}

/** Who has a verified address: an account, or whoever is invited; being somebody at the issuer makes nobody a member. */
async function recognise(ctx: Context, claims: Claims): Promise<Known | Problem> {
  if (claims.email === null || !claims.isVerified) return 'unverified'
  const email = claims.email.trim().toLowerCase()
  const user = await findUserByEmail(ctx, email)
  if (user) return { userId: user.id, statements: [newIdentity(ctx, claims, user.id)] }
  const invitations = await listOpenInvitations(ctx, email)
  if (invitations.length === 0) return 'unknown'
  const name = clip(printableLine(claims.name ?? ''), 120).trim() || email.replace(/@.*/, '')
  const made = newUser(ctx, { email, name, passwordHash: null })
  const memberships = invitations.flatMap(({ id, organizationId, role }) => [
    acceptInvitation(ctx, id),
    ctx.db.run(guard),
    addMember(ctx, made.user.id, organizationId, role),
  ])
  return {
    userId: made.user.id,
    statements: [made.statement, ...memberships, newIdentity(ctx, claims, made.user.id)],
  }
}

function newIdentity(ctx: Context, { issuer, subject }: Claims, userId: string): Statement {
  return ctx.db.insert(identities).values({ issuer, subject, userId }).onConflictDoNothing()
}

type Sealed = Attempt & { expiresAt: number }

/** What was sealed when this browser was sent away; null for what has run out, or was sealed by nobody here. */
function readAttempt(ctx: Context, request: Request): Attempt | null {
  try {
    const written = attemptCookie(ctx.config).read(request)
    const sealed = written === null ? null : (JSON.parse(ctx.secrets.decrypt(written)) as Sealed)
    return sealed && sealed.expiresAt > ctx.now().getTime() ? sealed : null
  } catch {
    return null
  }
}

const forgetAttempt = ({ config }: Context) => attemptCookie(config).write(null, 0)

function getIssuer({ issuer }: Context): Issuer {
  if (issuer) return issuer
  throw notFound('This server has no single sign-on.')
}

function toProblem(ctx: Context, error: unknown): Redirect {
  // Somebody was faster: the same person in another tab, or an admin who withdrew the invitation.
  if (isGuardViolation(error) || isUniqueViolation(error, 'users.email')) return toPage(ctx, 'expired')
  if (!(error instanceof IssuerProblem)) throw error
  const { fault, message: reason } = error
  if (fault !== 'cancelled') ctx.log.warn({ fault, reason }, 'A sign-in with the OpenID issuer failed.')
  return toPage(ctx, fault)
}

function toPage(ctx: Context, problem: Problem): Redirect {
  return { location: `${ctx.config.appUrl}/app/sign-in?problem=${problem}`, cookies: [forgetAttempt(ctx)] }
}
