import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { RedeliveryBarrier } from '../../codehost/github-hooks.ts'
import { flag, time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'

/** How far looking for releases and pushes has come. */
export type Watched = {
  /** Null before the first look, which finds out where to begin and tells of nothing. */
  seen: Seen | null
  /** When a look last succeeded, or the first one was tried. */
  lookedAt: string
  /** Why the last look failed; null where it did not. */
  problem: string | null
  /** Nothing is asked before: the code host's rate limit was used up. */
  pausedUntil: string | null
}
export type Seen = {
  /** The newest commit of the default branch; null where there was none. */
  head: string | null
  /** When the newest release was published, and when it and those shortly before it were. */
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
   * deliveries the next check requests.
   */
  redelivery?: { barrier: RedeliveryBarrier | null; loggedAt: string | null; left?: number }
}
export type CatchUpFound = {
  at: string
  /** Events that no delivery had reported. */
  pushes: number
  releases: number
  /** Failed deliveries that the code host was asked to send again. */
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
    /** Whether its closed issues are read with it. */
    issues: flag().notNull().default(false),
    /** How often releases and pushes are looked for; null where only deliveries tell of them. */
    watchMinutes: integer(),
    /** Null before anybody looked. */
    watched: text({ mode: 'json' }).$type<Watched>(),
    /** Null before the first catch-up. */
    catchUp: text({ mode: 'json' }).$type<CatchUp>(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('integrations_repository').on(table.organizationId, sql`lower(owner)`, sql`lower(repo)`),
  ],
)

/** One tracker is one team of a workspace, or all of it. */
export const trackers = sqliteTable(
  'trackers',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    /** Of a TrackerAdapter. */
    provider: text().notNull(),
    displayName: text().notNull(),
    /** Its id and name at the tracker. */
    workspaceId: text().notNull(),
    workspaceName: text().notNull(),
    /** Null for all teams. */
    teamId: text(),
    teamKey: text(),
    teamName: text(),
    /** What is not told: labels by name, teams by key. */
    leftOut: text({ mode: 'json' }).$type<{ labels: string[]; teams: string[] }>().notNull(),
    /** Null after a lost secret key was forgotten. */
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
