import { and, asc, eq, isNull, lt, lte, or } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically } from '../../../db/client.ts'
import { describeError } from '../../../explain.ts'
import { projects } from '../projects/table.ts'
import { staleMilliseconds } from '../settings/rules.ts'
import { geoSettings } from '../settings/table.ts'
import { beginScan, recordFailedStart } from './begin-scan.ts'
import { planProject } from './plan-project.ts'

const hour = 60 * 60_000
const minute = 60_000
/** A time that is closer than this is skipped, so that two scans do not follow each other directly. */
const minPause = 2 * hour
/** A start that fails is retried this long; then it is skipped. */
const startMilliseconds = 12 * hour

/**
 * Returns when the next scan is due: whole intervals later, at least two hours from now, so that the time of
 * day stays the same (contract geo 7: Next slot).
 */
export function nextSlot(dueAt: Date, intervalHours: number, now: Date): Date {
  const due = toMinute(dueAt).getTime()
  const interval = intervalHours * hour
  const intervals = Math.floor((now.getTime() + minPause - due) / interval) + 1
  return new Date(due + Math.max(1, intervals) * interval)
}

export const toMinute = (time: Date) => new Date(Math.floor(time.getTime() / minute) * minute)

/** Whether a due scan has already run: an attempt of any cause has ended since. */
export const isCovered = (dueAt: Date | null, lastScanAt: Date | null) =>
  dueAt !== null && lastScanAt !== null && lastScanAt > dueAt

export const isGivenUp = (dueAt: Date, now: Date) => now.getTime() - dueAt.getTime() >= startMilliseconds

export type DueScan = Awaited<ReturnType<typeof findDueScans>>[number]

/** Returns projects whose scan is due and whose slot is free: those without a time first, then the oldest. */
export async function findDueScans(ctx: Context) {
  const now = ctx.now()
  const stale = new Date(now.getTime() - staleMilliseconds)
  return ctx.db
    .select({ settings: geoSettings, organizationId: projects.organizationId })
    .from(geoSettings)
    .innerJoin(projects, eq(projects.id, geoSettings.projectId))
    .where(
      and(
        eq(geoSettings.enabled, true),
        or(isNull(geoSettings.nextScanAt), lte(geoSettings.nextScanAt, now)),
        or(isNull(geoSettings.scanStartedAt), lt(geoSettings.scanStartedAt, stale)),
      ),
    )
    .orderBy(asc(geoSettings.nextScanAt), asc(geoSettings.projectId))
}

/** Returns a statement that moves a project's next scan, unless its time changed meanwhile. */
export function moveSlot(
  ctx: Context,
  { projectId, nextScanAt }: Pick<DueScan['settings'], 'projectId' | 'nextScanAt'>,
  to: Date,
) {
  const known = nextScanAt === null ? isNull(geoSettings.nextScanAt) : eq(geoSettings.nextScanAt, nextScanAt)
  return ctx.db
    .update(geoSettings)
    .set({ nextScanAt: to })
    .where(and(eq(geoSettings.projectId, projectId), known))
}

const maxStarts = 25

/** Starts due scans. One that cannot start does not block the others (contract geo 7: Scheduler). */
export async function startDueScans(ctx: Context): Promise<void> {
  let started = 0
  for (const due of await findDueScans(ctx)) {
    try {
      if (await startDueScan(ctx, due)) started++
    } catch (error) {
      const { projectId } = due.settings
      ctx.log.error(
        { projectId, error: describeError(error) },
        'A recurring visibility scan could not be started. Trying again within 10 minutes.',
      )
    }
    if (started === maxStarts) return
  }
}

/** Starts a due scan, or moves it to its next time; returns whether it was started. */
async function startDueScan(ctx: Context, { settings, organizationId }: DueScan): Promise<boolean> {
  const { projectId, nextScanAt, lastScanAt, scanIntervalHours } = settings
  const now = ctx.now()
  const dueAt = nextScanAt ?? toMinute(now)
  const moving = moveSlot(ctx, settings, nextSlot(dueAt, scanIntervalHours, now))
  if (isCovered(nextScanAt, lastScanAt)) {
    await moving
    return false
  }
  const { plan, nothing } = await planProject(ctx, organizationId, settings)
  const beginning = { projectId, organizationId, cause: 'recurring', plan } as const
  if (nothing !== null) {
    const isLast = isGivenUp(dueAt, now)
    const statements = isLast
      ? [moving, recordFailedStart(ctx, beginning, nothing)]
      : [moveSlot(ctx, settings, dueAt)]
    await atomically(ctx.db, statements)
    return false
  }
  const begun = await beginScan(ctx, beginning, [moving])
  if ('refused' in begun && begun.refused === 'denied') await moving
  return 'scanId' in begun
}
