import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { destinations } from '../destinations/table.ts'
import { users } from '../members/table.ts'
import { organizations } from '../organizations/table.ts'

/** The kinds of notifications. */
export const noticeKinds = ['draft', 'run', 'automation', 'feedback', 'brief', 'approval'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The name of the job that sends a message to an address. */
export const sendNotice = 'notifications.send'

/** Which notices go to an address for messages, or to the email address of a member. */
export const noticeRules = sqliteTable(
  'notice_rules',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    destinationId: text().references(() => destinations.id, { onDelete: 'cascade' }),
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    kinds: text({ mode: 'json' }).$type<NoticeKind[]>().notNull(),
    /** Everything until this time was reported. */
    reportedUntil: time().notNull(),
    /** No other message is sent before this time. */
    quietUntil: time().notNull(),
    error: text(),
  },
  (table) => [
    uniqueIndex('notice_rules_target').on(table.organizationId, table.destinationId, table.userId),
    index('notice_rules_quiet').on(table.quietUntil),
    index('notice_rules_destination').on(table.destinationId),
    index('notice_rules_user').on(table.userId),
  ],
)
