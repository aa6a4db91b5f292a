import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'

/** How many days webhook logs may be kept, and how many they are where nobody has said. */
export const retentionDays = [7, 14, 30] as const
export const standardRetentionDays = 30

export const organizations = sqliteTable(
  'organizations',
  {
    id: text().primaryKey(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    logo: text(),
    /** Days that webhook logs are kept; null stands for the standard. */
    logRetentionDays: integer(),
    /** Ask only models that keep nothing of what they are sent. */
    zeroDataRetention: flag().notNull().default(false),
    /** Let the rules write in English where a model failed to write in the brand's own language. */
    englishFallback: flag().notNull().default(false),
    /** Show what is published to everyone, on a page and in feeds. */
    publicPage: flag().notNull().default(false),
    /** Whether the operator lets it read private repositories with the operator's token. */
    operatorToken: flag().notNull().default(false),
    /** The user who created it; null if the operator did. */
    createdBy: text(),
    createdAt: time().notNull(),
  },
  (table) => [index('organizations_creator').on(table.createdBy)],
)
