import { and, eq, gt, ne } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { badRequest, conflict } from '../../errors.ts'
import { emailField, integer } from '../../http/fields.ts'
import { toUser, User } from '../members/model.ts'
import { changeUser, guardPassword } from '../members/record.ts'
import { getUser } from '../members/service.ts'
import { deleteLinks } from './links.ts'
import { newPassword, personName, typedPassword } from './model.ts'
import { checkNewPassword } from './password-rules.ts'
import { endSessions } from './record.ts'
import type { SignedIn } from './service.ts'
import { verifyCurrent } from './sign-in-attempts.ts'
import { sessions } from './table.ts'

/** A new email address requires the password too, if one is set. */
export const AccountPatch = t.Object({
  name: t.Optional(personName),
  email: t.Optional(emailField()),
  currentPassword: t.Optional(typedPassword),
})
export type AccountPatch = typeof AccountPatch.static

export const PasswordChange = t.Object({
  currentPassword: t.Optional(typedPassword),
  password: newPassword,
})
export type PasswordChange = typeof PasswordChange.static

export const OneUser = t.Object({ user: User })
/** The number of a user's sessions in other browsers. */
export const OtherSessions = t.Object({ others: integer })
export const EndedSessions = t.Object({ ended: integer })

/** Changes the name of a user, or the address that they sign in with. */
export async function updateAccount(ctx: Context, { user, hash }: SignedIn, patch: AccountPatch) {
  const { name, email = user.email, currentPassword } = patch
  if (name === undefined && patch.email === undefined) throw badRequest('At least one field is required')
  if (email !== user.email) {
    if (ctx.issuer) throw conflict(staysSame(ctx.issuer.label))
    await checkCurrent(ctx, user.id, hash, currentPassword)
  }
  try {
    // A new address is not verified yet.
    const isSame = email === user.email
    await changeUser(ctx, user.id, { name, email, ...(!isSame && { emailVerifiedAt: null }) })
  } catch (error) {
    if (!isUniqueViolation(error, 'users.email')) throw error
    throw conflict(`Another account uses ${email}.`)
  }
  return { user: toUser(await getUser(ctx, user.id)) }
}

/** An issuer identifies users by verified address, so an account must not claim somebody else's. */
const staysSame = (label: string) =>
  `The email address cannot be changed here: it identifies you when you sign in with ${label}.`

/** Changes the password, and ends the sessions in all other browsers. */
export async function changePassword(
  ctx: Context,
  { user, memberships, hash }: SignedIn,
  change: PasswordChange,
) {
  const before = await checkCurrent(ctx, user.id, hash, change.currentPassword)
  await checkNewPassword(change.password, { email: user.email, organizations: memberships })
  const passwordHash = await ctx.passwords.hash(change.password)
  try {
    await atomically(ctx.db, [
      ...guardPassword(ctx, before),
      changeUser(ctx, user.id, { passwordHash }),
      deleteLinks(ctx, user.id),
      endSessions(ctx, user.id, hash),
    ])
  } catch (error) {
    throw isGuardViolation(error) ? wrongCurrent() : error
  }
  return { user: toUser(await getUser(ctx, user.id)) }
}

/** Counts a user's sessions in other browsers. */
export async function countOtherSessions(ctx: Context, { user, hash }: SignedIn) {
  const isOther = and(
    eq(sessions.userId, user.id),
    ne(sessions.hash, hash),
    gt(sessions.expiresAt, ctx.now()),
  )
  return { others: await ctx.db.$count(sessions, isOther) }
}

/** Ends a user's sessions in all other browsers. */
export async function endOtherSessions(ctx: Context, { user, hash }: SignedIn) {
  const ended = await endSessions(ctx, user.id, hash)
  return { ended: ended.length }
}

/** Protects a browser that was left unattended: a passer-by does not know the password. */
async function checkCurrent(ctx: Context, userId: string, hash: string, password: string | undefined) {
  const user = await getUser(ctx, userId)
  if (user.passwordHash === null) return user
  if (password === undefined) throw badRequest('currentPassword is required')
  if (!(await verifyCurrent(ctx, hash, user.passwordHash, password))) throw wrongCurrent()
  return user
}

const wrongCurrent = () => badRequest('The current password is wrong.')
