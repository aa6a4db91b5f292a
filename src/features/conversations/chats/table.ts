import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../../db/table.ts'
import { organizations } from '../../organizations/table.ts'

export const channelSources = ['discord', 'slack', 'dashboard', 'agent'] as const
export const chatTitleSources = ['first_message', 'model', 'person'] as const
export const messageRoles = ['user', 'assistant', 'system'] as const

export const chats = sqliteTable(
  'chats',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    title: text().notNull(),
    titleSource: text({ enum: chatTitleSources }).notNull(),
    channelSource: text({ enum: channelSources }),
    channelId: text(),
    /** The reply that is being written, and the end of its lease. */
    owner: text(),
    leaseUntil: time(),
    startedBy: text().notNull(),
    pinnedAt: time(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
    deletedAt: time(),
  },
  (table) => [
    index('chats_listed')
      .on(table.organizationId, table.pinnedAt, table.updatedAt, table.id)
      .where(sql`deleted_at is null`),
    index('chats_deleted').on(table.organizationId, table.deletedAt),
    uniqueIndex('chats_channel')
      .on(table.organizationId, table.channelSource, table.channelId)
      .where(sql`deleted_at is null and channel_id is not null`),
  ],
)

/** Messages in the format of the SDK (contract 15.5). */
export const chatMessages = sqliteTable(
  'chat_messages',
  {
    chatId: text()
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    id: text().notNull(),
    role: text({ enum: messageRoles }).notNull(),
    parts: text({ mode: 'json' }).$type<Record<string, unknown>[]>().notNull(),
    metadata: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    createdAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chatId, table.place] })],
)
