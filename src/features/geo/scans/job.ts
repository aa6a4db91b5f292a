import { t } from 'elysia'
import { defineJob, type Work } from '../../../jobs/define.ts'
import { runScan as runScanJobName } from './begin/record.ts'

const RunScan = t.Object({ scanId: t.String() })

async function run(...scan: Parameters<Work<typeof RunScan.static>>) {
  const { runScan } = await import('./work.ts')
  return runScan(...scan)
}

/** Asks what a scan has planned. */
export const runScanJob = defineJob(runScanJobName, RunScan, run)
