import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'

export const organizations = sqliteTable('organizations', {
  id: text().primaryKey(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  logo: text(),
  /** Days that webhook logs are kept: 7, 14 or 30; null stands for 30. */
  logRetentionDays: integer(),
  /** Ask only models that keep nothing of what they are sent. */
  zeroDataRetention: flag().notNull().default(false),
  /** Let the rules write in English where a model failed to write in the brand's own language. */
  englishFallback: flag().notNull().default(false),
  createdAt: time().notNull(),
})
