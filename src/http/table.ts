import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
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

/** Results of tool calls, so that a retry returns the earlier result instead of creating another record. */
export const toolCalls = sqliteTable(
  'tool_calls',
  {
    organizationId: text().notNull(),
    callId: text().notNull(),
    /** Id of the created record. */
    made: text().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.callId] }),
    index('tool_calls_old').on(table.createdAt),
  ],
)
