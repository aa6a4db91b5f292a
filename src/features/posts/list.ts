import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { offsetOf, toPagination } from '../../http/paging.ts'
import type { Caller } from '../keys/model.ts'
import { type PostQuery, toPost } from './model.ts'
import { contentTypes, postCounts, postStatuses, posts } from './table.ts'

/** Which conditions a filter comes to; filters of one shape share their prepared queries. */
type Shape = { sort: 'asc' | 'desc'; hasStatus: boolean; hasTypes: boolean; hasBrands: boolean }

/**
 * Lists one page of posts. The total comes from kept counts, so that its cost does not grow with the posts, and the
 * queries are built once for each shape of filter.
 */
export async function listPosts(ctx: Context, caller: Caller, query: PostQuery) {
  const { page, limit, sort, contentType, brandIdentityId } = query
  const statuses = query.status.length > 0 ? query.status : ['published']
  const queries = queriesFor(ctx, {
    sort,
    // A condition that excludes nothing is left out, so that the index by time alone can serve.
    hasStatus: statuses.length < postStatuses.length,
    hasTypes: contentType.length > 0 && contentType.length < contentTypes.length,
    hasBrands: brandIdentityId.length > 0,
  })
  const values = {
    organizationId: caller.organization.id,
    status: statuses[0],
    contentTypes: JSON.stringify(contentType),
    brandIdentityIds: JSON.stringify(brandIdentityId),
  }
  const [rows, counted] = await Promise.all([
    queries.page.all({ ...values, limit, offset: offsetOf(page, limit) }),
    queries.count.get(values),
  ])
  return {
    posts: rows.map(toPost),
    pagination: toPagination(page, limit, counted?.total ?? 0),
    organization: caller.organization,
  }
}

const queriesByShape = once(() => new Map<string, ReturnType<typeof prepareQueries>>())

function queriesFor(ctx: Context, shape: Shape) {
  const key = JSON.stringify(shape)
  const known = queriesByShape(ctx).get(key) ?? prepareQueries(ctx, shape)
  queriesByShape(ctx).set(key, known)
  return known
}

function prepareQueries({ db }: Context, shape: Shape) {
  const direction = shape.sort === 'asc' ? asc : desc
  const page = db
    .select()
    .from(posts)
    .where(matching(posts, shape))
    .orderBy(direction(posts.createdAt), direction(posts.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  const count = db
    .select({ total: sql<number>`coalesce(sum(${postCounts.total}), 0)` })
    .from(postCounts)
    .where(matching(postCounts, shape))
  return { page: prepareSelect(db, page), count: prepareSelect(db, count) }
}

function matching(table: typeof posts | typeof postCounts, { hasStatus, hasTypes, hasBrands }: Shape) {
  return and(
    eq(table.organizationId, sql.placeholder('organizationId')),
    hasStatus ? eq(table.status, sql.placeholder('status')) : undefined,
    hasTypes ? oneOf(table.contentType, 'contentTypes') : undefined,
    hasBrands ? oneOf(table.brandIdentityId, 'brandIdentityIds') : undefined,
  )
}

function oneOf(column: AnySQLiteColumn, name: string): SQL {
  return sql`${column} in (select value from json_each(${sql.placeholder(name)}))`
}
