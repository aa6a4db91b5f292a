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
  /** What started it; a retry asks again what failed in the scan of `retryOf`. */
  cause: oneOf(scanCauses),
  retryOf: t.Nullable(t.String()),
  /** How many answers are asked for, how many came, and how many will not. */
  checks: t.Object({ planned: integer, saved: integer, failed: integer }),
  /** Once it has ended: the engines whose answers are missing, and why. */
  failures: t.Array(
    t.Object({
      engine: t.String(),
      failed: integer,
      reasons: t.Array(t.Object({ reason: t.String(), count: integer })),
    }),
  ),
  /** What is tracked but was not asked: an engine, or all engines in a language. */
  skipped: t.Array(SkippedPart),
  /** Why it failed, or what is missing of one that is complete. */
  errorMessage: t.Nullable(t.String()),
  /** Whether asking again what failed is of use. */
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

/** A scan without its plan, which may be long. */
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
