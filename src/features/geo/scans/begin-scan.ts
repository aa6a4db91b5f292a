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
import { release, releaseUnstored, reserve } from '../../usage/service.ts'
import { staleMilliseconds } from '../settings/rules.ts'
import { geoSettings } from '../settings/table.ts'
import { countAnswers, tasksOf } from './plan.ts'
import { type Plan, type scanCauses, scans } from './table.ts'

/** The job that asks what a scan has planned; it takes `{ scanId }`. */
export const runScan = 'scans.run'

type Beginning = {
  projectId: string
  organizationId: string
  cause: (typeof scanCauses)[number]
  plan: Plan
  retryOf?: string
  /** Whether it goes on without the slot where that is taken. */
  isBeside?: boolean
  /** Who wishes it, where somebody does. */
  caller?: Caller
}
export type Refused = { refused: 'running' | 'denied'; sentence: string }
type Begun = { scanId: string } | Refused

/**
 * Holds the quota of all answers that are planned, takes the project's slot, records the scan and queues its job;
 * refused without quota, and while another scan holds the slot. What `also` makes is committed with it.
 */
export async function beginScan(
  ctx: Context,
  { projectId, organizationId, cause, plan, retryOf, isBeside = false, caller }: Beginning,
  also: Statement[] = [],
): Promise<Begun> {
  const scanId = Bun.randomUUIDv7()
  const now = ctx.now()
  const planned = countAnswers(tasksOf(plan))
  const denied = await holdAnswers(ctx, organizationId, scanId, planned)
  if (denied !== null) return { refused: 'denied', sentence: denied }
  const row = { id: scanId, organizationId, projectId, cause, plan, planned, retryOf: retryOf ?? null }
  try {
    await atomically(ctx.db, [
      ...(caller ? checkReviewed(ctx, caller) : []),
      takeSlot(ctx, projectId, scanId),
      ...(isBeside ? [] : [ctx.db.run(guard)]),
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

/** A statement that records a scan that could not even begin. */
export function recordFailedStart(
  ctx: Context,
  { projectId, organizationId, cause, plan }: Beginning,
  reason: string,
) {
  const now = ctx.now()
  return ctx.db.insert(scans).values({
    ...{ id: Bun.randomUUIDv7(), organizationId, projectId, cause, plan, planned: 0 },
    ...{ status: 'failed', errorCode: 'scan_handoff_failed', errorMessage: reason, failedStage: 'handoff' },
    ...{ retryable: false, startedAt: now, finishedAt: now, createdAt: now },
  })
}

/** Sets a unit of the month's quota aside for each answer, else says why not; more than a scan takes keeps none of it. */
async function holdAnswers(ctx: Context, organizationId: string, scanId: string, units: number) {
  const reservation = { organizationId, executionId: scanId, feature: 'ai_answers', units } as const
  const reserved = await reserve(ctx, { ...reservation, holdMinutes: staleMilliseconds / 60_000 })
  return 'denied' in reserved ? reserved.denied : null
}

/** Longer than the moment between holding answers and storing the scan. */
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

/** A statement that takes the project's slot for a scan where it is free, or left behind. */
export function takeSlot(ctx: Context, projectId: string, scanId: string) {
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

/** A statement that shows that a scan still holds its slot. */
export function renewSlot(ctx: Context, scanId: string) {
  return ctx.db.update(geoSettings).set({ scanStartedAt: ctx.now() }).where(eq(geoSettings.scanId, scanId))
}

/** A statement that frees the slot that a scan holds, and no other's. */
export function freeSlot(ctx: Context, scanId: string) {
  return ctx.db
    .update(geoSettings)
    .set({ scanId: null, scanStartedAt: null })
    .where(eq(geoSettings.scanId, scanId))
}
