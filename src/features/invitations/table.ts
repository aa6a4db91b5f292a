import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { roles, users } from '../members/table.ts'
import { organizations } from '../organizations/table.ts'

/** Invitations to an organization by link, with a role. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** In lower case. */
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    /** SHA-256 of the token in the link; the token itself is not stored. */
    hash: text().notNull().unique(),
    invitedBy: text().references(() => users.id, { onDelete: 'set null' }),
    expiresAt: time().notNull(),
    acceptedAt: time(),
  },
  (table) => [
    uniqueIndex('invitations_open').on(table.organizationId, table.email).where(sql`accepted_at is null`),
    index('invitations_pending').on(table.organizationId, table.acceptedAt),
    index('invitations_email').on(table.email),
    index('invitations_inviter').on(table.invitedBy),
    index('invitations_expired').on(table.expiresAt),
  ],
)
