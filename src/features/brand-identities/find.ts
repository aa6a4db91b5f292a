import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { BrandIdentityRow } from './model.ts'
import { brandIdentities } from './table.ts'

/** The identity to write in: the named one if it still exists, else the default, else the one changed last, else none. */
export async function findIdentity(
  ctx: Context,
  organizationId: string,
  id: string | null,
): Promise<BrandIdentityRow | null> {
  const named = id === null ? null : await findBrandIdentity(ctx, organizationId, id)
  if (named) return named
  const [standard] = await ctx.db
    .select()
    .from(brandIdentities)
    .where(eq(brandIdentities.organizationId, organizationId))
    .orderBy(desc(brandIdentities.isDefault), desc(brandIdentities.updatedAt), desc(brandIdentities.id))
    .limit(1)
  return standard ?? null
}

/** True when the organization has an identity with this id. */
export async function brandIdentityExists(ctx: Context, organizationId: string, id: string) {
  return (await findBrandIdentity(ctx, organizationId, id)) !== null
}

/** One identity of an organization, null when it has none with this id. */
export async function findBrandIdentity(
  ctx: Context,
  organizationId: string,
  id: string,
): Promise<BrandIdentityRow | null> {
  const [row] = await ctx.db
    .select()
    .from(brandIdentities)
    .where(and(eq(brandIdentities.organizationId, organizationId), eq(brandIdentities.id, id)))
  return row ?? null
}
