import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { projects } from '../geo/projects/table.ts'
import { users } from '../members/table.ts'
import { organizations } from '../organizations/table.ts'

/** An access token of an OAuth client that is not revoked. */
export const isOpenConnection = sql`client_id is not null and revoked_at is null`

/** Credentials of machines: API keys, and feedback tokens, which can only send feedback. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    /** The project of a feedback token, deleted with it; it receives all entries of the token. */
    projectId: text().references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The key's first characters, for recognition. */
    start: text().notNull(),
    /** SHA-256 of the key, hexadecimal; the key itself is not stored. */
    hash: text().notNull().unique(),
    scopes: text({ mode: 'json' }).$type<string[]>().notNull(),
    perMinute: integer(),
    /** The member who created it; null for the command line. */
    createdBy: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: time().notNull(),
    /** The OAuth client of an access token, which is valid at /mcp only; null for other keys. */
    clientId: text(),
    /** When an access token ends unless it is refreshed; `expiresAt` is the end of its refresh token. */
    tokenExpiresAt: time(),
    expiresAt: time(),
    revokedAt: time(),
    lastUsedAt: time(),
  },
  (table) => [
    index('api_keys_organization').on(table.organizationId, table.createdAt),
    index('api_keys_creator').on(table.createdBy),
    index('api_keys_revoked').on(table.organizationId, table.revokedAt),
    index('api_keys_connected').on(table.expiresAt).where(isOpenConnection),
  ],
)
