import { and, asc, desc, eq, ne } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import type { Caller } from '../keys/model.ts'
import { readFields } from './fields.ts'
import { findBrandIdentity } from './find.ts'
import { type BrandIdentityPatch, toBrandIdentity } from './model.ts'
import { brandIdentities } from './table.ts'

/** Every identity of an organization: the default first, then the oldest (contract 8.3). */
export async function listBrandIdentities(ctx: Context, caller: Caller) {
  const { organization } = caller
  const rows = await ctx.db
    .select()
    .from(brandIdentities)
    .where(eq(brandIdentities.organizationId, organization.id))
    .orderBy(desc(brandIdentities.isDefault), asc(brandIdentities.createdAt), asc(brandIdentities.id))
  return { brandIdentities: rows.map(toBrandIdentity), organization }
}

/** An identity, null when the organization has none with this id. */
export async function getBrandIdentity(ctx: Context, caller: Caller, id: string) {
  const { organization } = caller
  const row = await findBrandIdentity(ctx, organization.id, id)
  return { brandIdentity: row ? toBrandIdentity(row) : null, organization }
}

/** Changes the given fields; an identity that becomes the default takes over from the old one in the same batch. */
export async function updateBrandIdentity(
  ctx: Context,
  caller: Caller,
  id: string,
  patch: BrandIdentityPatch,
) {
  if (Object.keys(patch).length === 0) throw badRequest('At least one field is required')
  const changes = readFields(ctx, patch)
  const { organization } = caller
  const own = eq(brandIdentities.organizationId, organization.id)
  const now = ctx.now()
  const update = ctx.db
    .update(brandIdentities)
    .set({ ...changes, updatedAt: now })
    .where(and(own, eq(brandIdentities.id, id)))
    .returning()
  const stepDown = ctx.db
    .update(brandIdentities)
    .set({ isDefault: false, updatedAt: now })
    .where(and(own, eq(brandIdentities.isDefault, true), ne(brandIdentities.id, id)))
  try {
    const [, [updated]] = changes.isDefault
      ? await ctx.db.batch([stepDown, update, ctx.db.run(guard)])
      : [null, await update]
    if (!updated) throw notFound('Brand identity not found')
    return { brandIdentity: toBrandIdentity(updated), organization }
  } catch (error) {
    if (isGuardViolation(error)) throw notFound('Brand identity not found')
    throw nameTaken(error)
  }
}

/** A conflict where the unique name of an organization's identities refused a write, else the error itself. */
export function nameTaken(error: unknown): unknown {
  return isUniqueViolation(error, 'brand_identities.name')
    ? conflict('A brand identity with this name already exists')
    : error
}
