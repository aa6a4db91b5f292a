import { and, eq, inArray, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { oneOf } from '../../http/fields.ts'
import { type AutomationTiming, listTimings } from '../automations/service.ts'
import { posts } from '../posts/table.ts'
import { eventRunId, scheduleRunId } from './rules.ts'
import { generationJobs, generationStatuses } from './table.ts'

/** The state of an automation, in addition to its definition. */
const AutomationState = t.Object({
  id: t.String(),
  /** For enabled schedules. */
  nextRunAt: t.Nullable(t.String()),
  /** Why it was disabled automatically. */
  pausedBecause: t.Nullable(t.String()),
  lastRun: t.Nullable(
    t.Object({
      id: t.String(),
      status: oneOf(generationStatuses),
      error: t.Nullable(t.String()),
      /** The post, unless it was deleted. */
      post: t.Nullable(t.Object({ id: t.String(), title: t.String() })),
      createdAt: t.String(),
    }),
  ),
})
type AutomationState = typeof AutomationState.static

export const AutomationStates = t.Object({ automations: t.Array(AutomationState) })

/** Returns when each schedule runs next, why automations are paused, and the result of each last run. */
export async function listAutomationStates(ctx: Context, organizationId: string) {
  const automations = await listTimings(ctx, organizationId)
  const runs = await findLastRuns(ctx, organizationId, automations)
  return {
    automations: automations.map(({ id, sourceType: _, nextRunAt, pausedBecause }) => ({
      id,
      nextRunAt: nextRunAt?.toISOString() ?? null,
      pausedBecause,
      lastRun: runs.get(id) ?? null,
    })),
  }
}

/**
 * Returns the last run of each automation with one index lookup each, because run names begin with its id.
 */
async function findLastRuns(ctx: Context, organizationId: string, automations: AutomationTiming[]) {
  const prefixes = automations.map(({ id, sourceType }) => ({
    id,
    first: sourceType === 'cron' ? scheduleRunId(id, '') : eventRunId(id, ''),
  }))
  const named = await ctx.db.all<{ automationId: string; runId: string | null }>(sql`
    select value ->> 'id' as automationId, (
      select id from generation_jobs
      where workflow_run_id >= value ->> 'first' and workflow_run_id < value ->> 'first' || '~'
      order by created_at desc limit 1) as runId
    from json_each(${JSON.stringify(prefixes)})`)
  const { id, status, error, createdAt } = generationJobs
  const rows = await ctx.db
    .select({ id, status, error, createdAt, post: { id: posts.id, title: posts.title } })
    .from(generationJobs)
    .leftJoin(posts, eq(posts.id, generationJobs.postId))
    .where(
      and(
        eq(generationJobs.organizationId, organizationId),
        inArray(
          id,
          named.flatMap(({ runId }) => runId ?? []),
        ),
      ),
    )
  const byId = new Map(rows.map((row) => [row.id, { ...row, createdAt: row.createdAt.toISOString() }]))
  const found = new Map<string, AutomationState['lastRun']>()
  for (const { automationId, runId } of named) found.set(automationId, byId.get(runId ?? '') ?? null)
  return found
}
