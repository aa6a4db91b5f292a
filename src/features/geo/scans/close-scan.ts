import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { staleMilliseconds } from '../settings/rules.ts'
import { geoSettings } from '../settings/table.ts'
import { endScan, findRunningScan } from './record.ts'
import { checks, scans } from './table.ts'

/** The job that ends a scan that cannot end itself. Its payload is `{ scanId, reason }`. */
export const closeScan = 'scans.close'

/** Finds abandoned scans: old, and without a slot that was renewed recently (contract geo 6). */
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

/** Returns the cost of a scan's stored answers. */
export async function sumCents(ctx: Context, scanId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ cents: sql<number>`coalesce(sum(${checks.cents}), 0)` })
    .from(checks)
    .where(eq(checks.scanId, scanId))
  return row?.cents ?? 0
}

type Cause = Pick<Parameters<typeof endScan>[2], 'errorCode' | 'errorMessage' | 'failedStage'>

/** Ends a scan whose job died. Its stored answers are counted and charged. */
export async function closeDeadScan(ctx: Context, { scanId, reason }: { scanId: string; reason: string }) {
  return close(ctx, scanId, {
    errorCode: 'scan_execution_failed',
    errorMessage: reason,
    failedStage: 'execution',
  })
}

/** Ends abandoned scans (contract geo 6: swept). */
export async function closeStaleScans(ctx: Context): Promise<void> {
  for (const { id } of await findStaleScans(ctx)) {
    try {
      await atomically(ctx.db, await close(ctx, id, stale))
    } catch (error) {
      // The scan ended meanwhile.
      if (!isGuardViolation(error)) throw error
    }
  }
}

const stale: Cause = {
  errorCode: 'scan_stale',
  errorMessage: 'The scan did not end within two hours.',
  failedStage: 'stale',
}

async function close(ctx: Context, scanId: string, cause: Cause): Promise<Statement[]> {
  const scan = await findRunningScan(ctx, scanId)
  if (!scan) return []
  const { saved, failures } = scan
  const cents = await sumCents(ctx, scanId)
  return endScan(ctx, scan, { status: 'failed', retryable: true, failures, saved, cents, ...cause })
}
