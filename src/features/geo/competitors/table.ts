import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../../db/table.ts'
import { projects } from '../projects/table.ts'

export const competitorKinds = ['direct', 'indirect'] as const

export const competitors = sqliteTable(
  'geo_competitors',
  {
    id: text().primaryKey(),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Trimmed and in lower case: what makes two names the same. */
    folded: text().notNull(),
    /** A bare host. */
    domain: text(),
    synonyms: text({ mode: 'json' }).$type<string[]>().notNull(),
    kind: text({ enum: competitorKinds }).notNull().default('direct'),
    color: text(),
    createdAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('geo_competitors_folded').on(table.projectId, table.folded),
    index('geo_competitors_oldest').on(table.projectId, table.createdAt, table.id),
  ],
)

/** What a model answered when it was asked who competes with a domain, kept for an hour. */
export const competitorLookups = sqliteTable(
  'geo_competitor_lookups',
  {
    /** Organization and domain. */
    key: text().primaryKey(),
    answer: text({ mode: 'json' }).notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [index('geo_competitor_lookups_age').on(table.expiresAt)],
)
