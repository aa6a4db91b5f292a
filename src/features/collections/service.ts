import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { conflict, notFound } from '../../errors.ts'
import { offsetOf, toPagination } from '../../http/paging.ts'
import { nextUpdatedAt, updateIfUnchanged } from '../../http/reviewed.ts'
import type { Caller } from '../keys/model.ts'
import { posts } from '../posts/table.ts'
import { type CollectionPatch, toCollectedPost, toCollection } from './model.ts'
import { openRunsOf } from './record.ts'
import { collectionCounts, collections } from './table.ts'

/** One page of an organization's collections, ordered by creation time. */
export async function listCollections(
  ctx: Context,
  { organization }: Caller,
  { page, limit, sort }: { page: number; limit: number; sort: 'asc' | 'desc' },
) {
  const direction = sort === 'asc' ? asc : desc
  const [rows, [counted]] = await Promise.all([
    ctx.db
      .select()
      .from(collections)
      .where(eq(collections.organizationId, organization.id))
      .orderBy(direction(collections.createdAt), direction(collections.id))
      .limit(limit)
      .offset(offsetOf(page, limit)),
    ctx.db.select().from(collectionCounts).where(eq(collectionCounts.organizationId, organization.id)),
  ])
  return {
    collections: rows.map(toCollection),
    pagination: toPagination(page, limit, counted?.total ?? 0),
    organization,
  }
}

const maxPosts = 100

/** A collection with its posts of any status, newest first. */
export async function getCollection(ctx: Context, caller: Caller, id: string) {
  const [[row], held] = await Promise.all([
    ctx.db.select().from(collections).where(own(caller, id)),
    ctx.db
      .select({
        id: posts.id,
        title: posts.title,
        contentType: posts.contentType,
        status: posts.status,
        createdAt: posts.createdAt,
      })
      .from(posts)
      // No condition on the organization: SQLite would scan all of its posts for their order.
      .where(eq(posts.collectionId, id))
      .orderBy(desc(posts.createdAt), desc(posts.id))
      .limit(maxPosts),
  ])
  if (!row) throw missing()
  return {
    collection: toCollection(row),
    posts: held.map(toCollectedPost),
    organization: caller.organization,
  }
}

/** Renames a collection. */
export async function updateCollection(ctx: Context, caller: Caller, id: string, { name }: CollectionPatch) {
  const update = ctx.db
    .update(collections)
    .set({ name, nameSource: 'user', updatedAt: nextUpdatedAt(ctx, collections.updatedAt) })
    .where(own(caller, id))
    .returning()
  const [[row]] = await updateIfUnchanged(ctx, caller, [update])
  if (!row) throw missing()
  return { collection: toCollection(row), organization: caller.organization }
}

/** Deletes a collection with its posts and their pictures, unless a run may still write to it (contract 19.6). */
export async function deleteCollection(ctx: Context, caller: Caller, id: string) {
  const removal = ctx.db
    .delete(collections)
    .where(and(own(caller, id), sql`not exists (${openRunsOf})`))
    .returning({ id: collections.id })
  const [[deleted]] = await updateIfUnchanged(ctx, caller, [removal])
  if (deleted) return { id, organization: caller.organization }
  const isThere = (await ctx.db.$count(collections, own(caller, id))) > 0
  throw isThere ? conflict('Posts of this collection are still being written') : missing()
}

const own = ({ organization }: Caller, id: string) =>
  and(eq(collections.organizationId, organization.id), eq(collections.id, id))

const missing = () => notFound('Collection not found')
