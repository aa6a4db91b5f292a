import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { destinations } from '../destinations/table.ts'
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
