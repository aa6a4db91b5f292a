import { and, desc, eq, getTableColumns, lte, ne, or, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import type { Evaluation } from '../../../readiness/evaluate.ts'
import { issuesOf, maxHistory, type ReportRow } from './model.ts'
import { readinessReports } from './table.ts'

/** A running scan of the same website is reused until this age (contract geo 12). */
export const reuseMilliseconds = 10 * 60 * 1000
/** Stored scans per project; more than the history needs, because scans can fail. */
const maxStored = 2 * maxHistory

/** Finds a scan by id. */
export async function findReport(ctx: Context, id: string): Promise<ReportRow | null> {
  const [row] = await ctx.db.select().from(readinessReports).where(eq(readinessReports.id, id))
  return row ?? null
}

/** Returns the newest scans of a website without their results, newest first. */
export async function listScans(ctx: Context, projectId: string, targetUrl: string) {
  const { evaluation: _, ...columns } = getTableColumns(readinessReports)
  return ctx.db
    .select(columns)
    .from(readinessReports)
    .where(and(eq(readinessReports.projectId, projectId), eq(readinessReports.targetUrl, targetUrl)))
    .orderBy(desc(readinessReports.createdAt), desc(readinessReports.id))
    .limit(maxStored)
}

/** Returns the running scan of a project, if any. */
export async function findRunning(ctx: Context, projectId: string) {
  const { id, targetUrl, createdAt } = readinessReports
  const [row] = await ctx.db
    .select({ id, targetUrl, createdAt })
    .from(readinessReports)
    .where(and(eq(readinessReports.projectId, projectId), eq(readinessReports.status, 'running')))
  return row ?? null
}

/** Returns a statement that ends a running scan that is too old, or of another website. */
export function endReplaced(ctx: Context, projectId: string, target: string): Statement {
  const { projectId: project, status, targetUrl, createdAt } = readinessReports
  const oldest = new Date(ctx.now().getTime() - reuseMilliseconds)
  return ctx.db
    .update(readinessReports)
    .set({ status: 'failed', errorMessage: 'A newer scan replaced this one.', scannedAt: ctx.now() })
    .where(
      and(eq(project, projectId), eq(status, 'running'), or(ne(targetUrl, target), lte(createdAt, oldest))),
    )
}

/** Returns statements that store the results of a scan, unless it was replaced, and delete the oldest scans. */
export function complete(
  ctx: Context,
  { id, projectId }: Pick<ReportRow, 'id' | 'projectId'>,
  evaluation: Evaluation,
): Statement[] {
  const issues = issuesOf(evaluation.checks)
  const countOf = (result: string) => issues.filter((issue) => issue.result === result).length
  return [
    ctx.db
      .update(readinessReports)
      .set({
        status: 'completed',
        score: evaluation.score,
        rulesVersion: evaluation.rulesVersion,
        failedCount: countOf('failed'),
        partialCount: countOf('partial'),
        evaluation,
        scannedAt: ctx.now(),
      })
      .where(isRunning(id)),
    ctx.db.run(sql`
      delete from readiness_reports where id in (
        select id from readiness_reports where project_id = ${projectId}
        order by created_at desc, id desc limit -1 offset ${maxStored})`),
  ]
}

/** Returns a statement that ends a scan that failed, unless it was replaced. */
export function fail(ctx: Context, id: string, errorMessage: string): Statement {
  return ctx.db
    .update(readinessReports)
    .set({ status: 'failed', errorMessage, scannedAt: ctx.now() })
    .where(isRunning(id))
}

const isRunning = (id: string) => and(eq(readinessReports.id, id), eq(readinessReports.status, 'running'))
