import { t } from 'elysia'
import { integer, oneOf } from '../../../http/fields.ts'
import { results, tiers } from '../../../readiness/check.ts'
import type { CheckResult } from '../../../readiness/evaluate.ts'
import { labelOf, scoreLabels } from '../../../readiness/score.ts'
import { Organization } from '../../organizations/model.ts'
import { type readinessReports, reportStatuses } from './table.ts'

export type ReportRow = typeof readinessReports.$inferSelect

/** Finished scans in a history (contract geo 12). */
export const maxHistory = 60

/** Points of the checks of one tier. */
export const Part = t.Object({ earned: t.Number(), available: integer, passing: integer, total: integer })

export const Breakdown = t.Object({
  essential: Part,
  recommended: Part,
  bonus: t.Object({ points: integer, positiveSignals: integer }),
})

/** A check that failed or passed in part (contract geo 12). */
export const Issue = t.Object({
  id: t.String(),
  name: t.String(),
  tier: oneOf(tiers),
  result: oneOf(['failed', 'partial'] as const),
  details: t.Nullable(t.String()),
  recommendation: t.Nullable(t.String()),
})

/** What to do, what to copy, and a command that shows the result. */
export const Fix = t.Object({
  text: t.String(),
  code: t.Array(t.Object({ label: t.String(), text: t.String() })),
  verify: t.String(),
})

/** A check with its evidence and its fix. Text of the scanned site in the evidence is quoted. */
export const ReadinessCheck = t.Object({
  id: t.String(),
  name: t.String(),
  tier: oneOf(tiers),
  weight: integer,
  result: oneOf(results),
  why: t.String(),
  evidence: t.Array(t.String()),
  fix: Fix,
})

/** Whether robots.txt lets an agent in. */
export const Access = t.Object({
  agent: t.String(),
  purpose: oneOf(['search', 'assistant', 'training'] as const),
  result: oneOf(['passed', 'review', 'blocked', 'unknown'] as const),
})

/** A scan; score and results are null until it is completed. */
export const ReadinessReport = t.Object({
  id: t.String(),
  status: oneOf(reportStatuses),
  targetUrl: t.String(),
  score: t.Nullable(integer),
  scoreLabel: t.Nullable(oneOf(scoreLabels)),
  scoreBreakdown: t.Nullable(Breakdown),
  issues: t.Array(Issue),
  /** Checks that count: those that are neither unknown nor not applicable. */
  eligibleChecks: integer,
  reportUrl: t.Nullable(t.String()),
  errorMessage: t.Nullable(t.String()),
  scannedAt: t.Nullable(t.String()),
  createdAt: t.String(),
  checks: t.Array(ReadinessCheck),
  /** Which agents robots.txt lets in. */
  agents: t.Array(Access),
  pagesRead: integer,
  /** A sitemap of the website that the scan found. */
  sitemapUrl: t.Nullable(t.String()),
  rulesVersion: t.Nullable(integer),
})

const HistoryEntry = t.Object({
  id: t.String(),
  score: integer,
  failedCount: integer,
  partialCount: integer,
  scannedAt: t.String(),
  rulesVersion: integer,
})

export const Readiness = t.Object({
  targetUrl: t.Nullable(t.String()),
  report: t.Nullable(ReadinessReport),
  scan: t.Nullable(ReadinessReport),
  history: t.Array(HistoryEntry),
  organization: Organization,
})

export const StartedReadinessScan = t.Object({
  reportId: t.String(),
  alreadyRunning: t.Boolean(),
  organization: Organization,
})

/** The finished scans of a history, oldest first. */
export function toHistory(rows: Omit<ReportRow, 'evaluation'>[]): (typeof HistoryEntry.static)[] {
  return rows.flatMap(({ id, status, score, scannedAt, failedCount, partialCount, rulesVersion }) =>
    status === 'completed' && score !== null && scannedAt
      ? {
          ...{ id, score, scannedAt: scannedAt.toISOString() },
          ...{ failedCount: failedCount ?? 0, partialCount: partialCount ?? 0 },
          rulesVersion: rulesVersion ?? 0,
        }
      : [],
  )
}

/** A report with all its results. `reportUrl` is its page in the dashboard. */
export function toReport(row: ReportRow, reportUrl: string): typeof ReadinessReport.static {
  const { id, status, targetUrl, score, evaluation, errorMessage, rulesVersion } = row
  const checks = evaluation?.checks ?? []
  return {
    ...{ id, status, targetUrl, score, errorMessage, rulesVersion, checks },
    scoreLabel: score === null ? null : labelOf(score),
    scoreBreakdown: evaluation?.breakdown ?? null,
    issues: issuesOf(checks),
    eligibleChecks: checks.filter(({ result }) => result !== 'unknown' && result !== 'not_applicable').length,
    reportUrl: status === 'completed' ? reportUrl : null,
    scannedAt: row.scannedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    agents: evaluation?.agents ?? [],
    pagesRead: evaluation?.pagesRead ?? 0,
    sitemapUrl: evaluation?.sitemapUrl ?? null,
  }
}

/** The checks to work on, in the order of the report. */
export function issuesOf(checks: CheckResult[]): (typeof Issue.static)[] {
  return checks.flatMap(({ id, name, tier, result, evidence, fix }) =>
    result === 'failed' || result === 'partial'
      ? {
          ...{ id, name, tier, result },
          details: evidence.join('\n') || null,
          recommendation: [fix.text, ...fix.code.map(({ label, text }) => `${label}:\n${text}`)].join('\n\n'),
        }
      : [],
  )
}
