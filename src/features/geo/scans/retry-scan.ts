import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { badRequest, conflict, notFound } from '../../../errors.ts'
import { findEarlierResult } from '../../../http/idempotency.ts'
import { insertJob } from '../../../jobs/queue.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import { findSettings } from '../settings/record.ts'
import { beginScan } from './begin-scan.ts'
import { findEngine, type Task, tasksOf } from './plan.ts'
import { notSetUp, toRefusal, toStarted } from './service.ts'
import { type Plan, scans } from './table.ts'

/** The job that repeats a whole scan. Its payload is `{ scanId }`. */
export const repeatScan = 'scans.repeat'

const waitMilliseconds = 5 * 60_000

/**
 * Returns a statement that repeats a scan without a single answer once, five minutes later (contract geo 7).
 */
export function queueRepetition(ctx: Context, scanId: string) {
  const runAt = new Date(ctx.now().getTime() + waitMilliseconds)
  return insertJob(ctx, repeatScan, { scanId }, { key: `${repeatScan}:${scanId}`, runAt })
}

/** A scan with all direct and indirect retries. Questions that one of them answered are not asked again. */
const familyOf = (scanId: string): SQL => sql`
  with recursive
    origin(id, retry_of) as (
      select id, retry_of from geo_scans where id = ${scanId}
      union select scan.id, scan.retry_of from origin join geo_scans as scan on scan.id = origin.retry_of),
    family(id) as (
      select id from origin where not exists (select 1 from geo_scans where id = origin.retry_of)
      union select scan.id from family join geo_scans as scan on scan.retry_of = family.id)`

type Family = { scans: number; running: number }

/** Counts the scans of a family, and how many of them are running. */
async function readFamily(ctx: Context, scanId: string): Promise<Family> {
  const [family] = await ctx.db.all<Family>(sql`
    ${familyOf(scanId)}
    select count(*) as scans, coalesce(sum(status = 'running'), 0) as running
    from family cross join geo_scans using (id)`)
  return family ?? { scans: 0, running: 0 }
}

/**
 * Returns a statement to run after the one that starts a retry: it fails the batch if another retry was
 * started meanwhile.
 */
const requireOneMore = (ctx: Context, scanId: string, { scans }: Family): Statement =>
  ctx.db.run(sql`
    insert into guards (ok) select 0 where (${familyOf(scanId)} select count(*) from family) <> ${scans + 1}`)

/** Returns the tasks that no scan of the family has answered completely. */
async function findMissing(ctx: Context, scanId: string, plan: Plan): Promise<Task[]> {
  // A cross join keeps the database from scanning all answers for the family.
  const stored = await ctx.db.all<AnsweredTask>(sql`
    ${familyOf(scanId)}
    select engine, prompt_id as promptId, language, is_twin as isTwin, count(*) as answers
    from family cross join geo_checks on scan_id = family.id
    group by scan_id, engine, prompt_id, language, is_twin`)
  const most = new Map<string, number>()
  for (const row of stored) {
    const key = keyOf({ ...row, isTwin: Boolean(row.isTwin) })
    most.set(key, Math.max(most.get(key) ?? 0, row.answers))
  }
  return tasksOf(plan).filter((task) => (most.get(keyOf(task)) ?? 0) < task.turns.length)
}

type AnsweredTask = Pick<Task, 'engine' | 'promptId' | 'language'> & { isTwin: number; answers: number }

const keyOf = (task: Pick<Task, 'engine' | 'promptId' | 'language' | 'isTwin'>) =>
  JSON.stringify([task.engine, task.promptId, task.language, task.isTwin])

export const nothingMissing = 'Every question of this scan has an answer: there is nothing to retry'

/**
 * Retries the unanswered questions of a scan and its retries in a new scan. It uses the rate limit of scans.
 */
export async function retryScan(ctx: Context, caller: Caller, projectId: string, id: string) {
  const { organizationId } = await getProject(ctx, caller, projectId)
  await getOwnScan(ctx, projectId, id)
  const made = await findEarlierResult(ctx, caller)
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

/** Plans a retry: the unanswered questions that can be asked today. */
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
  // The current settings decide which engines may store data.
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
