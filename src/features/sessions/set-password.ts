import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { guard } from '../../db/table.ts'
import { badRequest } from '../../errors.ts'
import { changeUser } from '../members/record.ts'
import { listOrganizationsOf } from '../members/service.ts'
import { forgetDevices } from './devices.ts'
import { forgetLinks, getLinkOfUser, minutesLeft, useLink, withLink } from './links.ts'
import { linkToken, newPassword, type Opened, personName } from './model.ts'
import { endSessions, newSession } from './record.ts'
import { toOpened } from './service.ts'

export const PasswordLook = t.Object({ token: linkToken })
/** What the page of a password link shows before it is filled in. */
export const PasswordOffer = t.Object({ email: t.String(), name: t.String(), minutesLeft: t.Integer() })

export const PasswordByLink = t.Object({
  token: linkToken,
  name: t.Optional(personName),
  password: newPassword,
})
export type PasswordByLink = typeof PasswordByLink.static

/**
 * What a password must not be: the email address of its user, or the name or slug of one of their organizations. Not
 * repeated or with digits added either.
 */
type PasswordOwner = { email: string; organizations: { name: string; slug?: string }[] }

/** Checks a password that is about to be set; 400 with one sentence for the rule that it breaks. The schema checks its length. */
export async function checkNewPassword(
  password: string,
  { email, organizations }: PasswordOwner,
): Promise<void> {
  if (/^[\s\p{Z}\p{C}]*$/u.test(password)) throw badRequest('password must not consist of spaces only')
  const typed = fold(password)
  const isNamed = (...names: string[]) => names.some((name) => isMadeOf(typed, fold(name)))
  if (isNamed(email, email.replace(/@.*/, ''))) throw badRequest('password must not be your email address')
  if (organizations.some(({ name, slug = '' }) => isNamed(name, slug)))
    throw badRequest('password must not be the name of your organization')
  if ((await readCommonPasswords()).has(normalize(password)))
    throw badRequest('password is one of the most common passwords: choose another one')
}

const normalize = (text: string) => text.normalize('NFKC').toLowerCase()

/** Letters and digits in lower case: "Acme & Co" and "acme-co" are the same name. */
const fold = (text: string) => normalize(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a password is a name, alone, repeated or with digits: "acmeacme12". */
const isMadeOf = (typed: string, name: string) =>
  name !== '' &&
  typed.includes(name) &&
  (typed === name || (/\p{L}/u.test(name) && /^\p{N}*$/u.test(typed.replaceAll(name, ''))))

let common: Promise<Set<string>> | undefined

/** Read when the first password is set, not at start. */
function readCommonPasswords(): Promise<Set<string>> {
  common ??= import('../../common-passwords.txt', { with: { type: 'text' } }).then(
    ({ default: text }) => new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))),
  )
  return common
}

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
