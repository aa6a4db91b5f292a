import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../../db/table.ts'
import { organizations } from '../../organizations/table.ts'

export const projects = sqliteTable(
  'projects',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    /** The identity that provides website and voice; null in projects that are older than this column. */
    brandIdentityId: text(),
    /** When search console queries were last loaded; null if never. */
    searchConsoleAt: time(),
    createdAt: time().notNull(),
  },
  (table) => [index('projects_organization').on(table.organizationId, table.createdAt, table.id)],
)
