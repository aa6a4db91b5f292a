import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'

/** What members may do, the most first: each may also do what comes after it. */
export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

/** People who sign in. */
export const users = sqliteTable('users', {
  id: text().primaryKey(),
  /** In lower case: it is what people sign in with. */
  email: text().notNull().unique(),
  name: text().notNull(),
  /** Argon2id; null as long as they have set no password. */
  passwordHash: text(),
  /** When the OpenID issuer verified the address; null if it has not. */
  emailVerifiedAt: time(),
  createdAt: time().notNull(),
})

/** Who belongs to which organization, and what they may do there. */
export const members = sqliteTable(
  'members',
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    role: text({ enum: roles }).notNull(),
    createdAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.organizationId] }),
    index('members_organization').on(table.organizationId, table.createdAt),
  ],
)
