import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'
import { posts } from '../posts/table.ts'

/** `asked` has not confirmed the address yet. */
export const subscriberStatuses = ['asked', 'active', 'stopped'] as const
export const frequencies = ['post', 'weekly'] as const

/** Readers who get published posts by mail. */
export const subscribers = sqliteTable(
  'subscribers',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** In lower case. */
    email: text().notNull(),
    /** In the links of their mails. */
    token: text().notNull().unique(),
    status: text({ enum: subscriberStatuses }).notNull(),
    frequency: text({ enum: frequencies }).notNull(),
    /** What proves the consent: when and from which address it was given, and to which wording. */
    askedAt: time().notNull(),
    askedFrom: text().notNull(),
    wording: integer().notNull(),
    confirmedAt: time(),
    confirmedFrom: text(),
    stoppedAt: time(),
    stoppedBy: text({ enum: ['reader', 'bounce'] }),
    /** The refusal of the mail server. */
    stopReason: text(),
  },
  (table) => [
    uniqueIndex('subscribers_email').on(table.organizationId, table.email),
    index('subscribers_status').on(table.organizationId, table.status, table.id),
    index('subscribers_asked').on(table.status, table.askedAt),
  ],
)

/** `held` waits for the weekly mail; `unknown` may have been sent. */
export const mailStatuses = ['held', 'queued', 'sending', 'sent', 'failed', 'unknown'] as const

/** A post for a subscriber, once for each pair. The rows of a weekly mail have the same `digest`. */
export const subscriberMails = sqliteTable(
  'subscriber_mails',
  {
    subscriberId: text()
      .notNull()
      .references(() => subscribers.id, { onDelete: 'cascade' }),
    postId: text()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    status: text({ enum: mailStatuses }).notNull(),
    /** The day of the weekly mail. */
    digest: text(),
    attempts: integer().notNull().default(0),
    nextAt: time().notNull(),
    error: text(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberId, table.postId] }),
    index('subscriber_mails_next').on(table.status, table.nextAt),
    index('subscriber_mails_post').on(table.postId),
  ],
)
