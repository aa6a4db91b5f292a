import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { users } from '../members/table.ts'

/** Who is signed in. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the cookie; the cookie itself is not kept. */
    hash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expired').on(table.expiresAt)],
)

/** What a link is good for: the first account, a new password, or signing in. */
export const linkKinds = ['setup', 'password', 'sign-in'] as const

/** Links that the operator hands out; each is good once. */
export const links = sqliteTable(
  'links',
  {
    /** SHA-256 of the token in the link; the token itself is not kept. */
    hash: text().primaryKey(),
    kind: text({ enum: linkKinds }).notNull(),
    /** Whom it is for; nobody yet, where it makes the first account. */
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (table) => [index('links_user').on(table.userId), index('links_expired').on(table.expiresAt)],
)

/** Whom an OpenID issuer means by its subject. */
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
    // One account has one subject at an issuer.
    uniqueIndex('identities_user').on(table.userId, table.issuer),
  ],
)

/** Browsers that an account has signed in from: wrong tries elsewhere do not count against them. */
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
