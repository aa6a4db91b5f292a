import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { siteKinds } from '../../markdown/site-files.ts'
import { services } from '../../messages/service.ts'
import { integrations } from '../integrations/table.ts'
import { organizations } from '../organizations/table.ts'
import { posts } from '../posts/table.ts'

/** Addresses to which people send messages about posts. */
export const destinations = sqliteTable(
  'destinations',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    service: text({ enum: services }).notNull(),
    name: text().notNull(),
    /** JSON with the URL and its tokens. */
    encryptedAddress: text().notNull(),
    /** The host and the last characters of the address. */
    shownAddress: text().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [index('destinations_own').on(table.organizationId, table.createdAt)],
)

/** Repositories to which posts are proposed as Markdown files. */
export const pullRequestDestinations = sqliteTable(
  'pull_request_targets',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    integrationId: text()
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    site: text({ enum: siteKinds }).notNull(),
    /** Path of the file, with `{slug}` and `{date}`. */
    path: text().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('pull_request_targets_own').on(table.organizationId, table.integrationId, table.path),
    index('pull_request_targets_integration').on(table.integrationId),
  ],
)

/**
 * `sending` is a message on its way: after a crash it may have been sent. `unknown` is such a message, or one whose
 * answer was lost.
 */
export const deliveryStatuses = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const

/** A post that was sent somewhere, once for each target; sending it again is another attempt. */
export const postDeliveries = sqliteTable(
  'post_deliveries',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    postId: text()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Its kind, a colon, and the id of a destination, of a repository, or of a pull request target. */
    target: text().notNull(),
    destinationId: text().references(() => destinations.id, { onDelete: 'cascade' }),
    integrationId: text().references(() => integrations.id, { onDelete: 'cascade' }),
    status: text({ enum: deliveryStatuses }).notNull(),
    /** 1 for the first time that a person asked for it. */
    attempt: integer().notNull(),
    remoteId: text(),
    remoteUrl: text(),
    /** Path of the file in the pull request. */
    remotePath: text(),
    error: text(),
    requestedBy: text().notNull(),
    requestedAt: time().notNull(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('post_deliveries_target').on(table.postId, table.target),
    index('post_deliveries_organization').on(table.organizationId),
    index('post_deliveries_destination').on(table.destinationId, table.status),
    index('post_deliveries_integration').on(table.integrationId),
  ],
)
