import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Context } from '../../context.ts'
import { toPagination } from '../../http/paging.ts'
import type { Caller } from '../keys/require-key.ts'
import { toPost } from './model.ts'
import { type ContentType, contentTypes, type PostStatus, postCounts, postStatuses, posts } from './table.ts'

export type PostFilter = {
  page: number
  limit: number
  sort: 'asc' | 'desc'
  /** Empty lists stand for the default: published posts, every type, every identity (contract 5.4). */
  statuses: PostStatus[]
  contentTypes: ContentType[]
  brandIdentityIds: string[]
}

/** One page of posts; the total comes from kept counts, so that its cost does not grow with the posts. */
export async function listPosts(ctx: Context, caller: Caller, filter: PostFilter) {
  const { page, limit, sort } = filter
  const direction = sort === 'asc' ? asc : desc
  const [rows, counted] = await Promise.all([
    ctx.db
      .select()
      .from(posts)
      .where(matching(posts, caller, filter))
      .orderBy(direction(posts.createdAt), direction(posts.id))
      .limit(limit)
      .offset((page - 1) * limit),
    ctx.db
      .select({ total: sql<number>`coalesce(sum(${postCounts.total}), 0)` })
      .from(postCounts)
      .where(matching(postCounts, caller, filter)),
  ])
  return {
    posts: rows.map(toPost),
    pagination: toPagination(page, limit, counted[0]?.total ?? 0),
    organization: caller.organization,
  }
}

function matching(
  table: typeof posts | typeof postCounts,
  caller: Caller,
  filter: PostFilter,
): SQL | undefined {
  const statuses = filter.statuses.length > 0 ? filter.statuses : (['published'] as const)
  return and(
    eq(table.organizationId, caller.organization.id),
    // A condition that excludes nothing is left out, so that the index by time alone can serve.
    oneOf(table.status, statuses, postStatuses.length),
    oneOf(table.contentType, filter.contentTypes, contentTypes.length),
    oneOf(table.brandIdentityId, filter.brandIdentityIds, Number.POSITIVE_INFINITY),
  )
}

function oneOf(column: AnySQLiteColumn, values: readonly string[], all: number): SQL | undefined {
  if (values.length === 0 || values.length === all) return undefined
  return values.length === 1 ? eq(column, values[0]) : inArray(column, [...values])
}
