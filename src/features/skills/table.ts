import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'

/** Writing instructions; an organization's copy of a built-in skill exists once it is edited. */
export const skills = sqliteTable(
  'skills',
  {
    id: text().notNull(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    description: text().notNull(),
    content: text().notNull(),
    isSystem: flag().notNull().default(false),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.name] })],
)
