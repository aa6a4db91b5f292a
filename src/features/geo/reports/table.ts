import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../../db/table.ts'
import { projects } from '../projects/table.ts'

/** Links to reports of a project, which anyone with the link can read until it expires or is revoked. */
export const reportLinks = sqliteTable(
  'geo_report_links',
  {
    id: text().primaryKey(),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the link; the token itself is not stored. */
    hash: text().notNull().unique(),
    /** The newest days at each visit; null for fixed days. */
    days: integer(),
    /** The first and the last day of a fixed range. */
    fromDay: text(),
    toDay: text(),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [index('geo_report_links_project').on(table.projectId, table.createdAt)],
)
