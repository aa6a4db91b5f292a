import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../db/table.ts'

export const rateLimits = sqliteTable(
  'rate_limits',
  {
    bucket: text().primaryKey(),
    /** Times of the granted requests inside the longest window, oldest first, as a JSON array of milliseconds. */
    hits: text({ mode: 'json' }).$type<number[]>().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [index('rate_limits_expired').on(table.expiresAt)],
)
