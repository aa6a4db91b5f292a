import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import type { ContentType } from '../../writer/content-types.ts'
import { organizations } from '../organizations/table.ts'

export const collectionSources = ['manual', 'chat', 'schedule', 'automation', 'api', 'backfill'] as const
export const nameSources = ['generated', 'user', 'backfill'] as const

/** Posts that were written from the same activity (contract 19.6). */
export const collections = sqliteTable(
  'collections',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    source: text({ enum: collectionSources }).notNull(),
    /** The source: the first run of a request, the schedule or trigger, or the post of a backfilled collection. */
    sourceId: text().notNull(),
    name: text().notNull(),
    nameSource: text({ enum: nameSources }).notNull(),
    contentTypes: text({ mode: 'json' }).$type<ContentType[]>().notNull(),
    sourceMetadata: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    /** The number of requested posts; those of failed or skipped runs never complete. */
    expectedPostCount: integer().notNull(),
    completedPostCount: integer().notNull().default(0),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [index('collections_newest').on(table.organizationId, table.createdAt, table.id)],
)

/**
 * The number of collections of an organization, maintained by database triggers so that a page need not count them.
 */
export const collectionCounts = sqliteTable('collection_counts', {
  organizationId: text().primaryKey(),
  total: integer().notNull(),
})
