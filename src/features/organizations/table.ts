import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'

/** The options for how many days webhook logs are stored, and the default. */
export const retentionDays = [7, 14, 30] as const
export const standardRetentionDays = 30

export const organizations = sqliteTable(
  'organizations',
  {
    id: text().primaryKey(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    logo: text(),
    /** Days that webhook logs are stored; null means the default. */
    logRetentionDays: integer(),
    /** Use only models that store nothing of what they are sent. */
    zeroDataRetention: flag().notNull().default(false),
    /** Allow English changelogs from the rules if a model failed to write in the brand's language. */
    englishFallback: flag().notNull().default(false),
    /** Publish posts on a public page and in feeds. */
    publicPage: flag().notNull().default(false),
    /** The time zone in which people enter times; null for UTC. */
    timeZone: text(),
    /** Whether the operator lets it read private repositories with the operator's token. */
    operatorToken: flag().notNull().default(false),
    /** Tracking tokens of an earlier generation are invalid. */
    trackingGeneration: integer().notNull().default(1),
    /** The user who created it; null if the operator did. */
    createdBy: text(),
    createdAt: time().notNull(),
  },
  (table) => [index('organizations_creator').on(table.createdBy)],
)
