import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from '../../../db/table.ts'
import type { Evaluation } from '../../../readiness/evaluate.ts'
import { projects } from '../projects/table.ts'

export const reportStatuses = ['running', 'completed', 'failed'] as const

/** Scans of how well agents can read a project's website. */
export const readinessReports = sqliteTable(
  'readiness_reports',
  {
    id: text().primaryKey(),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    targetUrl: text().notNull(),
    status: text({ enum: reportStatuses }).notNull(),
    score: integer(),
    /** The version of the rules that gave the score. */
    rulesVersion: integer(),
    failedCount: integer(),
    partialCount: integer(),
    /** All results; null until the scan is completed. */
    evaluation: text({ mode: 'json' }).$type<Evaluation>(),
    errorMessage: text(),
    scannedAt: time(),
    createdAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('readiness_reports_running').on(table.projectId).where(sql`${table.status} = 'running'`),
    index('readiness_reports_target').on(table.projectId, table.targetUrl, table.createdAt, table.id),
  ],
)
