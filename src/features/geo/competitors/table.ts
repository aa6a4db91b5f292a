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
    /** The name in lower case without surrounding blanks, by which names are compared. */
    folded: text().notNull(),
    /** A host without scheme and path. */
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

/** A model's suggestions of competitors for a domain, cached for an hour. */
export const competitorLookups = sqliteTable(
  'geo_competitor_lookups',
  {
    /** The organization and the domain. */
    key: text().primaryKey(),
    answer: text({ mode: 'json' }).notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [index('geo_competitor_lookups_age').on(table.expiresAt)],
)
