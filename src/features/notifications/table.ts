import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { destinations } from '../destinations/table.ts'
import { projects } from '../geo/projects/table.ts'
import { users } from '../members/table.ts'
import { organizations } from '../organizations/table.ts'

/** The kinds of notifications about an event. */
export const eventKinds = [
  'draft',
  'run',
  'automation',
  'feedback',
  'brief',
  'approval',
  'visibility',
] as const
/** The kinds of notifications: those about an event, and a weekly summary of them. */
export const notificationKinds = [...eventKinds, 'digest'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Which notifications go to an address for messages, or to the email address of a member. */
export const notificationRules = sqliteTable(
  'notification_rules',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    destinationId: text().references(() => destinations.id, { onDelete: 'cascade' }),
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    kinds: text({ mode: 'json' }).$type<NotificationKind[]>().notNull(),
    /** Everything until this time was reported. */
    reportedUntil: time().notNull(),
    /** No other message is sent before this time. */
    quietUntil: time().notNull(),
    /** The end of the week of the last digest. */
    digestedUntil: time(),
    error: text(),
  },
  (table) => [
    uniqueIndex('notification_rules_destination').on(table.destinationId),
    uniqueIndex('notification_rules_user').on(table.organizationId, table.userId),
    index('notification_rules_member').on(table.userId),
    index('notification_rules_quiet').on(table.quietUntil),
  ],
)

/** The last confirmed change of a rate. It stays until another change of the same rate is confirmed. */
export type StoredAlert = {
  /** The id of `brand` is that of the surface that the rate is over. */
  kind: 'brand' | 'engine' | 'competitor' | 'tag'
  id: string
  direction: 'up' | 'down'
  /** The size of the change, from -1 to 1. */
  size: number
  /** The times of the first scan of the change, and of the scan that confirmed it, in milliseconds. */
  since: number
  at: number
}

/** The last scan of a project that was tested for changes, the changes so far, and the newest one to report. */
export const visibilityMoves = sqliteTable(
  'visibility_moves',
  {
    projectId: text()
      .primaryKey()
      .references(() => projects.id, { onDelete: 'cascade' }),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    scanId: text().notNull(),
    alerts: text({ mode: 'json' }).$type<StoredAlert[]>().notNull().default([]),
    title: text(),
    movedAt: time(),
  },
  (table) => [index('visibility_moves_newest').on(table.organizationId, table.movedAt)],
)
