import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { badRequest, notFound } from '../../errors.ts'
import { hasImage } from '../images/read-image.ts'
import type { Caller } from '../keys/model.ts'
import { organizations } from '../organizations/table.ts'
import type { Appearance, AppearancePatch } from './model.ts'
import { publicPages } from './table.ts'

/** How the public page of an organization looks. */
export async function getAppearance(ctx: Context, organizationId: string): Promise<Appearance> {
  const { intro, accent, logo, icon, externalImages, links } = publicPages
  const [row] = await ctx.db
    .select({ intro, accent, logo, icon, externalImages, links })
    .from(publicPages)
    .where(eq(publicPages.organizationId, organizationId))
  return row ?? { intro: null, accent: null, logo: null, icon: null, externalImages: false, links: [] }
}

/** The organization whose site is previewed. */
export async function getSiteOwner(ctx: Context, organizationId: string) {
  const { id, slug, name, createdAt } = organizations
  const [row] = await ctx.db
    .select({ id, slug, name, createdAt })
    .from(organizations)
    .where(eq(id, organizationId))
  if (!row) throw notFound('Organization not found')
  return row
}

/** Changes the given fields, and returns all. */
export async function updateAppearance(
  ctx: Context,
  { organization }: Pick<Caller, 'organization'>,
  patch: AppearancePatch,
): Promise<Appearance> {
  if (Object.keys(patch).length === 0) throw badRequest('At least one field is required')
  for (const field of ['logo', 'icon'] as const) {
    const path = patch[field]
    if (path && !(await hasImage(ctx, { organization }, path)))
      throw badRequest(`${field} must be the path of an uploaded image`)
  }
  await ctx.db
    .insert(publicPages)
    .values({ organizationId: organization.id, ...patch })
    .onConflictDoUpdate({ target: publicPages.organizationId, set: patch })
  return getAppearance(ctx, organization.id)
}
