import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../../db/table.ts'
import { projects } from '../projects/table.ts'

/** Conversations of several turns. */
export const sequences = sqliteTable(
  'geo_sequences',
  {
    id: text().primaryKey(),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    steps: text({ mode: 'json' }).$type<string[]>().notNull(),
    enabled: flag().notNull().default(true),
    createdAt: time().notNull(),
  },
  (table) => [index('geo_sequences_oldest').on(table.projectId, table.createdAt, table.id)],
)
