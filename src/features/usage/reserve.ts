import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { type Denial, deny, denyPart } from './denials.ts'
import { type HoldKey, holdId } from './hold-id.ts'
import { creditsLeft, readLimits } from './limits.ts'
import { limitOf, periodOf, type UsageFeature } from './model.ts'
import { usageHolds } from './table.ts'

type Reservation = HoldKey & {
  organizationId: string
  /** How many posts or answers it will create. */
  units?: number
  holdMinutes?: number
}
export type ReserveResult = { mode: 'plan_quota' | 'ai_credits' } | Denial

/**
 * Reserves the units of a run from the month's quota, otherwise one cent of AI credits, otherwise returns why not
 * (contract 18.3). A repeated reservation of the same run finds its hold; a hold left by a crash stops counting when
 * it expires.
 */
export async function reserve(
  ctx: Context,
  reservation: Reservation & { feature: UsageFeature },
): Promise<ReserveResult> {
  const { organizationId, feature, units = 1 } = reservation
  const limits = await readLimits(ctx, organizationId)
  const limit = limitOf(limits, feature)
  const hasQuota = limit === null ? sql`true` : sql`${unitsUsed(ctx, reservation)} + ${units} <= ${limit}`
  if (await hold(ctx, reservation, 'plan_quota', hasQuota)) return { mode: 'plan_quota' }
  const hasCredits = sql`${creditsLeft(ctx, organizationId)} >= 1`
  if (await hold(ctx, reservation, 'ai_credits', hasCredits)) return { mode: 'ai_credits' }
  const existing = await findHold(ctx, reservation)
  if (existing) return { mode: existing.mode === 'ai_credits' ? 'ai_credits' : 'plan_quota' }
  if (units > 1 && limit) return denyPart(feature, units, await unitsLeft(ctx, reservation, limit), limit)
  return deny(feature, limit, limits?.creditCents ?? null)
}

/** Who pays for a planning run: the credit balance, or nobody. */
export type Payer = 'credits' | 'nobody'

/**
 * Reserves a cent of AI credits for work that only uses credits. Without a balance nothing is reserved; with an empty
 * balance the work is free while long-form posts of the month are left, and denied otherwise (spec: Quotas).
 */
export async function reserveCredits(
  ctx: Context,
  { organizationId, executionId }: { organizationId: string; executionId: string },
): Promise<{ charged: Payer } | Denial> {
  const limits = await readLimits(ctx, organizationId)
  if (!limits || limits.creditCents === null) return { charged: 'nobody' }
  const credits = { organizationId, executionId, feature: 'ai_credits', holdMinutes: 180 } as const
  if (await hold(ctx, credits, 'ai_credits', sql`${creditsLeft(ctx, organizationId)} >= 1`))
    return { charged: 'credits' }
  if (await findHold(ctx, credits)) return { charged: 'credits' }
  const posts = { organizationId, executionId, feature: 'long_form_posts' } as const
  const limit = limitOf(limits, 'long_form_posts')
  if (limit === null || (await unitsLeft(ctx, posts, limit)) > 0) return { charged: 'nobody' }
  return deny('long_form_posts', limit, limits.creditCents)
}

/**
 * Reserves a cent of AI credits for a reply or a turn; returns the balance if one exists and is empty (contract
 * 18.5).
 */
export async function reserveReply(
  ctx: Context,
  { organizationId, executionId }: { organizationId: string; executionId: string },
): Promise<{ charged: Payer } | { balance: number }> {
  const limits = await readLimits(ctx, organizationId)
  if (!limits || limits.creditCents === null) return { charged: 'nobody' }
  const reply = { organizationId, executionId, feature: 'conversations', holdMinutes: 30 } as const
  if (await hold(ctx, reply, 'ai_credits', sql`${creditsLeft(ctx, organizationId)} >= 1`))
    return { charged: 'credits' }
  return (await findHold(ctx, reply)) ? { charged: 'credits' } : { balance: limits.creditCents }
}

/**
 * Reserves if `condition` is met, in one statement, so that two runs cannot take the same last unit. A released hold
 * can be reserved again.
 */
async function hold(
  ctx: Context,
  { organizationId, executionId, feature, units = 1, holdMinutes = 60 }: Reservation,
  mode: 'plan_quota' | 'ai_credits',
  condition: ReturnType<typeof sql>,
): Promise<boolean> {
  const now = ctx.now().getTime()
  const rows = await ctx.db.all(sql`
    insert into usage_holds (id, organization_id, feature, period, mode, state, units, expires_at, created_at)
    select ${holdId({ executionId, feature })}, ${organizationId}, ${feature}, ${periodOf(ctx.now())}, ${mode}, 'held', ${units},
      ${now + holdMinutes * 60_000}, ${now}
    where ${condition}
    on conflict (id) do update
    set state = 'held', mode = excluded.mode, period = excluded.period, units = excluded.units,
      expires_at = excluded.expires_at, created_at = excluded.created_at
    where usage_holds.state = 'released'
    returning id`)
  return rows.length > 0
}

async function findHold(ctx: Context, run: HoldKey) {
  const [row] = await ctx.db
    .select()
    .from(usageHolds)
    .where(eq(usageHolds.id, holdId(run)))
  return row && row.state !== 'released' ? row : undefined
}

async function unitsLeft(
  ctx: Context,
  reservation: Pick<Reservation, 'organizationId' | 'feature'>,
  limit: number,
): Promise<number> {
  const [used] = await ctx.db.all<{ units: number }>(sql`select ${unitsUsed(ctx, reservation)} as units`)
  return Math.max(0, limit - (used?.units ?? 0))
}

function unitsUsed(
  ctx: Context,
  { organizationId, feature }: Pick<Reservation, 'organizationId' | 'feature'>,
) {
  return sql`(
    select coalesce(sum(units), 0) from usage_holds
    where organization_id = ${organizationId} and period = ${periodOf(ctx.now())} and feature = ${feature}
      and mode = 'plan_quota'
      and (state = 'confirmed' or (state = 'held' and expires_at > ${ctx.now().getTime()})))`
}
