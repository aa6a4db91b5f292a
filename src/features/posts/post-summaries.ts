import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import {
  type LedgerCounts,
  type PostOrigin,
  type PostSummary,
  toFaultCounts,
  toLedgerCounts,
} from './model.ts'
import { faultCounts, placements, postCounts, posts } from './table.ts'

// Summaries of posts without their texts, for other lists.

/** Returns the summaries of posts by id, each with the counts of its ledger. */
export async function summarizePosts(
  ctx: Context,
  organizationId: string,
  ids: string[],
): Promise<Map<string, Summarized>> {
  if (ids.length === 0) return new Map()
  const { id, title, status } = posts
  const rows = await ctx.db
    .select({ post: { id, title, status }, placements })
    .from(posts)
    .where(
      and(
        // The plus keeps the database from scanning all posts of the organization for these few.
        sql`+${posts.organizationId} = ${organizationId}`,
        sql`${id} in (select value from json_each(${JSON.stringify(ids)}))`,
      ),
    )
  return new Map(
    rows.map(({ post, placements }) => [post.id, { post, ledger: toLedgerCounts(JSON.parse(placements)) }]),
  )
}

type Summarized = { post: PostSummary; ledger: LedgerCounts | null }

/** The metadata about how a post was created. */
const origin = sql<string>`json_object(
  'triggerId', ${posts.sourceMetadata} ->> '$.triggerId',
  'triggerSourceType', ${posts.sourceMetadata} ->> '$.triggerSourceType',
  'lookbackWindow', ${posts.sourceMetadata} ->> '$.lookbackWindow',
  'eventType', ${posts.sourceMetadata} ->> '$.eventType',
  'rangeEnd', ${posts.sourceMetadata} ->> '$.range.to',
  'repositories', ${posts.sourceMetadata} -> '$.repositories')`

/** Returns the newest drafts, each with the counts of its ledger and faults, and its origin. */
export async function listDrafts(ctx: Context, organizationId: string, limit: number) {
  const { id, title, contentType, createdAt } = posts
  const rows = await ctx.db
    .select({ id, title, contentType, createdAt, placements, faultCounts, origin })
    .from(posts)
    .where(and(eq(posts.organizationId, organizationId), eq(posts.status, 'draft')))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(limit)
  return rows.map(({ placements, faultCounts, origin, ...draft }) => ({
    ...draft,
    ledger: toLedgerCounts(JSON.parse(placements)),
    faults: toFaultCounts(faultCounts),
    origin: JSON.parse(origin) as PostOrigin,
  }))
}

/** Only this many of the newest published posts are searched for recent ones. */
const maxLookedThrough = 100

/**
 * Returns posts that were published or changed after a moment, with the counts of their ledgers, newest
 * first.
 */
export async function listPublishedSince(ctx: Context, organizationId: string, since: Date, limit: number) {
  const { id, title, contentType, createdAt, updatedAt } = posts
  const newest = ctx.db
    .select({ id, title, contentType, updatedAt })
    .from(posts)
    .where(and(eq(posts.organizationId, organizationId), eq(posts.status, 'published')))
    .orderBy(desc(createdAt), desc(id))
    .limit(maxLookedThrough)
    .as('newest')
  const rows = await ctx.db
    .select()
    .from(newest)
    .where(gte(newest.updatedAt, since))
    .orderBy(desc(newest.updatedAt), desc(newest.id))
    .limit(limit)
  const summaries = await summarizePosts(
    ctx,
    organizationId,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, ledger: summaries.get(row.id)?.ledger ?? null }))
}

/** Counts the posts of an organization, and its drafts. */
export async function countPosts(ctx: Context, organizationId: string) {
  const [counted] = await ctx.db
    .select({
      all: sql<number>`coalesce(sum(${postCounts.total}), 0)`,
      drafts: sql<number>`coalesce(sum(case when ${postCounts.status} = 'draft' then ${postCounts.total} else 0 end), 0)`,
    })
    .from(postCounts)
    .where(eq(postCounts.organizationId, organizationId))
  return counted ?? { all: 0, drafts: 0 }
}
