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
    /** Empty where none was named, so that counts can be keyed by it. */
    projectId: text().notNull().default(''),
    source: text({ enum: feedbackSources }).notNull(),
    /** Whether it came in by the public address, where anyone may send the same key again. */
    isPublic: flag().notNull().default(false),
    kind: text({ enum: feedbackKinds }).notNull(),
    sentiment: text({ enum: feedbackSentiments }),
    status: text({ enum: feedbackStatuses }).notNull(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
    resolvedAt: time(),
    idempotencyKey: text(),
    /** Id of the oldest open entry that says the same. */
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
    // The first entry of each group of similar ones, with all that lists filter by.
    index('feedback_originals')
      .on(table.organizationId, table.createdAt, table.id, table.status, table.kind, table.projectId)
      .where(sql`similar_to is null`),
    // The entries of one status, kind and project in the order of lists, which merge such groups.
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

/** How many entries there are of each sort, kept by database triggers. */
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
