import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'
import { outputTypes } from '../posts/table.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export const lookbackWindows = [
  'current_day',
  'yesterday',
  'last_7_days',
  'last_14_days',
  'last_30_days',
] as const

export type CronConfig = {
  frequency: (typeof frequencies)[number]
  hour: number
  minute: number
  dayOfWeek?: number
  dayOfMonth?: number
}
export type ScheduleOutputConfig = {
  brandVoiceId?: string
  publishDestination?: string
  instructions?: string
}

/** Its times are a row of `recurring` with the key `schedules:<id>`, there while it is enabled. */
export const schedules = sqliteTable(
  'schedules',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    sourceConfig: text({ mode: 'json' }).$type<{ cron: CronConfig }>().notNull(),
    repositoryIds: text({ mode: 'json' }).$type<string[]>().notNull(),
    outputType: text({ enum: outputTypes }).notNull(),
    outputConfig: text({ mode: 'json' }).$type<ScheduleOutputConfig>(),
    enabled: flag().notNull(),
    autoPublish: flag().notNull(),
    lookbackWindow: text({ enum: lookbackWindows }).notNull(),
    /** Hash of what makes two schedules duplicates (contract 10.2). */
    fingerprint: text().notNull(),
    /** The reason of the last failures and how many there were in a row; three pause it (contract 10.3). */
    failureReason: text(),
    failureCount: integer().notNull().default(0),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('schedules_fingerprint').on(table.organizationId, table.fingerprint),
    index('schedules_newest').on(table.organizationId, table.createdAt),
  ],
)
