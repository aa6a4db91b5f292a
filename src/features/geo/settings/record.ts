import { asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { nextUpdatedAt } from '../../../http/reviewed.ts'
import { competitors } from '../competitors/table.ts'
import type { SettingsRow } from './model.ts'
import type { Definition } from './rules.ts'
import { geoSettings } from './table.ts'

/** Returns the settings of a project; null before the first save. */
export async function findSettings(ctx: Context, projectId: string): Promise<SettingsRow | null> {
  const [row] = await ctx.db.select().from(geoSettings).where(eq(geoSettings.projectId, projectId))
  return row ?? null
}

/** Returns the names of a project's competitors, oldest first. */
export async function listCompetitorNames(ctx: Context, projectId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ name: competitors.name })
    .from(competitors)
    .where(eq(competitors.projectId, projectId))
    .orderBy(asc(competitors.createdAt), asc(competitors.id))
  return rows.map(({ name }) => name)
}

const minute = 60_000

/**
 * Returns a statement that stores the settings, and reschedules the recurring scan if it was switched on or
 * its interval changed: one interval after the last scan, or now if that is in the past or there was none
 * (contract geo 5).
 */
export function storeSettings(ctx: Context, projectId: string, definition: Definition) {
  const now = ctx.now()
  const thisMinute = new Date(now.getTime() - (now.getTime() % minute))
  const { enabled, scanIntervalHours, nextScanAt, lastScanAt } = geoSettings
  const interval = definition.scanIntervalHours * 60 * minute
  const afterLast = sql`(${lastScanAt} + ${interval}) / ${minute} * ${minute}`
  const rearmed = sql`case
    when ${definition.enabled ? 0 : 1} then null
    when ${enabled} = 1 and ${scanIntervalHours} = ${definition.scanIntervalHours} then ${nextScanAt}
    when ${lastScanAt} + ${interval} > ${now.getTime()} then ${afterLast}
    else ${thisMinute.getTime()} end`
  return ctx.db
    .insert(geoSettings)
    .values({
      ...definition,
      projectId,
      id: Bun.randomUUIDv7(),
      nextScanAt: definition.enabled ? thisMinute : null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: geoSettings.projectId,
      set: { ...definition, nextScanAt: rearmed, updatedAt: nextUpdatedAt(ctx, geoSettings.updatedAt) },
    })
    .returning()
}
