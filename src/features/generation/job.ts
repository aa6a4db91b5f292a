import { lt, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { defineJob, type Work } from '../../jobs/define.ts'
import { deleteInSlices } from '../../jobs/retention.ts'
import { integrations } from '../integrations/table.ts'
import { findSubject } from '../organizations/subject.ts'
import { Cause, WindowCause } from './model.ts'
import { endRun } from './record.ts'
import { generationJobs } from './table.ts'

export const WritePost = t.Object({
  generationId: t.String(),
  cause: Cause,
  /** Whether to write from the reading that is stored with the collection. */
  isRead: t.Optional(t.Boolean()),
})

async function write(...run: Parameters<Work<typeof WritePost.static>>) {
  const { writePost } = await import('./work.ts')
  return writePost(...run)
}

export const writePostJob = defineJob('generation.write', WritePost, write, {
  title: 'Writing a post',
  subject: (ctx, { generationId }) => subjectOf(ctx, generationId),
  onDead: (ctx, { generationId, cause }, reason) =>
    endRun(ctx, { id: generationId }, cause, { type: 'failed', reason, counts: 'workflow_errors' }),
})

export const ReadActivity = t.Object({ generationIds: t.Array(t.String()), cause: WindowCause })

/**
 * Reads the activity once for all runs of a request. The batch that stores it queues the writing of each run.
 */
export const readActivityJob = defineJob(
  'generation.read',
  ReadActivity,
  async (ctx, payload, attempt): Promise<Statement[]> => {
    const { readForRuns } = await import('./read-for-runs.ts')
    const { ready, statements } = await readForRuns(ctx, payload, attempt)
    const writing = ready.map(({ id, workflowRunId }) =>
      writePostJob.insert(
        ctx,
        { generationId: id, cause: payload.cause, isRead: true },
        { key: workflowRunId ?? id },
      ),
    )
    return [...statements, ...writing]
  },
  {
    title: 'Reading repository activity',
    subject: (ctx, { generationIds: [first = ''] }) => subjectOf(ctx, first),
    onDead: (ctx, { generationIds, cause }, reason) =>
      generationIds.flatMap((id) =>
        endRun(ctx, { id }, cause, { type: 'failed', reason, counts: 'workflow_errors' }),
      ),
  },
)

const subjectOf = (ctx: Context, id: string) =>
  findSubject(
    ctx,
    sql`
    select organization_id, 'run ' || id || ' (' || replace(content_type, '_', ' ') || coalesce(' of ' || (
      select group_concat(display_name, ', ') from ${integrations}
      where id in (select value from json_each(repository_ids))), '') || ')' as record
    from ${generationJobs} where id = ${id}`,
  )

const retentionMs = 7 * 24 * 60 * 60 * 1000

/** Deletes runs and their events after seven days (contract 6.3). */
export const sweepGenerations = defineJob(
  'generation.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const before = new Date(ctx.now().getTime() - retentionMs)
    await deleteInSlices(ctx, generationJobs, lt(generationJobs.createdAt, before), { signal })
  },
  { title: 'Deleting old runs' },
)
