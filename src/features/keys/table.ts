import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { projects } from '../geo/projects/table.ts'
import { users } from '../members/table.ts'
import { organizations } from '../organizations/table.ts'

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
    expiresAt: time(),
    revokedAt: time(),
    lastUsedAt: time(),
  },
  (table) => [
    index('api_keys_organization').on(table.organizationId, table.createdAt),
    index('api_keys_creator').on(table.createdBy),
    index('api_keys_revoked').on(table.organizationId, table.revokedAt),
  ],
)
