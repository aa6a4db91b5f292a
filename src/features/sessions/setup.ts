import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { badRequest, conflict, gone, notFound } from '../../errors.ts'
import { emailField, idField, integer, text } from '../../http/fields.ts'
import { addMember, newUser } from '../members/record.ts'
import { hasUsers } from '../members/service.ts'
import { newOrganization } from '../organizations/record.ts'
import { findFreeSlug, findOrganizationBySlug, listOrganizations } from '../organizations/service.ts'
import { getLink, markLinkUsed, minutesLeft, withLink } from './links.ts'
import { linkToken, newPassword, type OpenedSession, personName } from './model.ts'
import { checkNewPassword } from './password-rules.ts'
import { newSession } from './record.ts'
import { toOpened } from './service.ts'

export const SetupLook = t.Object({ token: linkToken })
/** The data of the set-up page before it is filled in. */
export const SetupOffer = t.Object({
  minutesLeft: integer,
  organizations: t.Array(t.Object({ slug: t.String(), name: t.String() })),
})

/** The first account, with a new organization by name or an existing one by slug. */
export const Setup = t.Object({
  token: linkToken,
  name: personName,
  organization: t.Optional(text('organization', 1, 120)),
  slug: t.Optional(idField('slug', 'Slug of an organization that exists.', 'acme')),
  email: emailField(),
  password: newPassword,
})
export type Setup = typeof Setup.static

/** The offer of a set-up link: how long it is valid, and the existing organizations. */
export async function readSetupLink(ctx: Context, token: string) {
  const { expiresAt } = await getSetupLink(ctx, token)
  const organizations = await listOrganizations(ctx)
  return {
    minutesLeft: minutesLeft(expiresAt, ctx.now()),
    organizations: organizations.map(({ slug, name }) => ({ slug, name })),
  }
}

/** Creates the first account of this server, as the owner of an organization, and signs it in. */
export async function setUp(
  ctx: Context,
  request: Request,
  { token, name, email, password, ...rest }: Setup,
): Promise<OpenedSession> {
  await getSetupLink(ctx, token)
  const organization = await chooseOrganization(ctx, rest)
  await checkNewPassword(password, { email, organizations: [organization] })
  const passwordHash = await ctx.passwords.hash(password)
  const { user, statement: addUser } = newUser(ctx, { email, name, passwordHash })
  const session = newSession(ctx, request, user.id)
  try {
    await withLink(ctx, 'setup', [
      markLinkUsed(ctx, 'setup', token, sql`not exists (select 1 from users)`),
      ctx.db.run(guard),
      ...organization.statements,
      addUser,
      addMember(ctx, user.id, organization.id, 'owner'),
      ...session.statements,
    ])
  } catch (error) {
    throw isUniqueViolation(error, 'organizations.slug')
      ? conflict('Another request just used this slug. Try again.')
      : error
  }
  return toOpened(ctx, session)
}

async function getSetupLink(ctx: Context, token: string) {
  if (await hasUsers(ctx)) throw gone('This server is set up already. Sign in.')
  return getLink(ctx, 'setup', token)
}

async function chooseOrganization(
  ctx: Context,
  { slug, organization: name }: Pick<Setup, 'slug' | 'organization'>,
): Promise<{ id: string; name: string; slug: string; statements: Statement[] }> {
  if (slug !== undefined) {
    const found = await findOrganizationBySlug(ctx, slug)
    if (!found) throw notFound('Organization not found')
    return { ...found, statements: [] }
  }
  if (name === undefined) throw badRequest('organization is required')
  const slugOfName = await findFreeSlug(ctx, name)
  const { row, statements } = newOrganization(ctx, { slug: slugOfName, name, createdBy: null })
  return { ...row, statements }
}
