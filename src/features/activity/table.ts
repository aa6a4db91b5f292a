import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { integrations } from '../integrations/table.ts'

export const eventKinds = ['push', 'release', 'pull_request'] as const

/**
 * Events that the code host reported. Pushes and releases are used for chat context, triggers and changelogs; merged
 * pull requests are signals only (spec: Processing order, 6).
 */
export const events = sqliteTable(
  'activities',
  {
    integrationId: text()
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    deliveryId: text().notNull(),
    kind: text({ enum: eventKinds }).notNull(),
    action: text().notNull(),
    data: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.integrationId, table.deliveryId] }),
    index('activities_newest').on(table.integrationId, table.kind, table.createdAt),
  ],
)

export type Event = typeof events.$inferSelect
