import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { AppError, conflict, forbidden } from '../../errors.ts'
import { oneOf } from '../../http/fields.ts'
import { acceptInvitation } from '../invitations/record.ts'
import { getInvitation, noInvitation } from '../invitations/service.ts'
import { addMember, guardPassword, newUser } from '../members/record.ts'
import { findUserByEmail, getUser } from '../members/service.ts'
import { roles } from '../members/table.ts'
import { Organization, toOrganization } from '../organizations/model.ts'
import { linkToken, newPassword, type OpenedSession, personName } from './model.ts'
import { checkNewPassword } from './password-rules.ts'
import { newSession } from './record.ts'
import { findSession, type SignedIn, toOpened } from './service.ts'
import { type Visitor, verifySignIn } from './sign-in-attempts.ts'

export const InvitationLook = t.Object({ token: linkToken })
/** The data of the invitation page before it is accepted. */
export const InvitationOffer = t.Object({
  email: t.String(),
  role: oneOf(roles),
  organization: Organization,
  invitedBy: t.Nullable(t.String()),
})

/**
 * A name and a password create an account; a password alone signs in to an existing one. A signed-in user sends
 * neither.
 */
export const Acceptance = t.Object({
  token: linkToken,
  name: t.Optional(personName),
  password: t.Optional(newPassword),
})
export type Acceptance = typeof Acceptance.static

/** Describes an invitation. The response and its duration do not reveal whether the address has an account. */
export async function getOpenInvitation(ctx: Context, token: string) {
  const { invitation, organization, invitedBy } = await getInvitation(ctx, token)
  return {
    email: invitation.email,
    role: invitation.role,
    organization: toOrganization(organization),
    invitedBy,
  }
}

/** Adds the invited user as a member, with their account or a new one, and signs them in. */
export async function joinByLink(ctx: Context, visitor: Visitor, body: Acceptance): Promise<OpenedSession> {
  const found = await getInvitation(ctx, body.token)
  const { invitation } = found
  const account = await openAccount(ctx, visitor, found, body)
  const session = newSession(ctx, visitor.request, account.userId)
  try {
    await atomically(ctx.db, [
      acceptInvitation(ctx, invitation.id),
      ctx.db.run(guard),
      ...account.statements,
      addMember(ctx, account.userId, invitation.organizationId, invitation.role),
      ctx.db.run(ceilingGuard('members', invitation.organizationId)),
      ctx.db.run(ceilingGuard('memberships', account.userId)),
      ...session.statements,
    ])
  } catch (error) {
    if (isGuardViolation(error)) throw noInvitation()
    throw isUniqueViolation(error, 'users.email')
      ? conflict('This account was just created. Try again.')
      : error
  }
  return toOpened(ctx, session)
}

type Account = { userId: string; statements: Statement[] }

/**
 * The account of an invited address. A link proves nothing about an existing account, since the inviter has seen it
 * too, and the response must not reveal to the inviter whether one exists. So a password alone must match an existing
 * account, and is wrong if there is none; with a name, an account is created, and the password must match if there is
 * one already.
 */
async function openAccount(
  ctx: Context,
  visitor: Visitor,
  { invitation: { email }, organization }: Awaited<ReturnType<typeof getInvitation>>,
  { name, password }: Acceptance,
): Promise<Account> {
  const session = await findSession(ctx, visitor.request)
  if (ctx.issuer) return findVerified(ctx, ctx.issuer.label, session, email)
  if (session?.user.email === email) return { userId: session.user.id, statements: [] }
  if (password === undefined) throw new AppError(401, `Sign in as ${email} to accept this invitation.`)
  if (name !== undefined) await checkNewPassword(password, { email, organizations: [organization] })
  const known = await findUserByEmail(ctx, email)
  if (!known && name !== undefined) {
    const { user, statement } = newUser(ctx, {
      email,
      name,
      passwordHash: await ctx.passwords.hash(password),
    })
    return { userId: user.id, statements: [statement] }
  }
  const user = await verifySignIn(ctx, visitor, email, known, password)
  return { userId: user.id, statements: guardPassword(ctx, user) }
}

/**
 * With an issuer, only a user whose address it has verified can accept: others cannot prove that the address is
 * theirs.
 */
async function findVerified(ctx: Context, label: string, session: SignedIn | null, email: string) {
  const user = session?.user.email === email ? await getUser(ctx, session.user.id) : null
  if (!user?.emailVerifiedAt) throw forbidden(`Sign in with ${label} to accept this invitation.`)
  return { userId: user.id, statements: [] }
}
