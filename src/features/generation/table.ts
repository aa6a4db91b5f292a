import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../db/table.ts'
import { outputTypes } from '../../writer/content-types.ts'
import { collections } from '../collections/table.ts'
import { organizations } from '../organizations/table.ts'

export const generationStatuses = ['queued', 'running', 'completed', 'failed', 'skipped'] as const
/** Statuses of runs that may still write a post. */
export const openStatuses = ['queued', 'running'] as const
export const generationSources = ['api', 'dashboard', 'automation'] as const
export const generationEventTypes = [
  'queued',
  'workflow_triggered',
  'running',
  'fetching_repositories',
  'generating_content',
  'post_created',
  'completed',
  'skipped',
  'failed',
] as const

export const generationJobs = sqliteTable(
  'generation_jobs',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    status: text({ enum: generationStatuses }).notNull(),
    contentType: text({ enum: outputTypes }).notNull(),
    lookbackWindow: text(),
    repositoryIds: text({ mode: 'json' }).$type<string[]>().notNull(),
    brandVoiceId: text(),
    /** The cause of the run: `event-<trigger id>-<delivery id>` for a delivery. */
    workflowRunId: text().unique(),
    postId: text(),
    /** The collection for its post; null after an empty one was removed. */
    collectionId: text().references(() => collections.id, { onDelete: 'set null' }),
    /** Why it failed or was skipped. */
    error: text(),
    /** The model's answer if its text is in no post. */
    rejectedText: text(),
    source: text({ enum: generationSources }).notNull(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
    completedAt: time(),
  },
  (table) => [
    index('generation_jobs_newest').on(table.organizationId, table.createdAt),
    index('generation_jobs_status').on(table.organizationId, table.status, table.createdAt),
    index('generation_jobs_collection').on(table.collectionId),
    index('generation_jobs_age').on(table.createdAt),
  ],
)

export const generationEvents = sqliteTable(
  'generation_events',
  {
    id: text().primaryKey(),
    jobId: text()
      .notNull()
      .references(() => generationJobs.id, { onDelete: 'cascade' }),
    type: text({ enum: generationEventTypes }).notNull(),
    message: text().notNull(),
    metadata: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    createdAt: time().notNull(),
  },
  (table) => [index('generation_events_job').on(table.jobId, table.createdAt)],
)

/** The number of runs per status, maintained by database triggers. */
export const generationJobCounts = sqliteTable(
  'generation_job_counts',
  {
    organizationId: text().notNull(),
    status: text({ enum: generationStatuses }).notNull(),
    total: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.status] })],
)

/** The activity that several runs share, stored until the last of them has ended. */
export const readings = sqliteTable('readings', {
  collectionId: text()
    .primaryKey()
    .references(() => collections.id, { onDelete: 'cascade' }),
  collected: text({ mode: 'json' }).notNull(),
  createdAt: time().notNull(),
})
