import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { guard } from '../../db/table.ts'
import { integer } from '../../http/fields.ts'
import { changeUser } from '../members/record.ts'
import { listOrganizationsOf } from '../members/service.ts'
import { forgetDevices } from './devices.ts'
import { forgetLinks, getLinkOfUser, minutesLeft, useLink, withLink } from './links.ts'
import { linkToken, newPassword, type Opened, personName } from './model.ts'
import { checkNewPassword } from './password-rules.ts'
import { endSessions, newSession } from './record.ts'
import { toOpened } from './service.ts'

export const PasswordLook = t.Object({ token: linkToken })
/** What the page of a password link shows before it is filled in. */
export const PasswordOffer = t.Object({ email: t.String(), name: t.String(), minutesLeft: integer })

export const PasswordByLink = t.Object({
  token: linkToken,
  name: t.Optional(personName),
  password: newPassword,
})
export type PasswordByLink = typeof PasswordByLink.static

/** Whom a password link is for, and how long it is good. */
export async function lookAtPassword(ctx: Context, token: string) {
  const { user, expiresAt } = await getLinkOfUser(ctx, 'password', token)
  return { email: user.email, name: user.name, minutesLeft: minutesLeft(expiresAt, ctx.now()) }
}

/** Sets the password that a link allows to set, ends every session from before, and signs in. */
export async function setPasswordByLink(
  ctx: Context,
  request: Request,
  { token, name, password }: PasswordByLink,
): Promise<Opened> {
  const { user } = await getLinkOfUser(ctx, 'password', token)
  const organizations = await listOrganizationsOf(ctx, user.id)
  await checkNewPassword(password, { email: user.email, organizations })
  const passwordHash = await ctx.passwords.hash(password)
  const session = newSession(ctx, request, user.id)
  await withLink(ctx, 'password', [
    useLink(ctx, 'password', token),
    ctx.db.run(guard),
    changeUser(ctx, user.id, { passwordHash, name }),
    forgetLinks(ctx, user.id),
    endSessions(ctx, user.id),
    forgetDevices(ctx, user.id),
    ...session.statements,
  ])
  return toOpened(ctx, session)
}
