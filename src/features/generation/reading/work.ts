import { and, inArray } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import type { Attempt } from '../../../jobs/define.ts'
import { type Collected, collectActivity } from '../../activity/service.ts'
import { reserve } from '../../usage/service.ts'
import { type Origin, readCause } from '../cause.ts'
import type { Cause, GenerationRow } from '../model.ts'
import { endGeneration, noteGeneration, openStatuses, startGeneration } from '../record.ts'
import { checkSelection, usageOf } from '../rules.ts'
import { generationJobs, readings } from '../table.ts'

/** Collects what runs are written from; the log of each tells of it. */
export async function collectFor(
  ctx: Context,
  runs: GenerationRow[],
  { integrations, trackers, reading, patience }: Origin,
  began: Date,
  attempt: Attempt,
): Promise<Collected> {
  if (reading.type === 'window') checkSelection(reading.selection, integrations)
  const note = (message: string, metadata?: Record<string, unknown>) =>
    runs.map(({ id }) => noteGeneration(ctx, id, 'fetching_repositories', message, metadata))
  const since = runs[0]?.createdAt ?? began
  const collecting = { integrations, trackers, reading, patience, since, began, note }
  return collectActivity(ctx, collecting, attempt)
}

/**
 * Reads once what the runs of a request are written from. Gives those that are ready to be written, and the statements
 * that store the reading for them; where the quota denies all of them nothing is read, and each says so itself.
 */
export async function readForRuns(
  ctx: Context,
  { generationIds, cause }: { generationIds: string[]; cause: Cause },
  attempt: Attempt,
): Promise<{ ready: GenerationRow[]; statements: Statement[] }> {
  const runs = await findOpenRuns(ctx, generationIds)
  const [first] = runs
  if (!first) return { ready: [], statements: [] }
  const began = first.status === 'queued' ? ctx.now() : first.updatedAt
  const queued = runs.filter(({ status }) => status === 'queued')
  await atomically(
    ctx.db,
    queued.flatMap((run) => startGeneration(ctx, run, began)),
  )
  let isAllowed = false
  for (const run of runs) {
    const reserved = await reserve(ctx, usageOf(run))
    if (!('denied' in reserved)) isAllowed = true
  }
  const { collectionId } = first
  if (!isAllowed || collectionId === null) return { ready: runs, statements: [] }

  const origin = await readCause(ctx, first, cause)
  if ('gone' in origin) {
    const skipped = { status: 'skipped' as const, reason: origin.gone }
    return { ready: [], statements: runs.flatMap(({ id }) => endGeneration(ctx, id, skipped)) }
  }
  const collected = await collectFor(ctx, runs, origin, began, attempt)
  const row = { collectionId, collected, createdAt: ctx.now() }
  return { ready: runs, statements: [ctx.db.insert(readings).values(row)] }
}

/** Those runs that have not ended, in the order in which they were asked for. */
async function findOpenRuns(ctx: Context, ids: string[]): Promise<GenerationRow[]> {
  const rows = await ctx.db
    .select()
    .from(generationJobs)
    .where(and(inArray(generationJobs.id, ids), inArray(generationJobs.status, openStatuses)))
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
