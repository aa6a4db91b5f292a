import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'
import { outputTypes } from '../../writer/content-types.ts'
import { organizations } from '../organizations/table.ts'

/** The triggers of an automation: a cron schedule, or an event of the code host (an event trigger). */
export const sourceTypes = ['cron', 'github_webhook'] as const
export type SourceType = (typeof sourceTypes)[number]

export const triggerEvents = ['push', 'release'] as const
export const frequencies = ['daily', 'weekly', 'monthly'] as const
export const lookbackWindows = [
  'current_day',
  'yesterday',
  'last_7_days',
  'last_14_days',
  'last_30_days',
] as const
export type LookbackWindow = (typeof lookbackWindows)[number]

export type EventConfig = { eventTypes: (typeof triggerEvents)[number][]; includePreReleases: boolean }
export type CronConfig = {
  frequency: (typeof frequencies)[number]
  hour: number
  minute: number
  dayOfWeek?: number
  dayOfMonth?: number
  /** IANA name; UTC if missing. */
  timeZone?: string
}
export type OutputConfig = {
  brandVoiceId?: string
  publishDestination?: string
  instructions?: string
  /** Where its posts are sent once they are published. */
  destinations?: string[]
}

/** The failures of an automated run that count towards a pause (contract 10.3). */
export type FailureReason = 'ai_credits_depleted' | 'plan_limit_reached' | 'workflow_errors'

/**
 * Schedules and event triggers. The times of an enabled schedule are a row of `recurring` with the key
 * `schedules:<id>`.
 */
export const automations = sqliteTable(
  'automations',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    sourceType: text({ enum: sourceTypes }).notNull(),
    name: text().notNull(),
    /** An `EventConfig` or a `CronConfig`, depending on `sourceType`. */
    sourceConfig: text({ mode: 'json' }).$type<EventConfig | { cron: CronConfig }>().notNull(),
    /** Sorted. Ids of deleted integrations stay: deleting them disabled the automation. */
    repositoryIds: text({ mode: 'json' }).$type<string[]>().notNull(),
    outputType: text({ enum: outputTypes }).notNull(),
    outputConfig: text({ mode: 'json' }).$type<OutputConfig>(),
    enabled: flag().notNull(),
    autoPublish: flag().notNull(),
    /** Of schedules only. */
    lookbackWindow: text({ enum: lookbackWindows }),
    /** Hash of the fields that identify duplicates (contract 10.2, 11.2). */
    fingerprint: text().notNull(),
    /** The reason of the latest consecutive failures and their number; three pause the automation (contract 10.3). */
    failureReason: text(),
    failureCount: integer().notNull().default(0),
    /** The time of the last failure; failures older than 30 days do not count. */
    failedAt: time(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('automations_fingerprint').on(table.organizationId, table.fingerprint),
    index('automations_newest').on(table.organizationId, table.sourceType, table.createdAt),
  ],
)

/** The repositories of each automation, indexed by repository to match deliveries. */
export const automationRepositories = sqliteTable(
  'automation_repositories',
  {
    integrationId: text().notNull(),
    automationId: text()
      .notNull()
      .references(() => automations.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.integrationId, table.automationId] }),
    index('automation_repositories_automation').on(table.automationId),
  ],
)
