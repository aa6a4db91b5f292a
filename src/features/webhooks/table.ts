import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'
import { integrations } from '../integrations/table.ts'

/** Delivery ids that were answered as processed: remembered for 24 hours, and for 30 days where one started a run. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    integrationId: text()
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    deliveryId: text().notNull(),
    receivedAt: time().notNull(),
    /** The triggers that it was for. */
    triggerIds: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.integrationId, table.deliveryId] }),
    index('deliveries_age').on(table.receivedAt),
  ],
)

/** How something was told of: by a push, by one of the two deliveries of a release, or by looking for it. */
export const ways = ['pushed', 'published', 'prereleased', 'looked'] as const
export type Way = (typeof ways)[number]

/** What was told of, where another way may tell of the same: in watched repositories, and of pre-releases. Kept 30 days. */
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
/** What the entry of a ping is titled (contract 12.3). */
export const pingTitle = 'Webhook ping received'

export const webhookLogs = sqliteTable(
  'webhook_logs',
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    /** Entries are called by their sequence: this is empty, or a random text that older ones were called by. */
    id: text().notNull(),
    organizationId: text().notNull(),
    integrationId: text().notNull(),
    /** The delivery id. */
    referenceId: text().notNull(),
    title: text().notNull(),
    status: text({ enum: deliveryStatuses }).notNull(),
    statusCode: integer().notNull(),
    errorMessage: text(),
    /** Null also where the delivery was processed: its event holds the data. */
    payload: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    processed: flag().notNull().default(false),
    /** False for what anyone could have sent: such entries are capped per repository. */
    verified: flag().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [
    index('webhook_logs_organization').on(table.organizationId, table.sequence),
    index('webhook_logs_repository').on(table.integrationId, table.sequence),
    index('webhook_logs_unverified').on(table.integrationId, table.sequence).where(sql`verified = 0`),
  ],
)
