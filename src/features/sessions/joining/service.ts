import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isGuardViolation, isUniqueViolation } from '../../../db/errors.ts'
import { guard } from '../../../db/table.ts'
import { AppError, badRequest, conflict } from '../../../errors.ts'
import { spend } from '../../../http/rate-limits.ts'
import { acceptInvitation } from '../../invitations/record.ts'
import { getInvitation, noInvitation } from '../../invitations/service.ts'
import type { UserRow } from '../../members/model.ts'
import { addMember, holdPassword, newUser } from '../../members/record.ts'
import { findUserByEmail } from '../../members/service.ts'
import { toOrganization } from '../../organizations/model.ts'
import type { Opened } from '../model.ts'
import { newSession } from '../record.ts'
import { findSession, toOpened } from '../service.ts'
import { byAddress, isPassword, type Visitor, wrongPassword } from '../sign-in/service.ts'
import type { Acceptance } from './model.ts'

/** What an invitation offers, and to whom. */
export async function lookAtInvitation(ctx: Context, token: string) {
  const { invitation, organization, invitedBy } = await getInvitation(ctx, token)
  return {
    email: invitation.email,
    role: invitation.role,
    organization: toOrganization(organization),
    invitedBy,
    hasAccount: (await findUserByEmail(ctx, invitation.email)) !== null,
  }
}

/** Makes whoever is invited a member, with a new account or the one that they have, and signs them in. */
export async function joinByLink(ctx: Context, visitor: Visitor, body: Acceptance): Promise<Opened> {
  const { invitation } = await getInvitation(ctx, body.token)
  const { email, organizationId, role } = invitation
  const known = await findUserByEmail(ctx, email)
  const account = known
    ? { user: known, statements: await checkAccount(ctx, visitor, known, body.password) }
    : await newAccount(ctx, email, body)
  const session = newSession(ctx, visitor.request, account.user.id)
  try {
    await atomically(ctx.db, [
      acceptInvitation(ctx, invitation.id),
      ctx.db.run(guard),
      ...account.statements,
      addMember(ctx, account.user.id, organizationId, role),
      ...session.statements,
    ])
  } catch (error) {
    if (isGuardViolation(error)) throw noInvitation()
    throw isUniqueViolation(error, 'users.email') ? conflict('This account was just made: try again.') : error
  }
  return toOpened(ctx, session.token)
}

/** A link proves nothing about an account that is there already, since whoever invites has seen it too. */
async function checkAccount(
  ctx: Context,
  { request, address }: Visitor,
  user: UserRow,
  password?: string,
): Promise<Statement[]> {
  const session = await findSession(ctx, request)
  if (session?.user.id === user.id) return []
  if (password === undefined) throw new AppError(401, `Sign in as ${user.email} to accept this invitation.`)
  await spend(ctx, byAddress, address)
  if (!(await isPassword(ctx, user.email, user.passwordHash, password)))
    throw await wrongPassword(ctx, address, user.email)
  return holdPassword(ctx, user)
}

async function newAccount(ctx: Context, email: string, { name, password }: Acceptance) {
  if (name === undefined) throw badRequest('name is required')
  if (password === undefined) throw badRequest('password is required')
  const { user, statement } = newUser(ctx, { email, name, passwordHash: await ctx.passwords.hash(password) })
  return { user, statements: [statement] }
}
