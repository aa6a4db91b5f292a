import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { RedeliveryBarrier } from '../../codehost/github-hooks.ts'
import { flag, time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'
import { sessions } from '../sessions/table.ts'

/** The position of polling for releases and pushes. */
export type PollState = {
  /** Null before the first poll, which only stores the position and reports nothing. */
  seen: PollPosition | null
  /** When a poll last succeeded, or the first one was tried. */
  lookedAt: string
  /** Why the last poll failed; null if it succeeded. */
  problem: string | null
  /** No requests before this time: the code host's rate limit is exceeded. */
  pausedUntil: string | null
}
export type PollPosition = {
  /** The newest commit of the default branch; null if it had none. */
  head: string | null
  /** When the newest release was published, and the times of this and slightly older releases. */
  releasedUntil: string | null
  releases: Record<string, string>
}

/** The last check of the code host for events that deliveries may have missed. */
export type CatchUp = {
  /** Null before it first succeeded. */
  at: string | null
  /** The result of the last check that found something. */
  found: CatchUpFound | null
  /** Why the last check failed; null if it did not. */
  problem: string | null
  /** While there is a problem: events after this time may be missing. */
  missedSince: string | null
  /**
   * Absent before it was tried. `loggedAt` is when the log last said what prevents it; `left` is how many failed
   * deliveries the next check requests, after `nextMinutes`.
   */
  redelivery?: {
    barrier: RedeliveryBarrier | null
    loggedAt: string | null
    left?: number
    nextMinutes?: number
  }
}
export type CatchUpFound = {
  at: string
  /** Events that no delivery had reported. */
  pushes: number
  releases: number
  /** Failed deliveries that the code host was asked to redeliver. */
  redelivered: number
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
    /** `github`, or `git` for a repository on the local disk (herald demo). */
    provider: text({ enum: providers }).notNull(),
    displayName: text().notNull(),
    /** Its id at the code host, which renames do not change; null until the code host has returned it. */
    hostId: integer(),
    owner: text().notNull(),
    repo: text().notNull(),
    /** Where the repository can be read: a URL, or a path for `git`. */
    url: text().notNull(),
    defaultBranch: text(),
    /** The requested branch, which reading and links use instead of the default branch. */
    branch: text(),
    encryptedToken: text(),
    encryptedWebhookSecret: text(),
    enabled: flag().notNull().default(true),
    /** Whether the GitHub App of the organization may read and write it; its own token comes first. */
    viaApp: flag().notNull().default(false),
    /** Whether closed issues are read too. */
    issues: flag().notNull().default(false),
    /** The polling interval for releases and pushes; null if only deliveries report them. */
    watchMinutes: integer(),
    /** Null before the first poll. */
    watched: text({ mode: 'json' }).$type<PollState>(),
    /** Null before the first catch-up. */
    catchUp: text({ mode: 'json' }).$type<CatchUp>(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('integrations_repository').on(table.organizationId, sql`lower(owner)`, sql`lower(repo)`),
  ],
)

/** One tracker is one team of a workspace, or the whole workspace. */
export const trackers = sqliteTable(
  'trackers',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    /** The provider of a TrackerAdapter. */
    provider: text().notNull(),
    displayName: text().notNull(),
    /** Its id and name at the tracker. */
    workspaceId: text().notNull(),
    workspaceName: text().notNull(),
    /** Null for all teams. */
    teamId: text(),
    teamKey: text(),
    teamName: text(),
    /** Excluded issues: labels by name, teams by key. */
    leftOut: text({ mode: 'json' }).$type<{ labels: string[]; teams: string[] }>().notNull(),
    /** Null if it was deleted after the secret key was lost. */
    encryptedToken: text(),
    enabled: flag().notNull().default(true),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('trackers_team').on(table.organizationId, table.provider, table.workspaceId, table.teamId),
    uniqueIndex('trackers_workspace')
      .on(table.organizationId, table.provider, table.workspaceId)
      .where(sql`team_id is null`),
  ],
)

/** The GitHub App of an organization, which its owner created at GitHub, and the account that has installed it. */
export const githubApps = sqliteTable('github_apps', {
  organizationId: text()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  appId: integer().notNull(),
  slug: text().notNull(),
  url: text().notNull(),
  encryptedKey: text().notNull(),
  /** Null if GitHub cannot reach this server: it is polled then. */
  encryptedWebhookSecret: text(),
  /** Null until the App is installed. */
  installationId: integer(),
  account: text(),
  createdAt: time().notNull(),
})

/** Apps that a browser has begun to create at GitHub: one per session, so that their number is limited. */
export const githubAppAttempts = sqliteTable('github_app_attempts', {
  sessionHash: text()
    .primaryKey()
    .references(() => sessions.hash, { onDelete: 'cascade' }),
  /** SHA-256 of the state; the state itself is not stored. */
  stateHash: text().notNull(),
  organizationId: text()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  expiresAt: time().notNull(),
})
