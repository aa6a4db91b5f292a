import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { badRequest, conflict, notFound } from '../../../../errors.ts'
import { findMade } from '../../../../http/made.ts'
import type { Caller } from '../../../keys/model.ts'
import { getProject } from '../../projects/service.ts'
import { findSettings } from '../../settings/record.ts'
import { beginScan } from '../begin/record.ts'
import { findEngine, type Task, tasksOf } from '../plan/rules.ts'
import { notSetUp, toRefusal, toStarted } from '../service.ts'
import { checks, type Plan, scans } from '../table.ts'

/** Asks again what failed in a scan, in a scan of its own; it is charged to the bucket of scans. */
export async function retryScan(ctx: Context, caller: Caller, projectId: string, id: string) {
  await getProject(ctx, caller, projectId)
  const [scan] = await ctx.db
    .select()
    .from(scans)
    .where(and(eq(scans.projectId, projectId), eq(scans.id, id)))
  if (!scan) throw notFound('Scan not found')
  const made = await findMade(ctx, caller)
  if (made) return toStarted(caller, projectId, made)
  await caller.spend()
  const settings = await findSettings(ctx, projectId)
  if (!settings) throw notFound(notSetUp)
  if (scan.status === 'running') throw conflict('This scan is still running')
  const failed = await findFailed(ctx, id, scan.plan)
  if (failed.length === 0) throw badRequest('Nothing failed in this scan')
  // What may be kept is what the settings say today.
  const { enforceZdr, nonZdrApprovedEngines } = settings
  const obstacles = new Map<string, string>()
  for (const engine of new Set(failed.map((task) => task.engine))) {
    const found = findEngine(ctx.engines, engine, { enforceZdr, nonZdrApprovedEngines })
    if ('obstacle' in found) obstacles.set(engine, found.obstacle)
  }
  const open = failed.filter(({ engine }) => !obstacles.has(engine))
  if (open.length === 0) {
    const reasons = [...obstacles].map(([engine, reason]) => `${engine}: ${reason}`)
    throw badRequest(`None of the engines that failed can be asked. ${reasons.join(' ')}`)
  }
  const skipped = [...obstacles].map(([engine, reason]) => ({ engine, language: null, reason }))
  const only = open.map(({ number }) => number)
  const plan = { ...scan.plan, enforceZdr, nonZdrApprovedEngines, skipped, only }
  const { organizationId } = scan
  const begun = await beginScan(ctx, { projectId, organizationId, cause: 'retry', plan, retryOf: id, caller })
  if ('refused' in begun) throw toRefusal(begun)
  return toStarted(caller, projectId, begun.scanId)
}

/** The tasks of a scan of which an answer is missing. */
async function findFailed(ctx: Context, scanId: string, plan: Plan): Promise<Task[]> {
  const stored = await ctx.db
    .select({
      engine: checks.engine,
      promptId: checks.promptId,
      language: checks.language,
      isTwin: checks.isTwin,
      answers: sql<number>`count(*)`,
    })
    .from(checks)
    .where(eq(checks.scanId, scanId))
    .groupBy(checks.engine, checks.promptId, checks.language, checks.isTwin)
  const counts = new Map(stored.map((row) => [keyOf(row), row.answers]))
  return tasksOf(plan).filter((task) => (counts.get(keyOf(task)) ?? 0) < task.turns.length)
}

const keyOf = (task: Pick<Task, 'engine' | 'promptId' | 'language' | 'isTwin'>) =>
  JSON.stringify([task.engine, task.promptId, task.language, task.isTwin])
