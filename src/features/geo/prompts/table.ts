import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../../db/table.ts'
import { projects } from '../projects/table.ts'

export const suggestionSources = ['search_console', 'scan'] as const
export const suggestionStatuses = ['pending', 'accepted', 'dismissed'] as const

/** Prompts that users wrote. Auto prompts are generated from the brand identity (contract geo 2). */
export const prompts = sqliteTable(
  'geo_prompts',
  {
    id: text().primaryKey(),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    prompt: text().notNull(),
    /** The prompt in lower case without surrounding blanks, by which prompts are compared. */
    folded: text().notNull(),
    enabled: flag().notNull().default(true),
    tags: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Whether a user says that it names the brand; null if the text decides. */
    branded: flag(),
    createdAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('geo_prompts_folded').on(table.projectId, table.folded),
    index('geo_prompts_newest').on(table.projectId, table.createdAt, table.id),
  ],
)

/** A search query of a suggestion, with its search console figures. */
export type SearchQuery = { query: string; impressions: number; clicks: number; position: number | null }

export const suggestions = sqliteTable(
  'geo_suggestions',
  {
    id: text().primaryKey(),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    prompt: text().notNull(),
    folded: text().notNull(),
    title: text(),
    source: text({ enum: suggestionSources }).notNull(),
    status: text({ enum: suggestionStatuses }).notNull().default('pending'),
    queries: text({ mode: 'json' }).$type<SearchQuery[]>().notNull(),
    /** Sums over the queries. */
    impressions: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    /** The mean position, weighted by impressions. */
    position: real(),
    /** The prompt that was created from it. */
    promptId: text(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (table) => [
    index('geo_suggestions_newest').on(table.projectId, table.status, table.createdAt, table.id),
    uniqueIndex('geo_suggestions_folded').on(table.projectId, table.folded),
    index('geo_suggestions_prompt').on(table.promptId),
  ],
)
