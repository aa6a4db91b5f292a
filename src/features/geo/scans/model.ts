import { t } from 'elysia'
import { integer, oneOf } from '../../../http/fields.ts'
import { Pagination } from '../../../http/paging.ts'
import { Organization } from '../../organizations/model.ts'
import { scanCauses, scanStatuses, type scans } from './table.ts'

export type ScanRow = typeof scans.$inferSelect

export const SkippedPart = t.Object({
  engine: t.Nullable(t.String()),
  language: t.Nullable(t.String()),
  reason: t.String(),
})

export const Scan = t.Object({
  id: t.String(),
  projectId: t.String(),
  status: oneOf(scanStatuses),
  /** What started the scan. A retry asks the failed questions of the scan `retryOf` again. */
  cause: oneOf(scanCauses),
  retryOf: t.Nullable(t.String()),
  /** The number of planned, stored and failed answers. */
  checks: t.Object({ planned: integer, saved: integer, failed: integer }),
  /** After the end: the engines with missing answers, and why. */
  failures: t.Array(
    t.Object({
      engine: t.String(),
      failed: integer,
      reasons: t.Array(t.Object({ reason: t.String(), count: integer })),
    }),
  ),
  /** The tracked engines and languages that were not asked. */
  skipped: t.Array(SkippedPart),
  /** Why the scan failed, or what a completed one lacks. */
  errorMessage: t.Nullable(t.String()),
  /** Whether a retry can succeed. */
  retryable: t.Boolean(),
  startedAt: t.String(),
  finishedAt: t.Nullable(t.String()),
  createdAt: t.String(),
})

export const ScanPage = t.Object({
  scans: t.Array(Scan),
  pagination: Pagination,
  organization: Organization,
})
export const OneScan = t.Object({ scan: Scan, organization: Organization })
export const StartedScan = t.Object({ scanId: t.String(), statusUrl: t.String(), organization: Organization })

/** A scan without its plan, which can be long. */
export type ListedScan = Omit<ScanRow, 'plan'> & Pick<ScanRow['plan'], 'skipped'>

export function toScan(row: ListedScan): typeof Scan.static {
  return {
    id: row.id,
    projectId: row.projectId,
    status: row.status,
    cause: row.cause,
    retryOf: row.retryOf,
    checks: { planned: row.planned, saved: row.saved, failed: row.failed },
    failures: row.failures,
    skipped: row.skipped,
    errorMessage: row.errorMessage,
    retryable: row.retryable,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
