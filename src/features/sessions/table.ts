import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { users } from '../members/table.ts'

/** Sessions of signed-in users. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the cookie; the cookie itself is not stored. */
    hash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expired').on(table.expiresAt)],
)

/** The purpose of a link: the first account, a new password, or signing in. */
export const linkKinds = ['setup', 'password', 'sign-in'] as const

/** Links from the operator, for a single use. */
export const links = sqliteTable(
  'links',
  {
    /** SHA-256 of the token in the link; the token itself is not stored. */
    hash: text().primaryKey(),
    kind: text({ enum: linkKinds }).notNull(),
    /** The user of the link; null if it creates the first account. */
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (table) => [index('links_user').on(table.userId), index('links_expired').on(table.expiresAt)],
)

/** The users of subjects at OpenID issuers. */
export const identities = sqliteTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    // An account has one subject per issuer.
    uniqueIndex('identities_user').on(table.userId, table.issuer),
  ],
)

/** Browsers in which an account has signed in: failed attempts elsewhere do not count against them. */
export const devices = sqliteTable(
  'devices',
  {
    /** SHA-256 of the cookie; the cookie itself is not stored. */
    hash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [
    index('devices_user').on(table.userId, table.createdAt),
    index('devices_expired').on(table.expiresAt),
  ],
)
