import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../../../db/table.ts'
import { projects } from '../../projects/table.ts'

/** What Herald read on the pages that engines cite for gaps. */
export const citedPages = sqliteTable(
  'geo_cited_pages',
  {
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    readAt: time().notNull(),
    /** Why the page was not read; null if it was. */
    problem: text(),
    /** Whether the page certainly names the brand; null if it was not read. */
    mentioned: flag(),
    /** Ids of the tracked competitors that it certainly names. */
    competitorIds: text({ mode: 'json' }).$type<string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.url] })],
)
