import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { holdId, holdIds, reservationPrefix } from './hold-id.ts'
import { periodOf, type UsageFeature } from './model.ts'
import { type CreditFeature, usageHolds } from './table.ts'

/**
 * Statements that charge the actual cost of what `reserveCredits` or `reserveReply` reserved. If nothing is charged, they
 * only record the cost.
 */
export function confirmCredits(
  ctx: Context,
  { organizationId, executionId }: { organizationId: string; executionId: string },
  cents: number,
  feature: CreditFeature = 'ai_credits',
): Statement[] {
  const now = ctx.now()
  return [
    ...confirm(ctx, executionId, { units: 0, cents }),
    ctx.db
      .insert(usageHolds)
      .values({
        ...{ id: holdId({ executionId, feature }), organizationId, feature },
        ...{ period: periodOf(now), mode: 'unmetered', state: 'confirmed', units: 0, cents },
        ...{ expiresAt: now, createdAt: now },
      })
      .onConflictDoNothing(),
  ]
}

/** Statements that charge a run for the units that it created; they belong in the batch that ends the run. */
export function confirm(
  ctx: Context,
  executionId: string,
  made: { units: number; cents: number },
): Statement[] {
  const ids = holdIds(executionId)
  const cents = Math.max(1, Math.ceil(made.cents))
  return [
    ctx.db.run(sql`
      update usage_limits set credit_cents = max(0, credit_cents - ${cents})
      where organization_id = (
        select organization_id from usage_holds where id in ${ids} and state = 'held' and mode = 'ai_credits')`),
    ctx.db.run(sql`
      update usage_holds set state = 'confirmed',
        units = case mode when 'plan_quota' then ${made.units} else 0 end,
        cents = case mode when 'ai_credits' then ${cents} else ${made.cents} end
      where id in ${ids} and state = 'held'`),
  ]
}

/** A statement that releases the hold of a run that was skipped, failed or created nothing. */
export function release(ctx: Context, executionId: string): Statement {
  return ctx.db
    .update(usageHolds)
    .set({ state: 'released' })
    .where(and(inArray(usageHolds.id, holdIds(executionId)), eq(usageHolds.state, 'held')))
}

/** A statement that releases older holds of a feature whose run was never stored; `isStored` checks its id. */
export function releaseUnstored(
  ctx: Context,
  { feature, before }: { feature: UsageFeature; before: Date },
  isStored: (executionId: SQL) => SQL,
): Statement {
  const around = holdId({ executionId: '', feature }).length
  const executionId = sql`substr(usage_holds.id, ${reservationPrefix.length + 1}, length(usage_holds.id) - ${around})`
  return ctx.db.run(sql`
    update usage_holds set state = 'released'
    where state = 'held' and feature = ${feature} and created_at < ${before.getTime()} and not ${isStored(executionId)}`)
}

/**
 * Statements that release the hold of a run without result. The cost of its answers is recorded in place of the hold
 * and charged to nobody; a hold that was recorded or charged before stays unchanged.
 */
export function releaseSpent(ctx: Context, executionId: string, cents: SQL<number>): Statement[] {
  return [
    ctx.db.run(sql`
      update usage_holds set state = 'confirmed', mode = 'unmetered', units = 0, cents = ${cents}
      where id in ${holdIds(executionId)} and state = 'held' and ${cents} > 0`),
    release(ctx, executionId),
  ]
}

/** The same for a planning run, which may have no hold. */
export function releaseCredits(
  ctx: Context,
  { organizationId, executionId }: { organizationId: string; executionId: string },
  cents: SQL<number>,
): Statement[] {
  const now = ctx.now()
  const id = holdId({ executionId, feature: 'ai_credits' })
  return [
    ...releaseSpent(ctx, executionId, cents),
    ctx.db.run(sql`
      insert into usage_holds (id, organization_id, feature, period, mode, state, units, cents, expires_at, created_at)
      select ${id}, ${organizationId}, 'ai_credits', ${periodOf(now)}, 'unmetered', 'confirmed', 0, ${cents},
        ${now.getTime()}, ${now.getTime()}
      where ${cents} > 0
      on conflict (id) do nothing`),
  ]
}
