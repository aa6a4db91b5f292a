import type { Context } from '../../../../context.ts'
import { atomically } from '../../../../db/client.ts'
import { describeError } from '../../../../explain.ts'
import { beginScan, recordFailedStart } from '../begin/record.ts'
import { planProject } from '../plan/record.ts'
import { type DueScan, findDueScans, moveSlot } from './record.ts'
import { isCovered, isGivenUp, nextSlot, toMinute } from './rules.ts'

const mostStarts = 25

/** Starts the scans that are due; what cannot start keeps nobody else from it (contract geo 7: Scheduler). */
export async function startDueScans(ctx: Context): Promise<void> {
  let started = 0
  for (const due of await findDueScans(ctx)) {
    try {
      if (await startDueScan(ctx, due)) started++
    } catch (error) {
      const { projectId } = due.settings
      ctx.log.error(
        { projectId, error: describeError(error) },
        'A recurring visibility scan could not be started. Trying again within 10 minutes.',
      )
    }
    if (started === mostStarts) return
  }
}

/** Starts one scan, or does what is to be done in its stead; tells whether it was started. */
async function startDueScan(ctx: Context, { settings, organizationId }: DueScan): Promise<boolean> {
  const { projectId, nextScanAt, lastScanAt, scanIntervalHours } = settings
  const now = ctx.now()
  const dueAt = nextScanAt ?? toMinute(now)
  const moving = moveSlot(ctx, settings, nextSlot(dueAt, scanIntervalHours, now))
  if (isCovered(nextScanAt, lastScanAt)) {
    await moving
    return false
  }
  const { plan, nothing } = await planProject(ctx, organizationId, settings)
  const beginning = { projectId, organizationId, cause: 'recurring', plan } as const
  if (nothing !== null) {
    const isLast = isGivenUp(dueAt, now)
    const statements = isLast
      ? [moving, recordFailedStart(ctx, beginning, nothing)]
      : [moveSlot(ctx, settings, dueAt)]
    await atomically(ctx.db, statements)
    return false
  }
  const begun = await beginScan(ctx, beginning, [moving])
  if ('refused' in begun && begun.refused === 'denied') await moving
  return 'scanId' in begun
}
