import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { guard } from '../../db/table.ts'
import { type Collected, reviveCollected } from '../activity/service.ts'
import { countPost, removeIfEmpty } from '../collections/record.ts'
import type { GenerationRow } from './model.ts'
import { generationEvents, type generationEventTypes, generationJobs, readings } from './table.ts'

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
/** Statuses of runs that may still write a post. */
export const openStatuses = ['queued', 'running'] as const

export type Ending =
  | { status: 'completed'; postId: string }
  | { status: 'skipped'; reason: string }
  | { status: 'failed'; reason: string }

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

/** A run that is known to exist. */
export async function findGeneration(ctx: Context, id: string): Promise<GenerationRow> {
  const [row] = await ctx.db.select().from(generationJobs).where(eq(generationJobs.id, id))
  return row as GenerationRow
}

/** Statements that take a queued run into work; the batch fails on its guard when it is not queued any more. */
export function startGeneration(ctx: Context, { id, workflowRunId }: GenerationRow, now: Date): Statement[] {
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

/** Statements that end a run and tell its collection; one that has ended already fails the batch on its guard. */
export function endGeneration(ctx: Context, id: string, ending: Ending): Statement[] {
  const now = ctx.now()
  const postId = ending.status === 'completed' ? ending.postId : null
  const error = ending.status === 'completed' ? null : ending.reason.slice(0, 300)
  return [
    ctx.db
      .update(generationJobs)
      .set({ status: ending.status, postId, error, updatedAt: now, completedAt: now })
      .where(and(eq(generationJobs.id, id), inArray(generationJobs.status, openStatuses))),
    ctx.db.run(guard),
    postId ? countPost(ctx, collectionOf(id)) : removeIfEmpty(ctx, collectionOf(id)),
    dropReading(ctx, id),
    ...(postId ? [noteGeneration(ctx, id, 'post_created', 'The post was saved.', { postId })] : []),
    noteGeneration(ctx, id, ending.status, error ?? 'The run is complete.', postId ? { postId } : null),
  ]
}

const collectionOf = (id: string): SQL => sql`(select collection_id from generation_jobs where id = ${id})`

/** What was read for the runs of a collection, until the last of them has ended. */
export async function findReading(ctx: Context, collectionId: string | null): Promise<Collected | null> {
  const [row] = await ctx.db
    .select()
    .from(readings)
    .where(eq(readings.collectionId, collectionId ?? ''))
  return row ? reviveCollected(row.collected) : null
}

/** A statement that lets go of what the runs of a collection were written from, once the last of them has ended. */
const dropReading = (ctx: Context, id: string): Statement =>
  ctx.db.run(sql`
    delete from readings where collection_id = ${collectionOf(id)} and not exists (
      select 1 from generation_jobs
      where collection_id = readings.collection_id and status in ('queued', 'running'))`)

/** A content type as it is said in a sentence. */
export const words = (contentType: string) => contentType.replaceAll('_', ' ')
