import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { offsetOf, toPagination } from '../../http/paging.ts'
import type { Caller } from '../keys/model.ts'
import { type PostQuery, toListedPost, toPost } from './model.ts'
import { brandVoiceName, contentTypes, placements, postCounts, postStatuses, posts } from './table.ts'

/** Which conditions a filter comes to; filters of one shape share their prepared queries. */
type Shape = { sort: 'asc' | 'desc'; hasStatus: boolean; hasTypes: boolean; hasBrands: boolean }

/**
 * Lists one page of posts. The total comes from kept counts, so that its cost does not grow with the posts, and the
 * queries are built once for each shape of filter.
 */
export async function listPosts(ctx: Context, caller: Caller, query: PostQuery) {
  const { rows, pagination } = await readPage(ctx, caller, query, ({ page }, values) => page.all(values))
  return { posts: rows.map(toPost), pagination, organization: caller.organization }
}

/** The same page without the texts of its posts, their ledgers as counts. */
export async function listPostsInShort(ctx: Context, caller: Caller, query: PostQuery) {
  const { rows, pagination } = await readPage(ctx, caller, query, ({ inShort }, values) =>
    inShort.all(values),
  )
  return { posts: rows.map(toListedPost), pagination }
}

type Queries = ReturnType<typeof prepareQueries>

async function readPage<R>(
  ctx: Context,
  caller: Caller,
  query: PostQuery,
  read: (queries: Queries, values: Record<string, unknown>) => Promise<R[]>,
) {
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
    read(queries, { ...values, limit, offset: offsetOf(page, limit) }),
    queries.count.get(values),
  ])
  return { rows, pagination: toPagination(page, limit, counted?.total ?? 0) }
}

const queriesByShape = once(() => new Map<string, Queries>())

function queriesFor(ctx: Context, shape: Shape) {
  const key = JSON.stringify(shape)
  const known = queriesByShape(ctx).get(key) ?? prepareQueries(ctx, shape)
  queriesByShape(ctx).set(key, known)
  return known
}

function prepareQueries({ db }: Context, shape: Shape) {
  const direction = shape.sort === 'asc' ? asc : desc
  const { id, title, status, contentType, createdAt } = posts
  const page = db
    .select()
    .from(posts)
    .where(matching(posts, shape))
    .orderBy(direction(createdAt), direction(id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  const inShort = db
    .select({ id, title, status, contentType, createdAt, brandVoiceName, placements })
    .from(posts)
    .where(matching(posts, shape))
    .orderBy(direction(createdAt), direction(id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  const count = db
    .select({ total: sql<number>`coalesce(sum(${postCounts.total}), 0)` })
    .from(postCounts)
    .where(matching(postCounts, shape))
  return {
    page: prepareSelect(db, page),
    inShort: prepareSelect(db, inShort),
    count: prepareSelect(db, count),
  }
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
