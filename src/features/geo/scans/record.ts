import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { guard } from '../../../db/table.ts'
import { confirm, release } from '../../usage/settle.ts'
import { geoSettings } from '../settings/table.ts'
import { freeSlot } from './begin-scan.ts'
import { citeScan } from './citation-counts.ts'
import { tallyScan } from './count-answers.ts'
import type { ScanRow } from './model.ts'
import { scans } from './table.ts'

/** Returns a running scan; null if it has ended or was deleted with its project. */
export async function findRunningScan(ctx: Context, id: string): Promise<ScanRow | null> {
  const [row] = await ctx.db
    .select()
    .from(scans)
    .where(and(eq(scans.id, id), eq(scans.status, 'running')))
  return row ?? null
}

/** `cents` is the cost of the answers and of the small model. */
type Ending = Pick<
  ScanRow,
  'status' | 'failures' | 'retryable' | 'errorCode' | 'errorMessage' | 'failedStage'
> & { saved: number; cents: number }

/**
 * Returns the statements that end a scan: they count and charge its answers and free the project's slot. The
 * guard fails the batch if the scan has already ended.
 */
export async function endScan(
  ctx: Context,
  { id, projectId, cause }: Pick<ScanRow, 'id' | 'projectId' | 'cause'>,
  { cents, ...ending }: Ending,
): Promise<Statement[]> {
  const now = ctx.now()
  return [
    ctx.db
      .update(scans)
      .set({ ...ending, finishedAt: now })
      .where(and(eq(scans.id, id), eq(scans.status, 'running'))),
    ctx.db.run(guard),
    ...(await tallyScan(ctx, id)),
    ...citeScan(ctx, id),
    freeSlot(ctx, id),
    ...(ending.saved > 0 ? confirm(ctx, id, { units: ending.saved, cents }) : [release(ctx, id)]),
    ...(isWhole(cause)
      ? [ctx.db.update(geoSettings).set({ lastScanAt: now }).where(eq(geoSettings.projectId, projectId))]
      : []),
  ]
}

/** A conversation or a single prompt does not count as the scan that is due. */
const isWhole = (cause: ScanRow['cause']) => cause !== 'rescan' && cause !== 'sequence'
