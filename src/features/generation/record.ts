import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { once, prepareRun } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { guard } from '../../db/table.ts'
import { lastAnswer } from '../../writer/kept-answers.ts'
import { clearFailures, noteFailure } from '../automations/record.ts'
import type { FailureReason } from '../automations/table.ts'
import { countPost, removeIfEmpty } from '../collections/record.ts'
import type { Denial } from '../usage/denials.ts'
import { reserve } from '../usage/reserve.ts'
import { confirm, release } from '../usage/settle.ts'
import type { Cause, GenerationRow } from './model.ts'
import { automationOf, usageOf } from './rules.ts'
import { dropReading } from './shared-reading.ts'
import { type generationEventTypes, generationJobs, openStatuses } from './table.ts'

type NewGeneration = Pick<
  typeof generationJobs.$inferInsert,
  | 'id'
  | 'organizationId'
  | 'collectionId'
  | 'contentType'
  | 'repositoryIds'
  | 'brandVoiceId'
  | 'lookbackWindow'
  | 'workflowRunId'
  | 'source'
> & {
  /** The number of repositories, if the ids do not say it. */
  repositoryCount?: number
  trackerCount?: number
}

/** How a run ends: with a post and its cost, or with the reason why there is none. */
export type Ending =
  /** `keepsAnswer` if the rules wrote some of the text instead of the model. */
  | { type: 'completed'; postId: string; cents: number; keepsAnswer?: boolean }
  | { type: 'skipped'; reason: string }
  /** The cause of the run was deleted. */
  | { type: 'gone'; reason: string }
  | { type: 'failed'; reason: string; counts: FailureReason }

/** Returns statements that record an accepted run, only once if its cause is repeated. */
export function queueGeneration(
  ctx: Context,
  { repositoryCount, trackerCount = 0, ...generation }: NewGeneration,
): Statement[] {
  const now = ctx.now()
  const { id, contentType, repositoryIds, lookbackWindow } = generation
  const metadata = {
    lookbackWindow: lookbackWindow ?? null,
    repositoryCount: repositoryCount ?? repositoryIds.length,
    linearIntegrationCount: trackerCount,
  }
  return [
    ctx.db
      .insert(generationJobs)
      .values({ ...generation, status: 'queued', createdAt: now, updatedAt: now })
      .onConflictDoNothing(),
    ctx.db.run(sql`
      insert into generation_events (id, job_id, type, message, metadata, created_at)
      select ${Bun.randomUUIDv7()}, ${id}, 'queued', ${`Queued a ${words(contentType)}.`}, ${JSON.stringify(metadata)}, ${now.getTime()}
      where changes() = 1`),
  ]
}

