import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'

/** Roles, highest first: each includes the rights of those after it. */
export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

/** User accounts. */
export const users = sqliteTable('users', {
  id: text().primaryKey(),
  /** In lower case; used to sign in. */
  email: text().notNull().unique(),
  name: text().notNull(),
  /** Argon2id; null until the user sets a password. */
  passwordHash: text(),
  /** When the OpenID issuer verified the address; null if it has not. */
  emailVerifiedAt: time(),
  createdAt: time().notNull(),
})

/** The members of each organization with their roles. */
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
