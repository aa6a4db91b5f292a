import { t } from 'elysia'
import { integer, oneOf, text } from '../../http/fields.ts'
import { Pagination } from '../../http/paging.ts'
import { contentTypes } from '../../writer/content-types.ts'
import { Organization } from '../organizations/model.ts'
import { postStatuses, type posts } from '../posts/table.ts'
import { collectionSources, type collections, nameSources } from './table.ts'

export type CollectionRow = typeof collections.$inferSelect

export const Collection = t.Object({
  id: t.String(),
  source: oneOf(collectionSources),
  sourceId: t.String(),
  name: t.String(),
  nameSource: oneOf(nameSources),
  contentTypes: t.Array(oneOf(contentTypes)),
  sourceMetadata: t.Nullable(t.Record(t.String(), t.Any())),
  expectedPostCount: integer,
  completedPostCount: integer,
  createdAt: t.String(),
  updatedAt: t.String(),
})

export const CollectionPage = t.Object({
  collections: t.Array(Collection),
  pagination: Pagination,
  organization: Organization,
})
export const OneCollection = t.Object({ collection: Collection, organization: Organization })
export const DeletedCollection = t.Object({ id: t.String(), organization: Organization })

/** A post in the list of its collection. */
export const CollectedPost = t.Object({
  id: t.String(),
  title: t.String(),
  contentType: oneOf(contentTypes),
  status: oneOf(postStatuses),
  createdAt: t.String(),
})
export const CollectionWithPosts = t.Object({
  collection: Collection,
  posts: t.Array(CollectedPost),
  organization: Organization,
})

export const CollectionPatch = t.Object({ name: text('name', 1, 120) })
export type CollectionPatch = typeof CollectionPatch.static

type PostRow = Pick<typeof posts.$inferSelect, 'id' | 'title' | 'contentType' | 'status' | 'createdAt'>

export function toCollectedPost({ createdAt, ...post }: PostRow): typeof CollectedPost.static {
  return { ...post, createdAt: createdAt.toISOString() }
}

export function toCollection(row: CollectionRow): typeof Collection.static {
  return {
    id: row.id,
    source: row.source,
    sourceId: row.sourceId,
    name: row.name,
    nameSource: row.nameSource,
    contentTypes: row.contentTypes,
    sourceMetadata: row.sourceMetadata,
    expectedPostCount: row.expectedPostCount,
    completedPostCount: row.completedPostCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
