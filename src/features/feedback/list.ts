import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { toPagination } from '../../http/paging.ts'
import { groupsOf } from './groups.ts'
import { type FeedbackQuery, type FeedbackRow, toFeedback } from './model.ts'
import { feedback, feedbackCounts } from './table.ts'

/** One page of entries, newest first; with `groupBy`, one row for each group: the oldest entry, which the filters are for. */
export async function listFeedback(ctx: Context, organizationId: string, query: FeedbackQuery) {
  const { page, limit } = query
  const rows = query.groupBy ? isNull(feedback.similarTo) : undefined
  const where = and(matching(feedback, organizationId, query), rows)
  const total = query.groupBy
    ? await ctx.db.$count(feedback, where)
    : await countEntries(ctx, matching(feedbackCounts, organizationId, query))
  const offset = (page - 1) * limit
  const found = offset < total ? await readPage(ctx, where, limit, offset) : []
  const groups = query.groupBy ? await groupsOf(ctx, found) : null
  return {
    feedback: found.map((row) => ({ ...toFeedback(row), ...(groups ? { group: groups.get(row.id) } : {}) })),
    pagination: toPagination(page, limit, total),
  }
}

function readPage(
  ctx: Context,
  where: SQL | undefined,
  limit: number,
  offset: number,
): Promise<FeedbackRow[]> {
  return ctx.db
    .select()
    .from(feedback)
    .where(where)
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .limit(limit)
    .offset(offset)
}

/** The total comes from kept counts, so that its cost does not grow with the entries. */
async function countEntries(ctx: Context, where: SQL | undefined): Promise<number> {
  const [counted] = await ctx.db
    .select({ total: sql<number>`coalesce(sum(${feedbackCounts.total}), 0)` })
    .from(feedbackCounts)
    .where(where)
  return counted?.total ?? 0
}

function matching(
  table: typeof feedback | typeof feedbackCounts,
  organizationId: string,
  query: FeedbackQuery,
) {
  return and(
    eq(table.organizationId, organizationId),
    query.status && eq(table.status, query.status),
    query.kind && eq(table.kind, query.kind),
    query.projectId ? eq(table.projectId, query.projectId) : undefined,
  )
}
