import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../../db/table.ts'
import { projects } from '../projects/table.ts'

export const sitemapStatuses = ['pending', 'ready', 'failed'] as const

/** Sitemaps whose pages an article can link to. */
export const sitemaps = sqliteTable(
  'geo_sitemaps',
  {
    id: text().primaryKey(),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    /** Stays ready after the first successful read, even if a later read fails. */
    status: text({ enum: sitemapStatuses }).notNull(),
    /** Why the last read failed. */
    error: text(),
    /** The number of stored pages. */
    pages: integer().notNull().default(0),
    fetchedAt: time(),
    nextFetchAt: time().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('geo_sitemaps_url').on(table.projectId, table.url),
    index('geo_sitemaps_due').on(table.nextFetchAt),
  ],
)

export const sitemapPages = sqliteTable(
  'geo_sitemap_pages',
  {
    sitemapId: text()
      .notNull()
      .references(() => sitemaps.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    /** The index in the sitemap. */
    place: integer().notNull(),
    /** Null if the page was not read: only the best pages are. */
    title: text(),
    text: text(),
  },
  (table) => [primaryKey({ columns: [table.sitemapId, table.url] })],
)
