import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { users } from '../members/table.ts'
import { organizations } from '../organizations/table.ts'

/** MCP clients: those that registered, and the metadata documents that were fetched lately. */
export const oauthClients = sqliteTable(
  'oauth_clients',
  {
    /** The id that the client sends: ours, or the address of its metadata document. */
    id: text().primaryKey(),
    name: text().notNull(),
    redirectUris: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** SHA-256 of the client's secret; null for public clients. */
    secretHash: text(),
    /** SHA-256 of the registration, so that an equal one gets the same id; null for documents. */
    fingerprint: text(),
    approvedAt: time(),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [
    index('oauth_clients_equal').on(table.fingerprint, table.createdAt),
    index('oauth_clients_unapproved').on(table.approvedAt, table.createdAt),
    index('oauth_clients_expired').on(table.expiresAt),
  ],
)

/** What a user approved for a client: first a code, then a refresh token that rotates. */
export const oauthGrants = sqliteTable(
  'oauth_grants',
  {
    /** Also the id of its API key, which is the access token. */
    id: text().primaryKey(),
    clientId: text().notNull(),
    clientName: text().notNull(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    scopes: text({ mode: 'json' }).$type<string[]>().notNull(),
    redirectUri: text().notNull(),
    /** SHA-256 of the PKCE verifier, base64url. */
    challenge: text().notNull(),
    codeHash: text().notNull().unique(),
    exchangedAt: time(),
    /** SHA-256 of the part that all refresh tokens of the grant share. */
    familyHash: text().unique(),
    refreshHash: text(),
    /** The refresh token before, which is accepted for a minute in case its answer got lost. */
    previousHash: text(),
    rotatedAt: time(),
    createdAt: time().notNull(),
    /** The end of the code, then of the refresh token. */
    expiresAt: time().notNull(),
  },
  (table) => [
    index('oauth_grants_user').on(table.userId, table.organizationId),
    index('oauth_grants_expired').on(table.expiresAt),
  ],
)
