import type { Context } from '../../../../context.ts'
import { atomically, type Statement } from '../../../../db/client.ts'
import { isGuardViolation } from '../../../../db/errors.ts'
import { endScan, findRunningScan } from '../record.ts'
import { findStaleScans, sumCents } from './record.ts'

type Cause = Pick<Parameters<typeof endScan>[2], 'errorCode' | 'errorMessage' | 'failedStage'>

/** Ends a scan whose job died; what was answered stays, is counted and charged. */
export async function closeDeadScan(ctx: Context, { scanId, reason }: { scanId: string; reason: string }) {
  return close(ctx, scanId, {
    errorCode: 'scan_execution_failed',
    errorMessage: reason,
    failedStage: 'execution',
  })
}

/** Ends the scans that nobody works on any more (contract geo 6: swept). */
export async function closeStaleScans(ctx: Context): Promise<void> {
  for (const { id } of await findStaleScans(ctx)) {
    try {
      await atomically(ctx.db, await close(ctx, id, stale))
    } catch (error) {
      // It has ended in between.
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
