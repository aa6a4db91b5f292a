import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { findBrandIdentity } from '../../brand-identities/record.ts'
import { organizations } from '../../organizations/table.ts'
import type { ProjectRow } from '../projects/model.ts'
import { projects } from '../projects/table.ts'

/** Returns the website of a project's brand identity; null if it has none. */
export async function findWebsite(
  ctx: Context,
  { organizationId, brandIdentityId }: Pick<ProjectRow, 'organizationId' | 'brandIdentityId'>,
): Promise<string | null> {
  if (brandIdentityId === null) return null
  const identity = await findBrandIdentity(ctx, organizationId, brandIdentityId)
  return identity?.websiteUrl || null
}

/** Returns the organization that a project belongs to; null if the project is gone. */
export async function findOrganization(ctx: Context, projectId: string) {
  const [row] = await ctx.db
    .select({ id: organizations.id, slug: organizations.slug })
    .from(projects)
    .innerJoin(organizations, eq(organizations.id, projects.organizationId))
    .where(eq(projects.id, projectId))
  return row ?? null
}
