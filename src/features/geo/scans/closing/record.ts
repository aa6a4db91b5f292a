import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { staleMilliseconds } from '../../settings/rules.ts'
import { geoSettings } from '../../settings/table.ts'
import { checks, scans } from '../table.ts'

/** The job that ends a scan that cannot end itself; it takes `{ scanId, reason }`. */
export const closeScan = 'scans.close'

/** Scans that nobody works on any more: old, and without a slot that was renewed lately (contract geo 6). */
export async function findStaleScans(ctx: Context): Promise<{ id: string }[]> {
  const stale = new Date(ctx.now().getTime() - staleMilliseconds)
  const slot = ctx.db
    .select({ one: sql`1` })
    .from(geoSettings)
    .where(
      and(
        eq(geoSettings.projectId, scans.projectId),
        eq(geoSettings.scanId, scans.id),
        sql`${geoSettings.scanStartedAt} >= ${stale.getTime()}`,
      ),
    )
  return ctx.db
    .select({ id: scans.id })
    .from(scans)
    .where(and(sql`${scans.status} = 'running'`, lt(scans.startedAt, stale), notExists(slot)))
}

/** What the stored answers of a scan cost. */
export async function sumCents(ctx: Context, scanId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ cents: sql<number>`coalesce(sum(${checks.cents}), 0)` })
    .from(checks)
    .where(eq(checks.scanId, scanId))
  return row?.cents ?? 0
}
