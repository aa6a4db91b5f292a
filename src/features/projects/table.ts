import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'

export const projects = sqliteTable(
  'projects',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [index('projects_organization').on(table.organizationId)],
)
