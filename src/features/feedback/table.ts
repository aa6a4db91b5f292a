import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'

export const feedbackSources = ['mcp', 'api', 'sdk'] as const
export const feedbackKinds = ['bug', 'feature', 'praise', 'question', 'other'] as const
export const feedbackSentiments = ['negative', 'neutral', 'positive'] as const
export const feedbackStatuses = ['new', 'triaged', 'resolved', 'archived'] as const

export const feedback = sqliteTable(
  'feedback',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    /** Empty if the sender named no project, so that counts can use it in their key. */
    projectId: text().notNull().default(''),
    source: text({ enum: feedbackSources }).notNull(),
    /** Whether it came through the public endpoint, where anyone may repeat an idempotency key. */
    isPublic: flag().notNull().default(false),
    kind: text({ enum: feedbackKinds }).notNull(),
    sentiment: text({ enum: feedbackSentiments }),
    status: text({ enum: feedbackStatuses }).notNull(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
    resolvedAt: time(),
    idempotencyKey: text(),
    /** Id of the oldest open entry that is similar. */
    similarTo: text(),
    title: text(),
    message: text().notNull(),
    agentClient: text(),
    agentModel: text(),
    toolVersion: text(),
    userAgent: text(),
    contextUrl: text(),
    externalId: text(),
    metadata: text({ mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (table) => [
    uniqueIndex('feedback_idempotency').on(table.organizationId, table.idempotencyKey),
    index('feedback_newest').on(table.organizationId, table.createdAt, table.id),
    index('feedback_status').on(table.organizationId, table.status, table.createdAt, table.id),
    index('feedback_similar').on(table.similarTo).where(sql`similar_to is not null`),
    // The first entry of each group of similar ones, with all columns that lists filter by.
    index('feedback_originals')
      .on(table.organizationId, table.createdAt, table.id, table.status, table.kind, table.projectId)
      .where(sql`similar_to is null`),
    // The entries of one status, kind and project in list order; lists merge several of these.
    index('feedback_group').on(
      table.organizationId,
      table.status,
      table.kind,
      table.projectId,
      table.createdAt,
      table.id,
    ),
  ],
)

/** The number of entries for each combination, maintained by database triggers. */
export const feedbackCounts = sqliteTable(
  'feedback_counts',
  {
    organizationId: text().notNull(),
    status: text({ enum: feedbackStatuses }).notNull(),
    kind: text({ enum: feedbackKinds }).notNull(),
    projectId: text().notNull(),
    total: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.status, table.kind, table.projectId] })],
)
