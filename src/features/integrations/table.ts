import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'

/** What the last look at a watched repository found. */
export type Watched = {
  /** The newest commit of the default branch; null where the repository is empty. */
  head: string | null
  /** When the newest release was published, and the ids of those that were published shortly before. */
  releasedUntil: string | null
  releaseIds: number[]
  at: string
  /** Why the last look failed; null where it did not. */
  problem: string | null
  /** Nothing is asked before: the code host's rate limit was used up. */
  pausedUntil: string | null
}

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
    /** Its id at the code host, which stays when it is renamed; null until the code host has told it. */
    hostId: integer(),
    owner: text().notNull(),
    repo: text().notNull(),
    /** Where the repository can be read: a web address, or a path for `git`. */
    url: text().notNull(),
    defaultBranch: text(),
    /** The branch that was asked for: what reading and links use in place of the default one. */
    branch: text(),
    encryptedToken: text(),
    encryptedWebhookSecret: text(),
    enabled: flag().notNull().default(true),
    /** How often releases and pushes are looked for; null where only deliveries tell of them. */
    watchMinutes: integer(),
    /** How far looking for them has come; null before the first look. */
    watched: text({ mode: 'json' }).$type<Watched>(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('integrations_repository').on(table.organizationId, sql`lower(owner)`, sql`lower(repo)`),
  ],
)
