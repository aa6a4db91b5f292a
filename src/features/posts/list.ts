import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Context } from '../../context.ts'
import { readMergedPage, toSlice } from '../../db/merged-page.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { offsetOf, toPagination } from '../../http/paging.ts'
import { contentTypes } from '../../writer/content-types.ts'
import type { Caller } from '../keys/model.ts'
import { type PostQuery, toListedPost, toPost } from './model.ts'
import { searchPosts } from './search.ts'
import { brandVoiceName, faultCounts, placements, postCounts, postStatuses, posts } from './table.ts'

/** The conditions of a filter. Filters of the same shape share their prepared queries. */
type Shape = { sort: 'asc' | 'desc'; hasStatus: boolean; hasTypes: boolean; hasBrands: boolean }

/** Unfiltered pages that skip fewer posts are read by one prepared query. */
const maxSkipped = 2_000
/** SQLite merges at most 500 selects. */
const maxGroups = 400

/**
 * Lists a page of posts. Totals come from stored counts and pages from index entries, so the cost does not
 * grow with the number of posts.
 */
export async function listPosts(ctx: Context, caller: Caller, query: PostQuery) {
  const { rows, pagination } = await readPage(ctx, caller, query, {
    page: ({ page }, values) => page.all(values),
    byIds: ({ byIds }, values) => byIds.all(values),
  })
  return { posts: rows.map(toPost), pagination, organization: caller.organization }
}

/** Lists a page of posts without their texts, with ledgers as counts. */
export async function listPostsInShort(ctx: Context, caller: Caller, query: PostQuery) {
  const { rows, pagination } = await readPage(ctx, caller, query, {
    page: ({ page }, values) => page.summaries(values),
    byIds: ({ byIds }, values) => byIds.summaries(values),
  })
  return { posts: rows.map(toListedPost), pagination }
}

type Queries = ReturnType<typeof prepareQueries>
type Values = Record<string, unknown>
type PageReader<R> = {
  page(queries: Queries, values: Values): Promise<R[]>
  byIds(queries: Queries, values: Values): Promise<R[]>
}

async function readPage<R>(ctx: Context, caller: Caller, query: PostQuery, read: PageReader<R>) {
  const { page, limit, sort, contentType, brandIdentityId, search } = query
  const statuses = query.status.length > 0 ? query.status : ['published']
  const shape: Shape = {
    sort,
    // A condition that excludes nothing is omitted, so that the index by time can be used.
    hasStatus: statuses.length < postStatuses.length,
    hasTypes: contentType.length > 0 && contentType.length < contentTypes.length,
    hasBrands: brandIdentityId.length > 0,
  }
  const queries = queriesFor(ctx, shape)
  const offset = offsetOf(page, limit)
  const values = {
    organizationId: caller.organization.id,
    status: statuses[0],
    contentTypes: JSON.stringify(contentType),
    brandIdentityIds: JSON.stringify(brandIdentityId),
  }
  if (search) {
    const { ids, total } = await searchPosts(ctx, {
      ...{ organizationId: caller.organization.id, words: search, sort, limit, offset },
      ...{ statuses, contentTypes: contentType, brandIdentityIds: brandIdentityId },
    })
    const rows = await read.byIds(queries, { ...values, ids: JSON.stringify(ids) })
    return { rows, pagination: toPagination(page, limit, total) }
  }
  if (!shape.hasTypes && !shape.hasBrands && offset <= maxSkipped) {
    const [rows, counted] = await Promise.all([
      read.page(queries, { ...values, limit, offset }),
      queries.count.get(values),
    ])
    return { rows, pagination: toPagination(page, limit, counted?.total ?? 0) }
  }
  const counted = await queries.groups.all(values)
  const total = counted.reduce((sum, group) => sum + group.total, 0)
  const slice = toSlice(total, { limit, offset })
  const ids = slice
    ? await readMergedPage<string>(ctx.db, {
        table: posts,
        groups: groupsOf(caller.organization.id, shape, counted),
        order: [posts.createdAt, posts.id],
        sort,
        slice,
      })
    : []
  const rows = await read.byIds(queries, { ...values, ids: JSON.stringify(ids) })
  return { rows, pagination: toPagination(page, limit, total) }
}

type Group = Omit<typeof postCounts.$inferSelect, 'organizationId'>

/** Returns the groups that a filter matches. Each has an index that sorts its posts. */
function groupsOf(organizationId: string, shape: Shape, counted: Group[]): SQL[] {
  const own = sql`${posts.organizationId} = ${organizationId}`
  const { hasStatus, hasTypes, hasBrands } = shape
  if (!hasTypes && !hasBrands) {
    const [first] = counted
    return [hasStatus && first ? sql`${own} and ${posts.status} = ${first.status}` : own]
  }
  if (counted.length <= maxGroups)
    return counted.map(
      ({ status, contentType, brandIdentityId }) =>
        sql`${own} and ${posts.status} = ${status} and ${posts.contentType} = ${contentType}
          and ${posts.brandIdentityId} = ${brandIdentityId}`,
    )
  const distinct = (key: 'status' | 'contentType' | 'brandIdentityId') =>
    JSON.stringify([...new Set(counted.map((group) => group[key]))])
  return [
    sql`${own} and ${posts.status} in (select value from json_each(${distinct('status')}))
      and ${posts.contentType} in (select value from json_each(${distinct('contentType')}))
      and ${posts.brandIdentityId} in (select value from json_each(${distinct('brandIdentityId')}))`,
  ]
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
  const { id, title, status, contentType, createdAt, organizationId } = posts
  const order = [direction(createdAt), direction(id)]
  const summary = { id, title, status, contentType, createdAt, brandVoiceName, placements, faultCounts }
  const window = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') }
  // The plus keeps SQLite from scanning all posts in order instead of looking these up.
  const isShown = sql`${id} in (select value from json_each(${sql.placeholder('ids')}))
    and +${organizationId} = ${sql.placeholder('organizationId')}`
  const matches = matching(posts, shape)
  const isCounted = and(matching(postCounts, shape), gt(postCounts.total, 0))
  const page = db
    .select()
    .from(posts)
    .where(matches)
    .orderBy(...order)
  const summaries = db
    .select(summary)
    .from(posts)
    .where(matches)
    .orderBy(...order)
  const count = db
    .select({ total: sql<number>`coalesce(sum(${postCounts.total}), 0)` })
    .from(postCounts)
    .where(matching(postCounts, shape))
  const groups = db
    .select({
      status: postCounts.status,
      contentType: postCounts.contentType,
      brandIdentityId: postCounts.brandIdentityId,
      total: postCounts.total,
    })
    .from(postCounts)
    .where(isCounted)
  return {
    page: {
      all: prepareSelect(db, page.limit(window.limit).offset(window.offset)).all,
      summaries: prepareSelect(db, summaries.limit(window.limit).offset(window.offset)).all,
    },
    byIds: {
      all: prepareSelect(
        db,
        db
          .select()
          .from(posts)
          .where(isShown)
          .orderBy(...order),
      ).all,
      summaries: prepareSelect(
        db,
        db
          .select(summary)
          .from(posts)
          .where(isShown)
          .orderBy(...order),
      ).all,
    },
    count: prepareSelect(db, count),
    groups: prepareSelect(db, groups),
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
