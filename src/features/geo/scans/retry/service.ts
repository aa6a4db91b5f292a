import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { badRequest, conflict, notFound } from '../../../../errors.ts'
import { findMade } from '../../../../http/made.ts'
import type { Caller } from '../../../keys/model.ts'
import { getProject } from '../../projects/service.ts'
import { findSettings } from '../../settings/record.ts'
import { beginScan } from '../begin/record.ts'
import { findEngine } from '../plan/rules.ts'
import { notSetUp, toRefusal, toStarted } from '../service.ts'
import { type Plan, scans } from '../table.ts'
import { findMissing, readFamily, requireOneMore } from './record.ts'

export const nothingMissing = 'Every question of this scan has an answer: there is nothing to retry'

/** Asks what neither a scan nor a retry of it has answered, in a scan of its own; it is charged to the bucket of scans. */
export async function retryScan(ctx: Context, caller: Caller, projectId: string, id: string) {
  const { organizationId } = await getProject(ctx, caller, projectId)
  await getOwnScan(ctx, projectId, id)
  const made = await findMade(ctx, caller)
  if (made) return toStarted(caller, projectId, made)
  await caller.spend()
  const { plan, family } = await planRetry(ctx, caller, projectId, id)
  const retry = { projectId, organizationId, cause: 'retry', plan, retryOf: id, caller } as const
  const begun = await beginScan(ctx, retry, [requireOneMore(ctx, id, family)])
  if ('refused' in begun) throw toRefusal(begun)
  return toStarted(caller, projectId, begun.scanId)
}

async function getOwnScan(ctx: Context, projectId: string, id: string) {
  const [scan] = await ctx.db
    .select()
    .from(scans)
    .where(and(eq(scans.projectId, projectId), eq(scans.id, id)))
  if (!scan) throw notFound('Scan not found')
  return scan
}

/** The plan of a retry: what has no answer yet and can be asked today. */
export async function planRetry(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
  id: string,
) {
  await getProject(ctx, caller, projectId)
  const scan = await getOwnScan(ctx, projectId, id)
  const settings = await findSettings(ctx, projectId)
  if (!settings) throw notFound(notSetUp)
  if (scan.status === 'running') throw conflict('This scan is still running')
  const family = await readFamily(ctx, id)
  if (family.running > 0) throw conflict('A retry of this scan is still running')
  const missing = await findMissing(ctx, id, scan.plan)
  if (missing.length === 0) throw conflict(nothingMissing)
  // What may be kept is what the settings say today.
  const { enforceZdr, nonZdrApprovedEngines } = settings
  const obstacles = new Map<string, string>()
  for (const engine of new Set(missing.map((task) => task.engine))) {
    const found = findEngine(ctx.engines, engine, { enforceZdr, nonZdrApprovedEngines })
    if ('obstacle' in found) obstacles.set(engine, found.obstacle)
  }
  const open = missing.filter(({ engine }) => !obstacles.has(engine))
  if (open.length === 0) {
    const reasons = [...obstacles].map(([engine, reason]) => `${engine}: ${reason}`)
    throw badRequest(`None of the engines that failed can be asked. ${reasons.join(' ')}`)
  }
  const skipped = [...obstacles].map(([engine, reason]) => ({ engine, language: null, reason }))
  const only = open.map(({ number }) => number)
  const plan: Plan = { ...scan.plan, enforceZdr, nonZdrApprovedEngines, skipped, only }
  return { plan, family }
}
