import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { guard } from '../../db/table.ts'
import { lastAnswer } from '../../writer/kept-answers.ts'
import { clearFailures, noteFailure } from '../automations/record.ts'
import type { FailureReason } from '../automations/table.ts'
import { countPost, removeIfEmpty } from '../collections/record.ts'
import { confirm, type Denied, release, reserve } from '../usage/service.ts'
import type { Cause, GenerationRow } from './model.ts'
import { automationOf, usageOf } from './rules.ts'
import { dropReading } from './shared-reading.ts'
import { generationEvents, type generationEventTypes, generationJobs, openStatuses } from './table.ts'

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
  /** How many are read, where that is not told by the ids. */
  repositoryCount?: number
  trackerCount?: number
}

/** How a run ends: with a post and what its writing cost, or with the reason why there is none. */
export type Ending =
  /** `keepsAnswer` if the rules wrote some of the text instead of the model. */
  | { type: 'completed'; postId: string; cents: number; keepsAnswer?: boolean }
  | { type: 'skipped'; reason: string }
  /** What caused it is there no more. */
  | { type: 'gone'; reason: string }
  | { type: 'failed'; reason: string; counts: FailureReason }

/** Statements that record an accepted run, once however often its cause is repeated. */
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

/** The runs of these ids, in their order. */
export async function findRuns(ctx: Context, ids: string[]): Promise<GenerationRow[]> {
  const rows = await runsById(ctx).all({ ids: JSON.stringify(ids) })
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

const runsById = once((db) => {
  const named = sql`(select value from json_each(${sql.placeholder('ids')}))`
  const query = db.select().from(generationJobs).where(sql`${generationJobs.id} in ${named}`)
  return prepareSelect(db, query)
})

/** The runs that were started by these causes, as `workflowRunId` names them. */
export async function findRunsOf(ctx: Context, workflowRunIds: string[]): Promise<GenerationRow[]> {
  return workflowRunIds.length > 0 ? runsByCause(ctx).all({ ids: JSON.stringify(workflowRunIds) }) : []
}

const runsByCause = once((db) => {
  const named = sql`(select value from json_each(${sql.placeholder('ids')}))`
  const query = db.select().from(generationJobs).where(sql`${generationJobs.workflowRunId} in ${named}`)
  return prepareSelect(db, query)
})

/** Those of these ids that may still write a post, in their order. */
export async function findOpenRuns(ctx: Context, ids: string[]): Promise<GenerationRow[]> {
  const runs = await findRuns(ctx, ids)
  return runs.filter(({ status }) => openStatuses.some((open) => open === status))
}

/**
 * Takes runs into work and holds the quota of each, at once, so that they share one wait for the disk. Gives when they
 * began, and why those are denied that have no quota; a run that comes back goes on as of when it began, with its hold.
 */
export async function beginRuns(ctx: Context, runs: GenerationRow[]) {
  const [first] = runs
  const began = first && first.status !== 'queued' ? first.updatedAt : ctx.now()
  const queued = runs.filter(({ status }) => status === 'queued')
  const starts = queued.flatMap((run) => startRun(ctx, run, began))
  const [reserved] = await Promise.all([
    Promise.all(runs.map((run) => reserve(ctx, usageOf(run)))),
    atomically(ctx.db, starts),
  ])
  return { began, denied: reserved.filter((each): each is Denied => 'denied' in each) }
}

/** Statements that take a queued run into work; the batch fails on its guard when it is not queued any more. */
function startRun(ctx: Context, { id, workflowRunId }: GenerationRow, now: Date): Statement[] {
  return [
    ctx.db
      .update(generationJobs)
      .set({ status: 'running', updatedAt: now })
      .where(and(eq(generationJobs.id, id), eq(generationJobs.status, 'queued'))),
    ctx.db.run(guard),
    noteGeneration(ctx, id, 'workflow_triggered', 'The run was accepted.', { workflowRunId }),
    noteGeneration(ctx, id, 'running', 'The run has started.'),
  ]
}

/** A statement that adds a line to a run's event log. */
export function noteGeneration(
  ctx: Context,
  jobId: string,
  type: (typeof generationEventTypes)[number],
  message: string,
  metadata: Record<string, unknown> | null = null,
) {
  const id = Bun.randomUUIDv7()
  return ctx.db.insert(generationEvents).values({ id, jobId, type, message, metadata, createdAt: ctx.now() })
}

/**
 * Statements that end a run with all that belongs to its ending: what it held is charged or given back, its collection
 * is told, and its automation counts a failure or forgets earlier ones (contract 10.3).
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

type Closing = (
  | { status: 'completed'; postId: string }
  | { status: 'skipped' | 'failed'; reason: string }
) & {
  /** Stores the last answer of the model, which is in no post. */
  keepsAnswer?: boolean
}

/** Statements that close a run and tell its collection; one that has ended already fails the batch on its guard. */
function closeRun(ctx: Context, id: string, closing: Closing): Statement[] {
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

/** A content type as it is said in a sentence. */
export const words = (contentType: string) => contentType.replaceAll('_', ' ')
