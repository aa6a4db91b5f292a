import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'

export const toneProfiles = ['Conversational', 'Professional', 'Casual', 'Formal'] as const
export const analysisStatuses = ['queued', 'running', 'completed', 'failed'] as const
/** In order: the number of a step is its index, counted from 1 (contract 8.5). */
export const analysisSteps = ['scraping', 'extracting', 'saving'] as const

export const brandIdentities = sqliteTable(
  'brand_identities',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    isDefault: flag().notNull().default(false),
    websiteUrl: text().notNull(),
    companyName: text(),
    companyDescription: text(),
    toneProfile: text({ enum: toneProfiles }),
    customTone: text(),
    customInstructions: text(),
    audience: text(),
    language: text(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('brand_identities_name').on(table.organizationId, table.name),
    uniqueIndex('brand_identities_default').on(table.organizationId).where(sql`is_default = 1`),
  ],
)

export const brandAnalysisJobs = sqliteTable(
  'brand_analysis_jobs',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    brandIdentityId: text().notNull(),
    status: text({ enum: analysisStatuses }).notNull(),
    step: text({ enum: analysisSteps }),
    currentStep: integer().notNull().default(0),
    workflowRunId: text(),
    error: text(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
    completedAt: time(),
  },
  (table) => [index('brand_analysis_jobs_age').on(table.createdAt)],
)
