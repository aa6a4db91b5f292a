import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { ceilingGuard, describeCeiling } from '../../../db/ceilings.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isGuardViolation, isReviewViolation } from '../../../db/errors.ts'
import { guard } from '../../../db/table.ts'
import { isRecordedAlready, recordResult } from '../../../http/idempotency.ts'
import { checkReviewed } from '../../../http/reviewed.ts'
import { insertJob } from '../../../jobs/queue.ts'
import type { Caller } from '../../keys/model.ts'
import { reserve } from '../../usage/reserve.ts'
import { release, releaseUnstored } from '../../usage/settle.ts'
import { staleMilliseconds } from '../settings/rules.ts'
import { geoSettings } from '../settings/table.ts'
import { countAnswers, tasksOf } from './plan.ts'
import { type Plan, type scanCauses, scans } from './table.ts'

/** The job that asks the questions of a scan. Its payload is `{ scanId }`. */
export const runScan = 'scans.run'

type NewScan = {
  projectId: string
  organizationId: string
  cause: (typeof scanCauses)[number]
  plan: Plan
  retryOf?: string
  /** Whether to run without the slot if another scan has it. */
  isParallel?: boolean
  /** The user who started it, if any. */
  caller?: Caller
}
export type RefusedScan = { refused: 'running' | 'denied'; sentence: string }
type StartResult = { scanId: string } | RefusedScan

/**
 * Reserves quota for all planned answers, claims the project's slot, stores the scan and queues its job.
 * Refuses without quota, or while another scan holds the slot. The statements of `also` are part of the
 * batch.
 */
export async function beginScan(
  ctx: Context,
  { projectId, organizationId, cause, plan, retryOf, isParallel = false, caller }: NewScan,
  also: Statement[] = [],
): Promise<StartResult> {
  const scanId = Bun.randomUUIDv7()
  const now = ctx.now()
  const planned = countAnswers(tasksOf(plan))
  const denied = await reserveAnswers(ctx, organizationId, scanId, planned)
  if (denied !== null) return { refused: 'denied', sentence: denied }
  const row = { id: scanId, organizationId, projectId, cause, plan, planned, retryOf: retryOf ?? null }
  try {
    await atomically(ctx.db, [
      ...(caller ? checkReviewed(ctx, caller) : []),
      claimSlot(ctx, projectId, scanId),
      ...(isParallel ? [] : [ctx.db.run(guard)]),
      ctx.db.insert(scans).values({ ...row, status: 'running', startedAt: now, createdAt: now }),
      ctx.db.run(ceilingGuard('scans', projectId)),
      insertJob(ctx, runScan, { scanId }, { key: scanId }),
      ...(caller ? recordResult(ctx, caller, scanId) : []),
      ...also,
    ])
  } catch (error) {
    const isRefused =
      isGuardViolation(error) ||
      isRecordedAlready(error) ||
      isReviewViolation(error) ||
      describeCeiling(error) !== null
    if (isRefused) await atomically(ctx.db, [release(ctx, scanId)])
    if (!isGuardViolation(error)) throw error
    return { refused: 'running', sentence: 'A scan of this project is running already' }
  }
  ctx.jobsReady.wake()
  return { scanId }
}

/** Returns a statement that records a scan that could not start. */
export function recordFailedStart(
  ctx: Context,
  { projectId, organizationId, cause, plan }: NewScan,
  reason: string,
) {
  const now = ctx.now()
  return ctx.db.insert(scans).values({
    ...{ id: Bun.randomUUIDv7(), organizationId, projectId, cause, plan, planned: 0 },
    ...{ status: 'failed', errorCode: 'scan_handoff_failed', errorMessage: reason, failedStage: 'handoff' },
    ...{ retryable: false, startedAt: now, finishedAt: now, createdAt: now },
  })
}

/**
 * Reserves a unit of the month's quota for each answer, or returns why not. A scan reserves all of its units
 * or none.
 */
async function reserveAnswers(ctx: Context, organizationId: string, scanId: string, units: number) {
  const reservation = { organizationId, executionId: scanId, feature: 'ai_answers', units } as const
  const reserved = await reserve(ctx, { ...reservation, holdMinutes: staleMilliseconds / 60_000 })
  return 'denied' in reserved ? reserved.denied : null
}

/** Longer than the time between reserving quota and storing the scan. */
const storingMilliseconds = 60_000

/** Releases the quota held for scans that were never stored because the process ended. */
export function releaseUnstoredScans(ctx: Context, { isOnly = false } = {}) {
  // Another process may be about to store a scan.
  const before = new Date(ctx.now().getTime() + (isOnly ? 1 : -storingMilliseconds))
  return releaseUnstored(
    ctx,
    { feature: 'ai_answers', before },
    (id) => sql`exists (select 1 from ${scans} where ${scans.id} = ${id})`,
  )
}

/** Returns a statement that claims the project's slot for a scan if it is free or stale. */
export function claimSlot(ctx: Context, projectId: string, scanId: string) {
  const now = ctx.now()
  const stale = new Date(now.getTime() - staleMilliseconds)
  return ctx.db
    .update(geoSettings)
    .set({ scanId, scanStartedAt: now })
    .where(
      and(
        eq(geoSettings.projectId, projectId),
        or(isNull(geoSettings.scanStartedAt), lt(geoSettings.scanStartedAt, stale)),
      ),
    )
}

/** Returns a statement that renews the slot of a scan. */
export function renewSlot(ctx: Context, scanId: string) {
  return ctx.db.update(geoSettings).set({ scanStartedAt: ctx.now() }).where(eq(geoSettings.scanId, scanId))
}

/** Returns a statement that frees the project's slot if this scan holds it. */
export function freeSlot(ctx: Context, scanId: string) {
  return ctx.db
    .update(geoSettings)
    .set({ scanId: null, scanStartedAt: null })
    .where(eq(geoSettings.scanId, scanId))
}