/** Returns the runs with these ids, in the same order. */
export async function findRuns(ctx: Context, ids: string[]): Promise<GenerationRow[]> {
  const rows = await runsById(ctx).all({ ids: JSON.stringify(ids) })
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

const runsById = once((db) => {
  const named = sql`(select value from json_each(${sql.placeholder('ids')}))`
  const query = db.select().from(generationJobs).where(sql`${generationJobs.id} in ${named}`)
  return prepareSelect(db, query)
})

/** Returns the runs with these causes, which `workflowRunId` names. */
export async function findRunsOf(ctx: Context, workflowRunIds: string[]): Promise<GenerationRow[]> {
  return workflowRunIds.length > 0 ? runsByCause(ctx).all({ ids: JSON.stringify(workflowRunIds) }) : []
}

const runsByCause = once((db) => {
  const named = sql`(select value from json_each(${sql.placeholder('ids')}))`
  const query = db.select().from(generationJobs).where(sql`${generationJobs.workflowRunId} in ${named}`)
  return prepareSelect(db, query)
})

/** Returns which of these runs may still write a post, in the same order. */
export async function findOpenRuns(ctx: Context, ids: string[]): Promise<GenerationRow[]> {
  const runs = await findRuns(ctx, ids)
  return runs.filter(({ status }) => openStatuses.some((open) => open === status))
}

/** When runs started, the same by performance.now() for this attempt, and why some are denied. */
export type StartedRuns = { began: Date; freshFrom: number; denied: Denial[] }

/**
 * Starts runs and reserves their quota, all together, so that they share one disk write. A resumed run keeps its start
 * time and its reservation.
 */
export async function beginRuns(ctx: Context, runs: GenerationRow[]): Promise<StartedRuns> {
  const [first] = runs
  const began = first && first.status !== 'queued' ? first.updatedAt : ctx.now()
  const freshFrom = performance.now()
  const queued = runs.filter(({ status }) => status === 'queued')
  const starts = queued.flatMap((run) => startRun(ctx, run, began))
  const [reserved] = await Promise.all([
    Promise.all(runs.map((run) => reserve(ctx, usageOf(run)))),
    atomically(ctx.db, starts),
  ])
  return { began, freshFrom, denied: reserved.filter((each): each is Denial => 'denied' in each) }
}

/** Returns statements that start a queued run. The guard fails the batch if it is no longer queued. */
function startRun(ctx: Context, { id, workflowRunId }: GenerationRow, now: Date): Statement[] {
  const { markRunning, check } = starting(ctx)
  return [
    markRunning({ id, now: now.getTime() }),
    check({}),
    noteGeneration(ctx, id, 'workflow_triggered', 'The run was accepted.', { workflowRunId }),
    noteGeneration(ctx, id, 'running', 'The run has started.'),
  ]
}

const starting = once((db) => ({
  markRunning: prepareRun(
    db,
    sql`
    update generation_jobs set status = 'running', updated_at = ${sql.placeholder('now')}
    where id = ${sql.placeholder('id')} and status = 'queued'`,
  ),
  check: prepareRun(db, guard),
}))

/** Returns a statement that adds a line to a run's event log. */
export function noteGeneration(
  ctx: Context,
  jobId: string,
  type: (typeof generationEventTypes)[number],
  message: string,
  metadata: Record<string, unknown> | null = null,
) {
  const id = Bun.randomUUIDv7()
  const stored = metadata && JSON.stringify(metadata)
  return insertEvent(ctx)({ id, jobId, type, message, metadata: stored, now: ctx.now().getTime() })
}

const insertEvent = once((db) => {
  const [id, jobId, type] = [sql.placeholder('id'), sql.placeholder('jobId'), sql.placeholder('type')]
  const [message, metadata, now] = [
    sql.placeholder('message'),
    sql.placeholder('metadata'),
    sql.placeholder('now'),
  ]
  return prepareRun(
    db,
    sql`
    insert into generation_events (id, job_id, type, message, metadata, created_at)
    values (${id}, ${jobId}, ${type}, ${message}, ${metadata}, ${now})`,
  )
})

/**
 * Returns all statements that end a run: they charge or release its reservation, update its collection, and
 * count a failure of its automation or reset the count (contract 10.3).
 */
export function endRun(ctx: Context, { id }: { id: string }, cause: Cause, ending: Ending): Statement[] {
  const automation = automationOf(cause)
  switch (ending.type) {
    case 'completed':
      return [
        ...confirm(ctx, id, { units: 1, cents: ending.cents }),
        ...closeRun(ctx, id, { ...ending, status: 'completed' }),
        ...clearFailures(ctx, automation),
      ]
    case 'skipped':
      return [
        ...closeRun(ctx, id, { status: 'skipped', reason: ending.reason }),
        release(ctx, id),
        ...clearFailures(ctx, automation),
      ]
    case 'gone':
      return [
        ...closeRun(ctx, id, { status: 'skipped', reason: ending.reason, keepsAnswer: true }),
        release(ctx, id),
      ]
    case 'failed':
      return [
        ...closeRun(ctx, id, { status: 'failed', reason: ending.reason, keepsAnswer: true }),
        release(ctx, id),
        ...noteFailure(ctx, automation, ending.counts),
      ]
  }
}

type RunEnd = ({ status: 'completed'; postId: string } | { status: 'skipped' | 'failed'; reason: string }) & {
  /** Stores the last answer of the model, which is in no post. */
  keepsAnswer?: boolean
}

/**
 * Returns statements that close a run and update its collection. The guard fails the batch if it has already
 * ended.
 */
function closeRun(ctx: Context, id: string, closing: RunEnd): Statement[] {
  const now = ctx.now()
  const postId = closing.status === 'completed' ? closing.postId : null
  const error = closing.status === 'completed' ? null : closing.reason.slice(0, 300)
  const jobKey = sql`coalesce(${generationJobs.workflowRunId}, ${id})`
  const rejectedText = closing.keepsAnswer ? lastAnswer(jobKey) : null
  const collectionId = sql`(select collection_id from generation_jobs where id = ${id})`
  return [
    ctx.db
      .update(generationJobs)
      .set({ status: closing.status, postId, error, rejectedText, updatedAt: now, completedAt: now })
      .where(and(eq(generationJobs.id, id), inArray(generationJobs.status, openStatuses))),
    ctx.db.run(guard),
    postId ? countPost(ctx, collectionId) : removeIfEmpty(ctx, collectionId),
    dropReading(ctx, collectionId),
    ...(postId ? [noteGeneration(ctx, id, 'post_created', 'The post was saved.', { postId })] : []),
    noteGeneration(ctx, id, closing.status, error ?? 'The run is complete.', postId ? { postId } : null),
  ]
}

/** Returns a content type in words. */
export const words = (contentType: string) => contentType.replaceAll('_', ' ')
