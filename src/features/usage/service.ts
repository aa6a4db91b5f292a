import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import type { Limits } from '../../default-limits.ts'
import {
  type DenialReason,
  labels,
  limitOf,
  nextPeriod,
  periodOf,
  previousPeriod,
  type Usage,
  type UsageFeature,
} from './model.ts'
import { creditFeatures, usageFeatures, usageHolds, usageLimits } from './table.ts'

type CreditFeature = (typeof creditFeatures)[number]

type Reservation = {
  organizationId: string
  executionId: string
  feature: UsageFeature | CreditFeature
  /** How many posts or answers it will create. */
  units?: number
  holdMinutes?: number
}
export type Denial = { denied: string; reason: DenialReason }
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
 * Statements that charge the actual cost for what `reserveCredits` or `reserveReply` reserved, or only record the
 * cost if nobody is charged.
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

/** The costs of the newest planning runs in cents, newest first. */
export async function listPlanningCents(
  ctx: Context,
  organizationId: string,
  most: number,
): Promise<number[]> {
  const rows = await ctx.db
    .select({ cents: usageHolds.cents })
    .from(usageHolds)
    .where(
      and(
        eq(usageHolds.organizationId, organizationId),
        inArray(usageHolds.period, [periodOf(ctx.now()), previousPeriod(ctx.now())]),
        eq(usageHolds.feature, 'ai_credits'),
        eq(usageHolds.state, 'confirmed'),
      ),
    )
    .orderBy(desc(usageHolds.createdAt))
    .limit(most)
  return rows.map(({ cents }) => cents)
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

/** Usage and limits of the current month. */
export async function readUsage(ctx: Context, organizationId: string): Promise<Usage> {
  const now = ctx.now()
  const period = periodOf(now)
  const [limits, rows] = await Promise.all([
    readLimits(ctx, organizationId),
    ctx.db.all<UsageCount>(sql`
      select feature,
        sum(case when state = 'confirmed' then units else 0 end) as used,
        sum(case when state = 'held' and mode = 'plan_quota' and expires_at > ${now.getTime()} then units else 0 end) as held,
        sum(case when state = 'confirmed' then cents else 0 end) as cents,
        sum(case when state = 'confirmed' and mode = 'ai_credits' then cents else 0 end) as drawn,
        sum(state = 'held' and mode = 'ai_credits' and expires_at > ${now.getTime()}) as reserved
      from usage_holds where organization_id = ${organizationId} and period = ${period} group by feature`),
  ])
  return {
    period,
    resetsAt: nextPeriod(now).toISOString(),
    features: usageFeatures.map((feature) => {
      const { used = 0, held = 0 } = rows.find((row) => row.feature === feature) ?? {}
      return { feature, label: labels[feature], used, held, limit: limitOf(limits, feature) }
    }),
    modelCents: sumOf(rows, 'cents'),
    creditCents: limits?.creditCents ?? null,
    credits: {
      used: sumOf(rows, 'drawn'),
      held: sumOf(rows, 'reserved'),
      planning: toCents(rows.find(({ feature }) => feature === 'ai_credits')?.cents ?? 0),
    },
  }
}

/** Why a run that begins now would be denied, by feature; features that would be allowed are omitted. */
export async function findDenials(ctx: Context, organizationId: string): Promise<Map<UsageFeature, string>> {
  const [{ features, creditCents }, [credits]] = await Promise.all([
    readUsage(ctx, organizationId),
    ctx.db.all<{ cents: number }>(sql`select ${creditsLeft(ctx, organizationId)} as cents`),
  ])
  if (credits && credits.cents >= 1) return new Map()
  const usedUp = features.filter(({ limit, used, held }) => limit !== null && used + held >= limit)
  return new Map(usedUp.map(({ feature, limit }) => [feature, deny(feature, limit, creditCents).denied]))
}

type UsageCount = {
  feature: UsageFeature | CreditFeature
  used: number
  held: number
  cents: number
  drawn: number
  reserved: number
}

const sumOf = (rows: UsageCount[], column: 'cents' | 'drawn' | 'reserved') =>
  toCents(rows.reduce((sum, row) => sum + row[column], 0))

/** Rounds cents to remove floating-point errors. */
const toCents = (sum: number) => Math.round(sum * 10_000) / 10_000

async function readLimits(ctx: Context, organizationId: string) {
  return limitsOf(ctx).get({ organizationId })
}

const limitsOf = once((db) => {
  const query = db
    .select()
    .from(usageLimits)
    .where(eq(usageLimits.organizationId, sql.placeholder('organizationId')))
  return prepareSelect(db, query)
})

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

type ReservationKey = Pick<Reservation, 'executionId' | 'feature'>

async function findHold(ctx: Context, run: ReservationKey) {
  const [row] = await ctx.db
    .select()
    .from(usageHolds)
    .where(eq(usageHolds.id, holdId(run)))
  return row && row.state !== 'released' ? row : undefined
}

const reservationPrefix = 'content-billing:'
const holdId = ({ executionId, feature }: ReservationKey) => `${reservationPrefix}${executionId}:${feature}`

/** The possible ids of a run's hold: it has one feature. */
const holdIds = (executionId: string) =>
  [...usageFeatures, ...creditFeatures].map((feature) => holdId({ executionId, feature }))

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

function creditsLeft(ctx: Context, organizationId: string) {
  return sql`(
    select coalesce(max(credit_cents), 0) - (
      select count(*) from usage_holds
      where organization_id = ${organizationId} and period = ${periodOf(ctx.now())} and mode = 'ai_credits'
        and state = 'held' and expires_at > ${ctx.now().getTime()})
    from usage_limits where organization_id = ${organizationId})`
}

/** The denial for a run with several units if fewer are left. */
function denyPart(feature: UsageFeature, units: number, left: number, limit: number): Denial {
  const denied = `This takes ${units} ${labels[feature]}, and ${left} of the ${limit} of this month are left; raise the limit or add AI credits.`
  return { reason: 'quota_exhausted', denied }
}

function deny(feature: UsageFeature, limit: number | null, creditCents: number | null): Denial {
  const label = labels[feature]
  if (limit !== null && limit > 0) {
    const denied = `All ${label} of this month are used; raise the limit or add AI credits.`
    return { reason: 'quota_exhausted', denied }
  }
  if (creditCents !== null) {
    const denied = `AI credit limit reached: the plan includes no ${label}, and no AI credits are left.`
    return { reason: 'insufficient_ai_credits', denied }
  }
  return { reason: 'no_entitlement', denied: `The plan of this organization does not include ${label}.` }
}
