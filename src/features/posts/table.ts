import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { contentTypes } from '../../writer/content-types.ts'
import { collections } from '../collections/table.ts'
import { organizations } from '../organizations/table.ts'

export const postStatuses = ['draft', 'published'] as const

export const posts = sqliteTable(
  'posts',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    /** Every post that Herald writes has a collection. Deleting a collection deletes its posts. */
    collectionId: text().references(() => collections.id, { onDelete: 'cascade' }),
    contentType: text({ enum: contentTypes }).notNull(),
    status: text({ enum: postStatuses }).notNull(),
    /** Empty if no identity was used, so that counts can be keyed by it. */
    brandIdentityId: text().notNull().default(''),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
    /** When it was first published. Kept while it is a draft again, so that it is not announced twice. */
    publishedAt: time(),
    title: text().notNull(),
    slug: text(),
    markdown: text(),
    content: text().notNull(),
    htmlUrl: text(),
    rawHtml: text(),
    recommendations: text(),
    sourceMetadata: text({ mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (table) => [
    uniqueIndex('posts_slug').on(table.organizationId, table.slug),
    index('posts_newest').on(table.organizationId, table.createdAt, table.id),
    index('posts_status').on(table.organizationId, table.status, table.createdAt, table.id),
    index('posts_collection').on(table.collectionId),
    // Posts written by hand, whose number is limited.
    index('posts_own').on(table.organizationId, table.collectionId).where(sql`collection_id is null`),
    // The public page and its feeds, of all kinds and of one.
    index('posts_public')
      .on(table.organizationId, table.publishedAt, table.id)
      .where(sql`status = 'published'`),
    index('posts_public_kind')
      .on(table.organizationId, table.contentType, table.publishedAt, table.id)
      .where(sql`status = 'published'`),
    // Posts of one status, type and brand in list order. Lists merge such groups.
    index('posts_group').on(
      table.organizationId,
      table.status,
      table.contentType,
      table.brandIdentityId,
      table.createdAt,
      table.id,
    ),
  ],
)

/**
 * The number of ledger entries per placement, as JSON; counted in the database, so that no ledger is
 * transferred.
 */
export const placements = sql<string>`(
  select json_group_object(placement, total) from (
    select value ->> '$.placement' as placement, count(*) as total
    from json_each(${posts.sourceMetadata}, '$.ledger') group by 1))`

/** The name of the post's identity when it was written. */
export const brandVoiceName = sql<string | null>`${posts.sourceMetadata} ->> '$.brandVoiceName'`

/**
 * The number of posts per status, type and brand, maintained by database triggers, so that lists need not
 * count 100,000 posts.
 */
export const postCounts = sqliteTable(
  'post_counts',
  {
    organizationId: text().notNull(),
    status: text({ enum: postStatuses }).notNull(),
    contentType: text({ enum: contentTypes }).notNull(),
    brandIdentityId: text().notNull(),
    total: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.status, table.contentType, table.brandIdentityId] }),
  ],
)

/**
 * Posts with faults when they were written. They are checked again whenever they change or are to be
 * published.
 */
export const postChecks = sqliteTable('post_checks', {
  postId: text()
    .primaryKey()
    .references(() => posts.id, { onDelete: 'cascade' }),
  kind: text({ enum: ['article', 'generated'] }).notNull(),
  blocking: integer().notNull(),
  minor: integer().notNull(),
  faults: text({ mode: 'json' })
    .$type<{ rule: string; severity: 'blocking' | 'minor'; message: string; excerpt: string | null }[]>()
    .notNull(),
  checkedAt: time().notNull(),
  /** All input of the check. */
  basis: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
})

/** The number of faults at the last check, as JSON; null for a post that is not checked. */
export const faultCounts = sql<string | null>`(
  select json_object('blocking', ${postChecks.blocking}, 'minor', ${postChecks.minor})
  from ${postChecks} where ${postChecks.postId} = ${posts.id})`

/**
 * Pictures of image posts and their HTML pages, served to anyone who has the token. They are deleted with
 * their post.
 */
export const postImages = sqliteTable(
  'post_images',
  {
    token: text().primaryKey(),
    postId: text()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    png: blob({ mode: 'buffer' }).notNull(),
    html: text().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [uniqueIndex('post_images_post').on(table.postId)],
)

export const versionKinds = ['recorded', 'edited', 'published', 'updated', 'unpublished'] as const

/** The texts of a post after each change, oldest first; the first is the text before the first change. */
export const postVersions = sqliteTable(
  'post_versions',
  {
    postId: text()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    kind: text({ enum: versionKinds }).notNull(),
    /** The id of the caller who made it; null if it is not known. */
    author: text(),
    title: text().notNull(),
    slug: text(),
    markdown: text(),
    /** When the first of the edits was made that this version combines. */
    startedAt: time().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.number] })],
)

/** The edited text of a published post, which readers see once it is published. */
export const postRevisions = sqliteTable('post_revisions', {
  postId: text()
    .primaryKey()
    .references(() => posts.id, { onDelete: 'cascade' }),
  title: text().notNull(),
  markdown: text().notNull(),
  /** The `updatedAt` of the published text that was edited. */
  basedOn: time().notNull(),
  author: text().notNull(),
  updatedAt: time().notNull(),
})

/** How much of a draft that Herald wrote was changed before its first publication. */
export const draftEdits = sqliteTable(
  'draft_edits',
  {
    postId: text()
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    contentType: text({ enum: contentTypes }).notNull(),
    publishedAt: time().notNull(),
    /** The lines of the draft that are not blank. */
    lines: integer().notNull(),
    /** The lines that were deleted, rewritten or added. */
    edits: integer().notNull(),
  },
  (table) => [
    // Covers the sums of a window.
    index('draft_edits_window').on(
      table.organizationId,
      table.publishedAt,
      table.contentType,
      table.lines,
      table.edits,
    ),
  ],
)

/** When a draft is published by itself. The row is deleted once it is. */
export const postSchedules = sqliteTable('post_schedules', {
  postId: text()
    .primaryKey()
    .references(() => posts.id, { onDelete: 'cascade' }),
  scheduledAt: time().notNull(),
  /** IANA name, for display only. */
  timeZone: text().notNull(),
  author: text().notNull(),
  createdAt: time().notNull(),
  /** Why the post was not published at that time. */
  error: text(),
})
