import type { Context } from '../../../context.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../../db/errors.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { findEarlierResult, isRecordedAlready, recordResult } from '../../../http/idempotency.ts'
import { updateIfUnchanged } from '../../../http/reviewed.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import { findWebsite } from './find-website.ts'
import { scanReadinessJob } from './job.ts'
import { maxHistory, type Readiness, type StartedReadinessScan, toHistory, toReport } from './model.ts'
import { endReplaced, findReport, findRunning, listScans, reuseMilliseconds } from './record.ts'
import { readinessReports } from './table.ts'

export const noWebsite = 'Add a website URL to the brand identity of this project first'

/** Returns the newest report of a project's website, a newer scan that runs or failed, and the history. */
export async function getReadiness(
  ctx: Context,
  caller: Caller,
  projectId: string,
): Promise<typeof Readiness.static> {
  const { organization } = caller
  const targetUrl = await findWebsite(ctx, await getProject(ctx, caller, projectId))
  const scans = targetUrl === null ? [] : await listScans(ctx, projectId, targetUrl)
  const done = scans.find(({ status }) => status === 'completed')
  const report = done ? await findReport(ctx, done.id) : null
  const [newest] = scans
  const page = `${ctx.config.appUrl}/app/${organization.slug}/geo/agent-readiness?project=${projectId}`
  const completed = scans.filter(({ status }) => status === 'completed').slice(0, maxHistory)
  return {
    targetUrl,
    report: report && toReport(report, page),
    scan: newest && newest.status !== 'completed' ? toReport({ ...newest, evaluation: null }, page) : null,
    history: toHistory(completed.toReversed()),
    organization,
  }
}

/**
 * Starts a scan of a project's website. A running one of the same website that is younger than ten minutes is reused,
 * any other is ended (contract geo 12).
 */
export async function startReadinessScan(
  ctx: Context,
  caller: Caller,
  projectId: string,
): Promise<typeof StartedReadinessScan.static> {
  const { organization } = caller
  const targetUrl = await findWebsite(ctx, await getProject(ctx, caller, projectId))
  if (targetUrl === null) throw badRequest(noWebsite)
  const earlier = await findEarlierResult(ctx, caller)
  if (earlier) return { reportId: earlier, alreadyRunning: false, organization }
  await caller.spend()
  const running = await findRunning(ctx, projectId)
  if (running && isReusable(running)) return reuse(running.id)

  const id = Bun.randomUUIDv7()
  const row = { id, projectId, targetUrl, status: 'running' as const, createdAt: ctx.now() }
  try {
    await updateIfUnchanged(ctx, caller, [
      endReplaced(ctx, projectId, targetUrl),
      ctx.db.insert(readinessReports).values(row),
      scanReadinessJob.insert(ctx, { reportId: id }, { key: `readiness.scan:${id}` }),
      ...recordResult(ctx, caller, id),
    ])
  } catch (error) {
    // The project was deleted meanwhile.
    if (isForeignKeyViolation(error)) throw notFound('Project not found')
    // Another request started a scan meanwhile.
    const other = isUniqueViolation(error, 'readiness_reports.project_id')
      ? await findRunning(ctx, projectId)
      : null
    if (other) return reuse(other.id)
    throw error
  }
  ctx.jobsReady.wake()
  return { reportId: id, alreadyRunning: false, organization }

  /** A repetition of this call gets the same scan, even once that has ended. */
  async function reuse(reportId: string) {
    const [result] = recordResult(ctx, caller, reportId)
    try {
      if (result) await updateIfUnchanged(ctx, caller, [result])
    } catch (error) {
      if (!isRecordedAlready(error)) throw error
      return { reportId, alreadyRunning: false, organization }
    }
    return { reportId, alreadyRunning: true, organization }
  }

  function isReusable({ targetUrl: url, createdAt }: { targetUrl: string; createdAt: Date }) {
    return url === targetUrl && ctx.now().getTime() - createdAt.getTime() < reuseMilliseconds
  }
}
