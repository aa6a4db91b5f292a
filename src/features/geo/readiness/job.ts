import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob, type Work } from '../../../jobs/define.ts'
import { findSubject } from '../../organizations/subject.ts'
import { projects } from '../projects/table.ts'
import { fail } from './record.ts'
import { readinessReports } from './table.ts'

const OfReport = t.Object({ reportId: t.String() })

async function scan(...scanning: Parameters<Work<typeof OfReport.static>>) {
  const { scanWebsite } = await import('./work.ts')
  return scanWebsite(...scanning)
}

/** Scans a website for agent readiness. */
export const scanReadinessJob = defineJob('readiness.scan', OfReport, scan, {
  title: 'Scanning a website for agent readiness',
  subject: (ctx, { reportId }) =>
    findSubject(
      ctx,
      sql`
      select project.organization_id, 'readiness scan of ' || report.target_url as record
      from ${readinessReports} as report join ${projects} as project on project.id = report.project_id
      where report.id = ${reportId}`,
    ),
  attempts: 2,
  onDead: (ctx, { reportId }, reason) => [fail(ctx, reportId, reason)],
})
