import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { deny } from './denials.ts'
import { creditsLeft, readLimits } from './limits.ts'
import {
  labels,
  limitOf,
  nextPeriod,
  periodOf,
  previousPeriod,
  type Usage,
  type UsageFeature,
} from './model.ts'
import { type CreditFeature, usageFeatures, usageHolds } from './table.ts'

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
