import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { defineJob, type Work } from '../../../jobs/define.ts'
import { findSubject } from '../../organizations/subject.ts'
import { projectSweep } from '../projects/record.ts'
import { projects } from '../projects/table.ts'
import { freeSlot, releaseUnstoredScans, runScan } from './begin-scan.ts'
import { closeScan } from './close-scan.ts'
import { rescoreProject } from './rescore-slices.ts'
import { repeatScan } from './retry-scan.ts'
import { scans } from './table.ts'

const OfScan = t.Object({ scanId: t.String() })
const OfProject = t.Object({ projectId: t.String() })

const scanSubject = (ctx: Context, { scanId }: typeof OfScan.static) =>
  findSubject(
    ctx,
    sql`
    select scan.organization_id, 'scan ' || scan.id || coalesce(' of project ' || project.name, '') as record
    from ${scans} as scan left join ${projects} as project on project.id = scan.project_id where scan.id = ${scanId}`,
  )
const projectSubject = (ctx: Context, { projectId }: typeof OfProject.static) =>
  findSubject(
    ctx,
    sql`
    select organization_id, 'project ' || coalesce(name, id) as record
    from (select ${projectId} as id) left join ${projects} using (id)`,
  )

async function run(...scan: Parameters<Work<typeof OfScan.static>>) {
  const work = await import('./work.ts')
  return work.runScan(...scan)
}

/** Asks the questions of a scan. */
export const runScanJob = defineJob(runScan, OfScan, run, {
  title: 'Running a visibility scan',
  subject: scanSubject,
  onDead: (ctx, { scanId }, reason) => [
    freeSlot(ctx, scanId),
    closeScanJob.insert(ctx, { scanId, reason }, { key: `${closeScan}:${scanId}` }),
  ],
})

/** Ends a scan whose job died. A job, because counting reads its answers. */
export const closeScanJob = defineJob(
  closeScan,
  t.Object({ scanId: t.String(), reason: t.String() }),
  async (ctx, dead) => (await import('./close-scan.ts')).closeDeadScan(ctx, dead),
  { title: 'Ending a failed visibility scan', subject: scanSubject },
)

/** Repeats a scan without a single answer, once. */
export const repeatScanJob = defineJob(
  repeatScan,
  OfScan,
  async (ctx, scan) => {
    const { repeatWholeScan } = await import('./repeat-scan.ts')
    await repeatWholeScan(ctx, scan)
  },
  { title: 'Repeating a visibility scan', subject: scanSubject },
)

/** Rescores stored answers after a name changed. */
export const rescoreJob = defineJob(
  rescoreProject,
  OfProject,
  async (ctx, project, attempt) => {
    const { rescore } = await import('./rescore.ts')
    await rescore(ctx, project, attempt)
  },
  { title: 'Rescoring stored answers', subject: projectSubject },
)

/** Deletes the data of a deleted project. */
export const sweepProjectJob = defineJob(
  projectSweep,
  OfProject,
  async (ctx, project) => {
    const { sweepProject } = await import('./remove-project.ts')
    await sweepProject(ctx, project)
  },
  { title: 'Deleting the data of a deleted project', subject: projectSubject },
)

/** Ends abandoned scans and starts due ones (contract geo 7: Scheduler). */
export const sweepScans = defineJob(
  'scans.sweep',
  t.Object({}),
  async (ctx) => {
    const [{ closeStaleScans }, { startDueScans }] = await Promise.all([
      import('./close-scan.ts'),
      import('./recurring-scans.ts'),
    ])
    await releaseUnstoredScans(ctx)
    await closeStaleScans(ctx)
    await startDueScans(ctx)
  },
  { title: 'Starting due visibility scans' },
)
