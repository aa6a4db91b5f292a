import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { guard } from '../../db/table.ts'
import { emailField, integer } from '../../http/fields.ts'
import { changeUser } from '../members/record.ts'
import { listOrganizationsOf } from '../members/service.ts'
import { deleteDevices } from './devices.ts'
import { deleteLinks, getLinkOfUser, markLinkUsed, minutesLeft, withLink } from './links.ts'
import { linkToken, newPassword, type OpenedSession, personName } from './model.ts'
import { checkNewPassword } from './password-rules.ts'
import { endSessions, newSession } from './record.ts'
import { toOpened } from './service.ts'

export const PasswordAsk = t.Object({ email: emailField() })
export const PasswordLook = t.Object({ token: linkToken })
/** The data of the password page before it is filled in. */
export const PasswordOffer = t.Object({ email: t.String(), name: t.String(), minutesLeft: integer })

export const PasswordByLink = t.Object({
  token: linkToken,
  name: t.Optional(personName),
  password: newPassword,
})
export type PasswordByLink = typeof PasswordByLink.static

/** The user of a password link, and how long the link is valid. */
export async function getPasswordLink(ctx: Context, token: string) {
  const { user, expiresAt } = await getLinkOfUser(ctx, 'password', token)
  return { email: user.email, name: user.name, minutesLeft: minutesLeft(expiresAt, ctx.now()) }
}

/** Sets the password for a link, ends all earlier sessions, and signs the user in. */
export async function setPasswordByLink(
  ctx: Context,
  request: Request,
  { token, name, password }: PasswordByLink,
): Promise<OpenedSession> {
  const { user } = await getLinkOfUser(ctx, 'password', token)
  const organizations = await listOrganizationsOf(ctx, user.id)
  await checkNewPassword(password, { email: user.email, organizations })
  const passwordHash = await ctx.passwords.hash(password)
  const session = newSession(ctx, request, user.id)
  await withLink(ctx, 'password', [
    markLinkUsed(ctx, 'password', token),
    ctx.db.run(guard),
    changeUser(ctx, user.id, { passwordHash, name }),
    deleteLinks(ctx, user.id),
    endSessions(ctx, user.id),
    deleteDevices(ctx, user.id),
    ...session.statements,
  ])
  return toOpened(ctx, session)
}
