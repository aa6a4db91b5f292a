import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'
import { type OutputType, outputTypes } from '../posts/table.ts'

export const triggerEvents = ['push', 'release'] as const

export type TriggerConfig = { eventTypes: (typeof triggerEvents)[number][]; includePreReleases: boolean }
export type OutputConfig = { brandVoiceId?: string; publishDestination?: string }

export const eventTriggers = sqliteTable(
  'event_triggers',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    sourceConfig: text({ mode: 'json' }).$type<TriggerConfig>().notNull(),
    /** Sorted. Ids of deleted integrations stay: the trigger was disabled when they went. */
    repositoryIds: text({ mode: 'json' }).$type<string[]>().notNull(),
    outputType: text({ enum: outputTypes }).$type<OutputType>().notNull(),
    outputConfig: text({ mode: 'json' }).$type<OutputConfig>(),
    enabled: flag().notNull(),
    autoPublish: flag().notNull(),
    /** Hash of what makes two triggers duplicates (contract 11.2). */
    fingerprint: text().notNull(),
    /** The reason of the last failures and how many there were in a row; three pause it (contract 10.3). */
    failureReason: text(),
    failureCount: integer().notNull().default(0),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('event_triggers_fingerprint').on(table.organizationId, table.fingerprint),
    index('event_triggers_newest').on(table.organizationId, table.createdAt),
  ],
)

/** The repositories of each trigger once more, by repository: what a delivery is matched by. */
export const eventTriggerRepositories = sqliteTable(
  'event_trigger_repositories',
  {
    integrationId: text().notNull(),
    triggerId: text()
      .notNull()
      .references(() => eventTriggers.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.integrationId, table.triggerId] }),
    index('event_trigger_repositories_trigger').on(table.triggerId),
  ],
)
