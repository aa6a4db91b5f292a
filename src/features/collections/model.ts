import { t } from 'elysia'
import { oneOf } from '../../http/fields.ts'
import { contentTypes } from '../posts/table.ts'
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
  expectedPostCount: t.Integer(),
  completedPostCount: t.Integer(),
  createdAt: t.String(),
  updatedAt: t.String(),
})

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
