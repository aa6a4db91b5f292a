import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
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

/** Requests with an Idempotency-Key, for a day: who holds the key, and the response once there is one. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    organizationId: text().notNull(),
    /** Hash of method, path and key. */
    hash: text().notNull(),
    /** Hash of what a repetition must share with the first request: caller, query and body. */
    fingerprint: text().notNull(),
    /** Id under which `tool_calls` stores the effect of the request. */
    callId: text().notNull(),
    /** The attempt that holds the key, until its lease ends. */
    owner: text().notNull(),
    leaseUntil: time().notNull(),
    /** Status of the response; null while the request runs. */
    status: integer(),
    /** The response; null if it is too large to store. */
    sealedResponse: text(),
    /** Length of the response. */
    bytes: integer().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.hash] }),
    index('idempotency_keys_bytes').on(table.organizationId, table.bytes),
    index('idempotency_keys_old').on(table.createdAt),
    index('idempotency_keys_running').on(table.leaseUntil).where(sql`status is null`),
  ],
)
