import { t } from 'elysia'
import { defineJob, type Work } from '../../../jobs/define.ts'
import { projectSweep } from '../projects/record.ts'
import { freeSlot, releaseUnstoredScans, runScan } from './begin/record.ts'
import { closeScan } from './closing/record.ts'
import { rescoreProject } from './rescore/record.ts'
import { repeatScan } from './retry/record.ts'

const OfScan = t.Object({ scanId: t.String() })
const OfProject = t.Object({ projectId: t.String() })

async function run(...scan: Parameters<Work<typeof OfScan.static>>) {
  const work = await import('./work.ts')
  return work.runScan(...scan)
}

/** Asks what a scan has planned. */
export const runScanJob = defineJob(runScan, OfScan, run, {
  onDead: (ctx, { scanId }, reason) => [
    freeSlot(ctx, scanId),
    closeScanJob.insert(ctx, { scanId, reason }, { key: `${closeScan}:${scanId}` }),
  ],
})

/** Ends a scan whose job died: its answers have to be read to be counted. */
export const closeScanJob = defineJob(
  closeScan,
  t.Object({ scanId: t.String(), reason: t.String() }),
  async (ctx, dead) => (await import('./closing/work.ts')).closeDeadScan(ctx, dead),
)

/** Repeats a scan that stored nothing, once. */
export const repeatScanJob = defineJob(repeatScan, OfScan, async (ctx, scan) => {
  const { repeatWholeScan } = await import('./retry/work.ts')
  await repeatWholeScan(ctx, scan)
})

/** Reads stored answers anew after a name was edited. */
export const rescoreJob = defineJob(rescoreProject, OfProject, async (ctx, project, attempt) => {
  const { rescore } = await import('./rescore/work.ts')
  await rescore(ctx, project, attempt)
})

/** Takes away what a deleted project leaves behind. */
export const sweepProjectJob = defineJob(projectSweep, OfProject, async (ctx, project) => {
  const { sweepProject } = await import('./removal/work.ts')
  await sweepProject(ctx, project)
})

/** Ends scans that nobody works on, and starts those that are due (contract geo 7: Scheduler). */
export const sweepScans = defineJob('scans.sweep', t.Object({}), async (ctx) => {
  const [{ closeStaleScans }, { startDueScans }] = await Promise.all([
    import('./closing/work.ts'),
    import('./recurring/work.ts'),
  ])
  await releaseUnstoredScans(ctx)
  await closeStaleScans(ctx)
  await startDueScans(ctx)
})
