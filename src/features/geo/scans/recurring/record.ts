import { and, asc, eq, isNull, lt, lte, or } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { projects } from '../../projects/table.ts'
import { staleMilliseconds } from '../../settings/rules.ts'
import { geoSettings } from '../../settings/table.ts'

export type DueScan = Awaited<ReturnType<typeof findDueScans>>[number]

/** Projects whose scan is due and whose slot is free; those that never had a time first, then the oldest. */
export async function findDueScans(ctx: Context) {
  const now = ctx.now()
  const stale = new Date(now.getTime() - staleMilliseconds)
  return ctx.db
    .select({ settings: geoSettings, organizationId: projects.organizationId })
    .from(geoSettings)
    .innerJoin(projects, eq(projects.id, geoSettings.projectId))
    .where(
      and(
        eq(geoSettings.enabled, true),
        or(isNull(geoSettings.nextScanAt), lte(geoSettings.nextScanAt, now)),
        or(isNull(geoSettings.scanStartedAt), lt(geoSettings.scanStartedAt, stale)),
      ),
    )
    .orderBy(asc(geoSettings.nextScanAt), asc(geoSettings.projectId))
}

/** A statement that moves the next time of a project, unless somebody moved it in between. */
export function moveSlot(
  ctx: Context,
  { projectId, nextScanAt }: Pick<DueScan['settings'], 'projectId' | 'nextScanAt'>,
  to: Date,
) {
  const known = nextScanAt === null ? isNull(geoSettings.nextScanAt) : eq(geoSettings.nextScanAt, nextScanAt)
  return ctx.db
    .update(geoSettings)
    .set({ nextScanAt: to })
    .where(and(eq(geoSettings.projectId, projectId), known))
}
