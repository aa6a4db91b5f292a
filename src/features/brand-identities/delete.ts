import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isGuardViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { badRequest, notFound } from '../../errors.ts'
import { toDisabled } from '../automations/model.ts'
import { disableWritersAs } from '../automations/record.ts'
import type { Caller } from '../keys/model.ts'
import { findBrandIdentity } from './find.ts'
import { brandIdentities } from './table.ts'

/** Deletes an identity that is not the default, and disables what was to write in it (contract 8.3). */
export async function deleteBrandIdentity(ctx: Context, caller: Caller, id: string) {
  const { organization } = caller
  await checkDeletable(ctx, organization.id, id)
  try {
    const [disabled] = await ctx.db.batch([
      ...disableWritersAs(ctx, organization.id, id),
      ctx.db
        .delete(brandIdentities)
        .where(
          and(
            eq(brandIdentities.organizationId, organization.id),
            eq(brandIdentities.id, id),
            eq(brandIdentities.isDefault, false),
          ),
        ),
      ctx.db.run(guard),
    ])
    return { id, organization, ...toDisabled(disabled) }
  } catch (error) {
    // It was deleted or made the default in between.
    if (isGuardViolation(error)) await checkDeletable(ctx, organization.id, id)
    throw error
  }
}

async function checkDeletable(ctx: Context, organizationId: string, id: string) {
  const identity = await findBrandIdentity(ctx, organizationId, id)
  if (!identity) throw notFound('Brand identity not found')
  if (identity.isDefault) throw badRequest('Cannot delete the default brand identity')
}
