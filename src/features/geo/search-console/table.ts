import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../../db/table.ts'
import { organizations } from '../../organizations/table.ts'
import { sessions } from '../../sessions/table.ts'
import { projects } from '../projects/table.ts'

export const connectionStatuses = ['active', 'reauth_required', 'disconnecting'] as const

/** The connection of an organization to Google Search Console. */
export const searchConsoleConnections = sqliteTable('search_console_connections', {
  /** New for every token, since the token is encrypted for this row. */
  id: text().notNull(),
  organizationId: text()
    .primaryKey()
    .references(() => organizations.id),
  status: text({ enum: connectionStatuses }).notNull(),
  /** Null after it was deleted with a lost secret key. */
  encryptedRefreshToken: text(),
  createdAt: time().notNull(),
})

/** Connections that a browser has begun at Google: one per session, so that their number is limited. */
export const searchConsoleAttempts = sqliteTable('search_console_attempts', {
  sessionHash: text()
    .primaryKey()
    .references(() => sessions.hash, { onDelete: 'cascade' }),
  /** SHA-256 of the state; the state itself is not stored. */
  stateHash: text().notNull(),
  organizationId: text()
    .notNull()
    .references(() => organizations.id),
  /** The project whose page the browser returns to. */
  projectId: text().notNull(),
  encryptedVerifier: text().notNull(),
  expiresAt: time().notNull(),
})

/** The property whose queries become suggestions of a project. */
export const searchConsoleProperties = sqliteTable(
  'search_console_properties',
  {
    projectId: text()
      .primaryKey()
      .references(() => projects.id, { onDelete: 'cascade' }),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    siteUrl: text().notNull(),
    /** The running sync; null if none runs. */
    syncId: text(),
    syncStartedAt: time(),
    /** When the last successful sync ended, also that of an earlier property of the project. */
    syncedAt: time(),
    /** Why the last sync failed or waits. */
    error: text(),
  },
  (table) => [index('search_console_properties_organization').on(table.organizationId)],
)
