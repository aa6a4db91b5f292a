import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { isUniqueViolation } from '../../../db/errors.ts'
import { guard } from '../../../db/table.ts'
import { badRequest, conflict, gone, notFound } from '../../../errors.ts'
import { addMember, newUser } from '../../members/record.ts'
import { hasUsers } from '../../members/service.ts'
import { newOrganization } from '../../organizations/record.ts'
import { findFreeSlug, findOrganizationBySlug, listOrganizations } from '../../organizations/service.ts'
import { useLink } from '../links/record.ts'
import { minutesLeft } from '../links/rules.ts'
import { getLink, withLink } from '../links/service.ts'
import type { Opened } from '../model.ts'
import { checkNewPassword } from '../password/rules.ts'
import { newSession } from '../record.ts'
import { toOpened } from '../service.ts'
import type { Setup } from './model.ts'

/** What a set-up link offers: how long it is good, and the organizations that are there already. */
export async function lookAtSetup(ctx: Context, token: string) {
  const { expiresAt } = await getSetupLink(ctx, token)
  const organizations = await listOrganizations(ctx)
  return {
    minutesLeft: minutesLeft(expiresAt, ctx.now()),
    organizations: organizations.map(({ slug, name }) => ({ slug, name })),
  }
}

/** Makes the first account of this server, the owner of an organization, and signs it in. */
export async function setUp(
  ctx: Context,
  request: Request,
  { token, name, email, password, ...rest }: Setup,
): Promise<Opened> {
  await getSetupLink(ctx, token)
  const organization = await chooseOrganization(ctx, rest)
  await checkNewPassword(password, { email, organizations: [organization] })
  const passwordHash = await ctx.passwords.hash(password)
  const { user, statement: addUser } = newUser(ctx, { email, name, passwordHash })
  const session = newSession(ctx, request, user.id)
  try {
    await withLink(ctx, 'setup', [
      useLink(ctx, 'setup', token, sql`not exists (select 1 from users)`),
      ctx.db.run(guard),
      ...organization.statements,
      addUser,
      addMember(ctx, user.id, organization.id, 'owner'),
      ...session.statements,
    ])
  } catch (error) {
    throw isUniqueViolation(error, 'organizations.slug') ? conflict('Somebody is faster. Try again.') : error
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
