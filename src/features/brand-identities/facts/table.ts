import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../../db/table.ts'
import { organizations } from '../../organizations/table.ts'
import { brandIdentities } from '../table.ts'

export const factStatuses = ['queued', 'ready', 'failed'] as const

/** True statements about a brand that writers may use: a text, or the text of a page. */
export const brandFacts = sqliteTable(
  'brand_facts',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    brandIdentityId: text()
      .notNull()
      .references(() => brandIdentities.id, { onDelete: 'cascade' }),
    /** Null if the fact is a text. */
    url: text(),
    /** The statement, or an excerpt of the page; null until the page was read. */
    text: text(),
    /** The title of the page. */
    title: text(),
    status: text({ enum: factStatuses }).notNull(),
    /** Why the last read of the page failed. */
    error: text(),
    fetchedAt: time(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    index('brand_facts_identity').on(table.brandIdentityId, table.createdAt, table.id),
    uniqueIndex('brand_facts_text').on(table.brandIdentityId, table.text).where(sql`url is null`),
    uniqueIndex('brand_facts_url').on(table.brandIdentityId, table.url).where(sql`url is not null`),
  ],
)
