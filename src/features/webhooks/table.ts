import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'
import { integrations } from '../integrations/table.ts'

/** Ids of processed deliveries: stored for 24 hours, or 30 days if they started a run. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    integrationId: text()
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    deliveryId: text().notNull(),
    receivedAt: time().notNull(),
    /** The triggers that it matched. */
    triggerIds: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.integrationId, table.deliveryId] }),
    index('deliveries_age').on(table.receivedAt),
  ],
)

/** How an event was reported: by a push, by one of the two deliveries of a release, or by polling. */
export const ways = ['pushed', 'published', 'prereleased', 'looked'] as const
export type EventSource = (typeof ways)[number]

/**
 * Accepted commits and releases with how each was reported, so that a second report starts no run. Stored for 30
 * days.
 */
export const sightings = sqliteTable(
  'sightings',
  {
    integrationId: text()
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    /** A commit or a release. */
    fact: text().notNull(),
    way: text({ enum: ways }).notNull(),
    seenAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.integrationId, table.fact, table.way] }),
    index('sightings_age').on(table.seenAt),
  ],
)

export const deliveryStatuses = ['success', 'failed'] as const
/** The result of a delivery, finer than its status: a rejected one failed, all others are successes. */
export const deliveryTypes = ['processed', 'filtered', 'ignored', 'duplicate', 'ping', 'rejected'] as const
/** The title of a ping's entry (contract 12.3). */
export const pingTitle = 'Webhook ping received'

export const webhookLogs = sqliteTable(
  'webhook_logs',
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    /** Random: shows whether a batch was committed whose answer was lost. Readers know an entry by its sequence. */
    id: text().notNull(),
    organizationId: text().notNull(),
    integrationId: text().notNull(),
    /** The delivery id. */
    referenceId: text().notNull(),
    title: text().notNull(),
    status: text({ enum: deliveryStatuses }).notNull(),
    statusCode: integer().notNull(),
    errorMessage: text(),
    /** Null if the delivery was processed, since its event contains the data. */
    payload: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    processed: flag().notNull().default(false),
    /** False for entries that anyone could have caused: their number is limited per repository. */
    verified: flag().notNull(),
    createdAt: time().notNull(),
    type: text({ enum: deliveryTypes }).generatedAlwaysAs(
      sql`(case
        when status = 'failed' then 'rejected'
        when processed = 1 then 'processed'
        when payload ->> '$.filtered' then 'filtered'
        when payload ->> '$.ignored' then 'ignored'
        when payload ->> '$.duplicate' then 'duplicate'
        when payload ->> '$.event' = 'ping' then 'ping'
        else 'processed' end)`,
      { mode: 'virtual' },
    ),
  },
  (table) => [
    index('webhook_logs_organization').on(table.organizationId, table.sequence),
    index('webhook_logs_time').on(table.organizationId, table.createdAt),
    index('webhook_logs_type').on(table.organizationId, table.type, table.sequence),
    index('webhook_logs_repository').on(table.integrationId, table.sequence, table.type),
    index('webhook_logs_delivered')
      .on(table.integrationId, table.sequence)
      .where(sql`reference_id not glob 'looked:*'`),
    index('webhook_logs_unverified').on(table.integrationId, table.sequence).where(sql`verified = 0`),
  ],
)

/** The number of log entries per repository and type, maintained by database triggers. */
export const webhookLogCounts = sqliteTable(
  'webhook_log_counts',
  {
    organizationId: text().notNull(),
    integrationId: text().notNull(),
    type: text({ enum: deliveryTypes }).notNull(),
    total: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.integrationId, table.type] })],
)

/** The number of stored rows per repository, maintained by database triggers. */
export const webhookRowCounts = sqliteTable('webhook_row_counts', {
  integrationId: text()
    .primaryKey()
    .references(() => integrations.id, { onDelete: 'cascade' }),
  deliveries: integer().notNull().default(0),
  events: integer().notNull().default(0),
  sightings: integer().notNull().default(0),
})
