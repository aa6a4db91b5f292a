import { sql } from 'drizzle-orm'
import {
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Place } from '../../../ai/engines/pages/place.ts'
import { flag, time } from '../../../db/table.ts'

export const scanStatuses = ['running', 'completed', 'failed'] as const
/** What started a scan. A retry asks only the failed questions of another one. */
export const scanCauses = ['manual', 'recurring', 'retry', 'rescan', 'sequence'] as const
export const failedStages = ['handoff', 'execution', 'stale'] as const
export const sentiments = ['positive', 'neutral', 'negative'] as const

/** The questions of a scan. Its tasks follow from them in a fixed order. */
export type Plan = {
  prompts: { id: string; prompt: string }[]
  sequences: { id: string; steps: string[] }[]
  engines: string[]
  /** The engines that search, which conversations need. */
  searching: string[]
  /** The tracked engines and languages that are skipped, and why. */
  skipped: SkippedPart[]
  languages: string[]
  promptLanguage: string
  trackWithoutSearch: boolean
  enforceZdr: boolean
  nonZdrApprovedEngines: string[]
  /** Where pages are asked for; absent in plans of older versions. */
  place?: Place
  /** The indexes of the tasks, if only some are asked. */
  only: number[] | null
}
export type SkippedPart = { engine: string | null; language: string | null; reason: string }
export type EngineFailures = { engine: string; failed: number; reasons: { reason: string; count: number }[] }

/**
 * Scans, and the tables below. They have no foreign keys to projects: deleting a project queues a job that
 * deletes their rows.
 */
export const scans = sqliteTable(
  'geo_scans',
  {
    id: text().primaryKey(),
    organizationId: text().notNull(),
    projectId: text().notNull(),
    status: text({ enum: scanStatuses }).notNull(),
    cause: text({ enum: scanCauses }).notNull(),
    /** The scan that this one retries. */
    retryOf: text(),
    plan: text({ mode: 'json' }).$type<Plan>().notNull(),
    /** The number of requested, stored and failed answers. */
    planned: integer().notNull(),
    saved: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    failures: text({ mode: 'json' }).$type<EngineFailures[]>().notNull().default(sql`'[]'`),
    errorCode: text(),
    errorMessage: text(),
    failedStage: text({ enum: failedStages }),
    retryable: flag().notNull().default(false),
    startedAt: time().notNull(),
    finishedAt: time(),
    createdAt: time().notNull(),
  },
  (table) => [
    index('geo_scans_newest').on(table.projectId, table.createdAt, table.id),
    index('geo_scans_retries').on(table.retryOf).where(sql`retry_of is not null`),
    index('geo_scans_running').on(table.startedAt).where(sql`status = 'running'`),
  ],
)

/** The facts of an answer. Its text is in another table, so that counting does not read it. */
export const checks = sqliteTable(
  'geo_checks',
  {
    id: text().primaryKey(),
    organizationId: text().notNull(),
    projectId: text().notNull(),
    scanId: text().notNull(),
    engine: text().notNull(),
    /** As stored: `custom-…`, `sequence-…` or the name of an auto prompt (contract geo 2). */
    promptId: text().notNull(),
    /** 0 for a plain prompt, from 1 on in a conversation. */
    turn: integer().notNull().default(0),
    language: text().notNull(),
    /** Asked without search although the engine can search. Such answers count for presence only. */
    isTwin: flag().notNull().default(false),
    capturedAt: time().notNull(),
    mentioned: flag().notNull(),
    ownedSourceCited: flag().notNull(),
    /** False if a page has no answer of an AI: such an answer neither names a brand nor leaves it out. */
    shown: flag().notNull().default(true),
    position: integer(),
    sentiment: text({ enum: sentiments }),
    /** Ids of the tracked competitors that the answer names. */
    competitorIds: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Other names that the judge found. */
    discovered: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** What makes numbers comparable: the engine's model, its instructions, and the rules of the analysis. */
    modelReported: text(),
    /** Who read a page, and for which place; null for an API. */
    page: text(),
    searched: flag(),
    instructionsVersion: integer().notNull(),
    matcherVersion: integer().notNull(),
    zdrEnforced: flag().notNull(),
    finishReason: text(),
    promptTokens: integer(),
    outputTokens: integer(),
    reasoningTokens: integer(),
    searches: integer(),
    cents: real(),
    judgedAt: time(),
  },
  (table) => [
    uniqueIndex('geo_checks_once').on(
      table.scanId,
      table.engine,
      table.promptId,
      table.turn,
      table.language,
      table.isTwin,
    ),
    index('geo_checks_prompt').on(table.projectId, table.promptId, table.engine, table.capturedAt),
    index('geo_checks_newest').on(table.projectId, table.capturedAt, table.id),
  ],
)

export type StoredSource = { title: string | null; url: string; domain: string }
/** The key of the brand in a matcher. The keys of competitors are their ids. */
export const ownKey = 'own'
/** A name in an answer: its subject, its position, and whether the matcher was sure. */
export type Match = { subject: string; term: string; start: number; end: number; isSure: boolean }

export const answers = sqliteTable('geo_answers', {
  checkId: text().primaryKey(),
  prompt: text().notNull(),
  answer: text().notNull(),
  excerpt: text(),
  queries: text({ mode: 'json' }).$type<string[]>().notNull(),
  cited: text({ mode: 'json' }).$type<StoredSource[]>().notNull(),
  /** Sources that the engine read but did not cite. */
  consulted: text({ mode: 'json' }).$type<StoredSource[]>().notNull(),
  matches: text({ mode: 'json' }).$type<Match[]>().notNull(),
  /** The judge's decisions on hits that the matcher was unsure of: named or not, by subject. */
  decided: text({ mode: 'json' }).$type<Record<string, boolean>>().notNull(),
})

/** The answers of a scan, an engine and a language, packed for reads that count. */
export const tallies = sqliteTable(
  'geo_tallies',
  {
    scanId: text().notNull(),
    engine: text().notNull(),
    language: text().notNull(),
    isTwin: flag().notNull().default(false),
    projectId: text().notNull(),
    capturedAt: time().notNull(),
    modelReported: text(),
    page: text(),
    searched: flag(),
    instructionsVersion: integer().notNull(),
    matcherVersion: integer().notNull(),
    /** The prompts, competitors and discovered brands that the cells refer to by index. */
    names: text({ mode: 'json' })
      .$type<{ prompts: string[]; competitors: string[]; discovered: string[] }>()
      .notNull(),
    cells: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scanId, table.engine, table.language, table.isTwin] }),
    index('geo_tallies_window').on(table.projectId, table.capturedAt),
  ],
)

/** How often an engine cited a page in a scan. */
export const citations = sqliteTable(
  'geo_citations',
  {
    scanId: text().notNull(),
    engine: text().notNull(),
    url: text().notNull(),
    projectId: text().notNull(),
    domain: text().notNull(),
    title: text(),
    capturedAt: time().notNull(),
    cited: integer().notNull(),
    consulted: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scanId, table.engine, table.url] }),
    index('geo_citations_window').on(table.projectId, table.capturedAt),
  ],
)
