import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../../db/table.ts'
import { projects } from '../projects/table.ts'

/** Named filters and periods of a project's visibility, which all members share. */
export const savedViews = sqliteTable(
  'geo_saved_views',
  {
    id: text().primaryKey(),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The name in lower case: unique in a project. */
    nameKey: text().notNull(),
    filters: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [uniqueIndex('geo_saved_views_name').on(table.projectId, table.nameKey)],
)
