import { sql } from 'drizzle-orm'
import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'

export const providers = ['github', 'git'] as const

/** One integration is one repository: integrationId and repositoryId are the same id (contract 9). */
export const integrations = sqliteTable(
  'integrations',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    /** `github`, or `git` for a repository on this machine's disk (herald demo). */
    provider: text({ enum: providers }).notNull(),
    displayName: text().notNull(),
    owner: text().notNull(),
    repo: text().notNull(),
    /** Where the repository can be read: a web address, or a path for `git`. */
    url: text().notNull(),
    defaultBranch: text(),
    /** The branch that was asked for in place of the default one. */
    branch: text(),
    encryptedToken: text(),
    encryptedWebhookSecret: text(),
    enabled: flag().notNull().default(true),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('integrations_repository').on(table.organizationId, sql`lower(owner)`, sql`lower(repo)`),
  ],
)
