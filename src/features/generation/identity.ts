import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { brandIdentities } from '../brand-identities/table.ts'

export type Identity = typeof brandIdentities.$inferSelect

/** The id of the identity to write in: the asked one, else the default, else the one changed last, else none (contract 6.1). */
export async function resolveIdentity(
  ctx: Context,
  organizationId: string,
  asked: string | null,
): Promise<string | null> {
  const identity = await findIdentity(ctx, organizationId, asked)
  if (asked && identity?.id !== asked)
    throw badRequest('Requested brand voice does not belong to this organization')
  return identity?.id ?? null
}

/** The identity itself; one that was deleted meanwhile gives way to the default (contract 10.3). */
export async function findIdentity(
  ctx: Context,
  organizationId: string,
  id: string | null,
): Promise<Identity | null> {
  const own = eq(brandIdentities.organizationId, organizationId)
  if (id) {
    const [asked] = await ctx.db
      .select()
      .from(brandIdentities)
      .where(and(own, eq(brandIdentities.id, id)))
    if (asked) return asked
  }
  const [standard] = await ctx.db
    .select()
    .from(brandIdentities)
    .where(own)
    .orderBy(desc(brandIdentities.isDefault), desc(brandIdentities.updatedAt))
    .limit(1)
  return standard ?? null
}
