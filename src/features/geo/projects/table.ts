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
    /** The identity whose website and voice it has; null where a project is older than that. */
    brandIdentityId: text(),
    /** When queries of a search console were last loaded; null where none ever were. */
    searchConsoleAt: time(),
    createdAt: time().notNull(),
  },
  (table) => [index('projects_organization').on(table.organizationId, table.createdAt, table.id)],
)
