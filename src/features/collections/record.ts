import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { openStatuses } from '../generation/table.ts'
import type { CollectionRow } from './model.ts'
import { nameCollection } from './name-collection.ts'
import { collections } from './table.ts'

type NewCollection = Pick<
  CollectionRow,
  'id' | 'organizationId' | 'source' | 'sourceId' | 'contentTypes' | 'sourceMetadata'
>

/** A collection that expects one post of each type, with a generated name. */
export function newCollection(ctx: Context, collection: NewCollection): CollectionRow {
  const now = ctx.now()
  return {
    ...collection,
    name: nameCollection(collection.contentTypes, now),
    nameSource: 'generated',
    expectedPostCount: collection.contentTypes.length,
    completedPostCount: 0,
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * A statement that opens a collection for runs that are about to be stored. If the first of them is already stored,
 * its cause was repeated and nothing is opened: a deleted collection of a run without a post does not come back. The
 * collection of a chat already exists when the chat writes again; its expected count grows.
 */
export function openCollection(ctx: Context, row: CollectionRow, firstRunId: string): Statement {
  return ctx.db.run(sql`
    insert into collections (id, organization_id, source, source_id, name, name_source, content_types, source_metadata,
      expected_post_count, created_at, updated_at)
    select ${row.id}, ${row.organizationId}, ${row.source}, ${row.sourceId}, ${row.name}, ${row.nameSource},
      ${JSON.stringify(row.contentTypes)}, ${row.sourceMetadata && JSON.stringify(row.sourceMetadata)},
      ${row.expectedPostCount}, ${row.createdAt.getTime()}, ${row.updatedAt.getTime()}
    where not exists (select 1 from generation_jobs where id = ${firstRunId})
    on conflict (id) do update set
      expected_post_count = collections.expected_post_count + excluded.expected_post_count,
      content_types = (
        select json_group_array(value) from (
          select value from json_each(collections.content_types)
          union select value from json_each(excluded.content_types))),
      updated_at = excluded.updated_at
    where collections.organization_id = excluded.organization_id and collections.source = 'chat'`)
}

/** A statement that counts a post written by a run; it belongs in the batch that ends the run. */
export function countPost(ctx: Context, id: SQL): Statement {
  return ctx.db
    .update(collections)
    .set({ completedPostCount: sql`${collections.completedPostCount} + 1`, updatedAt: ctx.now() })
    .where(eq(collections.id, id))
}

/** A statement that deletes a collection that has no posts and expects none (contract 6.5). */
export function removeIfEmpty(ctx: Context, id: SQL): Statement {
  return ctx.db.run(sql`
    delete from collections where id = ${id}
      and not exists (select 1 from posts where collection_id = collections.id)
      and not exists (${openRunsOf})`)
}

/** Selects runs that may still write a post to a row of `collections`. */
export const openRunsOf = sql`
  select 1 from generation_jobs where collection_id = collections.id and status in ${openStatuses}`
