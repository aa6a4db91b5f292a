import { and, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { countRows, readMergedPage, toSlice } from '../../../db/merged-page.ts'
import { notFound } from '../../../errors.ts'
import { offsetOf, toPagination } from '../../../http/paging.ts'
import { findEventHeads } from '../../activity/stored-activity.ts'
import { findAutomationNames } from '../../automations/service.ts'
import { findRepositoryNames } from '../../integrations/service.ts'
import type { Caller } from '../../keys/model.ts'
import { summarizePosts } from '../../posts/post-summaries.ts'
import { type GenerationRow, toGenerationJob, toWholeJob } from '../model.ts'
import { startOf } from '../rules.ts'
import { findEvents } from '../service.ts'
import { generationJobCounts, generationJobs, openStatuses } from '../table.ts'
import type { Run, RunQuery } from './model.ts'
import { toCause } from './run-causes.ts'

/** Returns a page of an organization's runs, newest first. */
export async function listRuns(ctx: Context, { organization }: Caller, query: RunQuery) {
  const { page, limit } = query
  const { total, rowids } = await findPage(ctx, organization.id, query)
  const shown = sql`${generationJobs}.rowid in (select value from json_each(${JSON.stringify(rowids)}))`
  return {
    runs: await describeRuns(ctx, organization.id, await findRuns(ctx, shown, limit)),
    pagination: toPagination(page, limit, total),
    organization,
  }
}

/**
 * Returns the rows of a page and the number of matching runs. Totals are stored per status; only a repository
 * filter counts rows, among the newest.
 */
async function findPage(ctx: Context, organizationId: string, query: RunQuery) {
  const { status, integrationId, page, limit } = query
  const counts = await ctx.db
    .select({ status: generationJobCounts.status, total: generationJobCounts.total })
    .from(generationJobCounts)
    .where(eq(generationJobCounts.organizationId, organizationId))
  const kept = counts.reduce((sum, { total }) => sum + total, 0)
  const found = counts.filter(
    (each) => each.total > 0 && (status.length === 0 || status.includes(each.status)),
  )
  const own = sql`${generationJobs.organizationId} = ${organizationId}`
  const ofStatus = (each: RunQuery['status'][number]) => sql`${own} and ${generationJobs.status} = ${each}`
  const groups = (status.length === 0 ? [own] : found.map((each) => ofStatus(each.status))).map((group) =>
    integrationId ? sql`${group} and ${reads(integrationId)} and ${isRecent(own)}` : group,
  )
  const steps = integrationId ? Math.min(kept, maxSearched) : 0
  const totals = integrationId
    ? await Promise.all(groups.map((group) => countRows(ctx.db, generationJobs, group, steps)))
    : found.map((each) => each.total)
  const total = totals.reduce((sum, each) => sum + each, 0)
  const slice = toSlice(total, { limit, offset: offsetOf(page, limit) })
  if (!slice) return { total, rowids: [] }
  const order: [SQL, SQL] = [sql`${generationJobs.createdAt}`, sql`${generationJobs}.rowid`]
  const sorted = { table: generationJobs, groups, order, sort: 'desc' as const, slice, steps }
  return { total, rowids: await readMergedPage<number>(ctx.db, sorted) }
}

/** The number of newest runs that a repository filter covers. */
export const maxSearched = 100_000

const isRecent = (own: SQL) => sql`${generationJobs.createdAt} > coalesce((
  select created_at from ${generationJobs} where ${own} order by created_at desc limit 1 offset ${maxSearched}), 0)`

/**
 * Matches runs that read a repository, including those that read all. Searching the text is three times as
 * fast as parsing each list.
 */
const reads = (integrationId: string) => sql`(${generationJobs.repositoryIds} = '[]'
  or instr(${generationJobs.repositoryIds}, ${JSON.stringify(integrationId)}) > 0)`

/** Runs wait for minutes, or at most an hour for the code host. */
const openMilliseconds = 24 * 60 * 60 * 1000

/** Returns the newest runs that have not ended. */
export async function listOpenRuns(ctx: Context, organizationId: string, limit: number): Promise<Run[]> {
  const where = and(
    eq(generationJobs.organizationId, organizationId),
    gte(generationJobs.createdAt, new Date(ctx.now().getTime() - openMilliseconds)),
    inArray(generationJobs.status, openStatuses),
  )
  return describeRuns(ctx, organizationId, await findRuns(ctx, where, limit))
}

/** Returns a run with its event log, oldest first. */
export async function getRun(ctx: Context, { organization }: Caller, id: string) {
  const [row] = await findRuns(
    ctx,
    and(eq(generationJobs.organizationId, organization.id), eq(generationJobs.id, id)),
    1,
  )
  if (!row) throw notFound('Run not found')
  const [[run], events] = await Promise.all([describeRuns(ctx, organization.id, [row]), findEvents(ctx, id)])
  return { run: { ...run, ...toWholeJob(row) } as Run, events, organization }
}

function findRuns(ctx: Context, where: SQL | undefined, limit: number) {
  return (
    ctx.db
      .select()
      .from(generationJobs)
      .where(where)
      // Of runs with the same time, the later one comes first. The index has this order.
      .orderBy(desc(generationJobs.createdAt), sql`${generationJobs}.rowid desc`)
      .limit(limit)
  )
}

/** Adds the cause and the post to runs. */
async function describeRuns(ctx: Context, organizationId: string, rows: GenerationRow[]): Promise<Run[]> {
  if (rows.length === 0) return []
  const postIds = rows.flatMap(({ postId }) => postId ?? [])
  const [written, heads, automations, repositories] = await Promise.all([
    summarizePosts(ctx, organizationId, postIds),
    findEventHeads(ctx, rows.flatMap(deliveryOf)),
    findAutomationNames(ctx, organizationId),
    findRepositoryNames(ctx, organizationId),
  ])
  return rows.map((row) => {
    const start = startOf(row)
    const [delivery] = deliveryOf(row)
    const cause = toCause(row, start, {
      automationName: start.type === 'request' ? null : (automations.get(start.automationId) ?? null),
      event: heads.find((head) => isOf(head, delivery)) ?? null,
      repositories: row.repositoryIds.map((id) => repositories.get(id) ?? null),
    })
    const { post = null, ledger = null } = written.get(row.postId ?? '') ?? {}
    return { ...toGenerationJob(row), cause, post, ledger }
  })
}

type Delivery = { integrationId: string; deliveryId: string }

/** Returns the delivery that started a run, if any. It belongs to the run's only repository. */
function deliveryOf(row: GenerationRow): Delivery[] {
  const start = startOf(row)
  const [integrationId = ''] = row.repositoryIds
  const deliveryId = start.type === 'delivery' ? start.deliveryId : null
  return deliveryId === null ? [] : [{ integrationId, deliveryId }]
}

const isOf = (head: Delivery, delivery: Delivery | undefined) =>
  head.integrationId === delivery?.integrationId && head.deliveryId === delivery.deliveryId
