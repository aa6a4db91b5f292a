import type { Context } from '../../../context.ts'
import { guard } from '../../../db/table.ts'
import { changeUser } from '../../members/record.ts'
import { listOrganizationsOf } from '../../members/service.ts'
import { forgetDevices } from '../devices.ts'
import { forgetLinks, useLink } from '../links/record.ts'
import { minutesLeft } from '../links/rules.ts'
import { getLinkOfUser, withLink } from '../links/service.ts'
import type { Opened } from '../model.ts'
import { endSessions, newSession } from '../record.ts'
import { toOpened } from '../service.ts'
import type { PasswordByLink } from './model.ts'
import { checkNewPassword } from './rules.ts'

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
