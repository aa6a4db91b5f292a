import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { findSettings } from '../settings/record.ts'
import { beginScan } from './begin-scan.ts'
import { planProject } from './plan-project.ts'
import { scans } from './table.ts'

/** Repeats a whole scan, unless a newer scan exists or there is nothing to ask. */
export async function repeatWholeScan(ctx: Context, { scanId }: { scanId: string }): Promise<void> {
  const [scan] = await ctx.db.select().from(scans).where(eq(scans.id, scanId))
  const settings = scan && (await findSettings(ctx, scan.projectId))
  if (!settings || !scan.finishedAt) return
  if (settings.lastScanAt && settings.lastScanAt > scan.finishedAt) return
  const { organizationId, projectId } = scan
  const { plan, nothing } = await planProject(ctx, organizationId, settings)
  if (nothing !== null) return
  await beginScan(ctx, { projectId, organizationId, cause: 'retry', plan, retryOf: scanId })
}
