import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import type { Limits } from '../../default-limits.ts'
import { periodOf } from './model.ts'
import { usageLimits } from './table.ts'

/** Sets the given limits and preserves the others; null is unlimited. */
export async function setLimits(ctx: Context, organizationId: string, limits: Limits): Promise<void> {
  await ctx.db
    .insert(usageLimits)
    .values({ organizationId, ...limits })
    .onConflictDoUpdate({ target: usageLimits.organizationId, set: { organizationId, ...limits } })
}

/** True unless the operator denies an organization zero data retention. */
export async function mayForbidRetention(ctx: Context, organizationId: string): Promise<boolean> {
  return (await readLimits(ctx, organizationId))?.zeroDataRetention ?? true
}

export async function readLimits(ctx: Context, organizationId: string) {
  return limitsOf(ctx).get({ organizationId })
}

const limitsOf = once((db) => {
  const query = db
    .select()
    .from(usageLimits)
    .where(eq(usageLimits.organizationId, sql.placeholder('organizationId')))
  return prepareSelect(db, query)
})

/** The AI credits of an organization in cents, without those that are reserved. */
export function creditsLeft(ctx: Context, organizationId: string) {
  return sql`(
    select coalesce(max(credit_cents), 0) - (
      select count(*) from usage_holds
      where organization_id = ${organizationId} and period = ${periodOf(ctx.now())} and mode = 'ai_credits'
        and state = 'held' and expires_at > ${ctx.now().getTime()})
    from usage_limits where organization_id = ${organizationId})`
}
