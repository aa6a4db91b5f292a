import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../db/table.ts'

export const recurring = sqliteTable(
  'recurring',
  {
    key: text().primaryKey(),
    /** Five cron fields, and an IANA time zone if it is not UTC. */
    pattern: text().notNull(),
    job: text().notNull(),
    payload: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    nextAt: time().notNull(),
  },
  (table) => [index('recurring_due').on(table.nextAt)],
)
