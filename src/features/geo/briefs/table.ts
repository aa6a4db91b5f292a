import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../../db/table.ts'
import { projects } from '../projects/table.ts'

export const sourceKinds = ['manual', 'gap', 'prompt', 'search_console'] as const
export const planStatuses = ['planning', 'planned', 'failed'] as const
export const briefStatuses = ['draft', 'approved', 'writing', 'completed', 'failed'] as const
/** Statuses in which a request for the same source returns this brief instead of planning a new one. */
export const openBriefStatuses = ['draft', 'approved', 'writing', 'failed'] as const
/** The steps of a writing run, in order. */
export const writingSteps = ['gather', 'draft', 'check', 'humanize', 'save'] as const

/** The kinds of articles (spec: Briefs). */
export const contentSubtypes = ['guide', 'comparison', 'listicle', 'how-to', 'faq', 'alternatives'] as const
export type ContentSubtype = (typeof contentSubtypes)[number]

/** The content of a brief (spec: Brief; limits in contract geo 10). */
export type BriefDocument = {
  targetPrompt: string
  intent: string
  contentSubtype: ContentSubtype
  workingTitle: string
  audience: string
  jobToBeDone: string
  sections: { heading: string; goal: string; claims: string[] }[]
  questionsToAnswer: string[]
  internalLinks: { url: string; anchor: string; why: string }[]
  acceptanceChecklist: string[]
  recommendedAngle?: string
  competitorsToCounter?: string[]
  sourcesToReference?: string[]
  missingCoverage?: string[]
  baseline?: Baseline | null
}

/** How engines answered the source prompt when the brief was planned (contract geo 10). */
export type Baseline = {
  sourcePromptId: string
  mentionedEngines: number
  totalEngines: number
  engines: { engine: string; mentioned: boolean; position: number | null }[]
  competitorMentions: { name: string; engines: number }[]
  citedDomains: { domain: string; engines: number }[]
  capturedAt: string
}

/** Support for the claims: ids of stored answers with quotations, and facts of the brand at that time. */
export type Evidence = {
  claims: {
    claim: string
    answers: string[]
    quotations?: { answer: string; quotation: string }[]
    facts?: { id: string; text: string; url: string | null }[]
  }[]
}

/** The request of a plan, with resolved ids. */
export type PlanRequest = {
  topic: string
  contentSubtype: ContentSubtype | null
  sourceKind: (typeof sourceKinds)[number]
  sourceId: string | null
  competitorIds: string[]
  brandVoiceId: string | null
  sitemapId: string | null
  existingPageUrl: string | null
  autoApprove: boolean
}

/** The error of a failed plan. */
export type PlanFailure = { status: number; message: string }

/** A plan: its request, until there is a brief or the reason why there is none. */
export const plans = sqliteTable(
  'geo_brief_plans',
  {
    id: text().primaryKey(),
    organizationId: text().notNull(),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Kind and id of the source; null if plans for it are never duplicates. */
    source: text(),
    status: text({ enum: planStatuses }).notNull(),
    request: text({ mode: 'json' }).$type<PlanRequest>().notNull(),
    /** The error that waiting requests receive. */
    failure: text({ mode: 'json' }).$type<PlanFailure>(),
    briefId: text(),
    /** The model's answer in a failed plan, and its faults if it could be parsed. */
    rejectedText: text(),
    faults: text({ mode: 'json' }).$type<string[]>(),
    createdAt: time().notNull(),
    endedAt: time(),
  },
  (table) => [
    index('geo_brief_plans_rejected')
      .on(table.projectId, table.createdAt)
      .where(sql`rejected_text is not null`),
    uniqueIndex('geo_brief_plans_source').on(table.projectId, table.source).where(sql`status = 'planning'`),
    index('geo_brief_plans_age').on(table.createdAt),
  ],
)

/** The content and the status of an article. */
export const briefs = sqliteTable(
  'geo_briefs',
  {
    id: text().primaryKey(),
    organizationId: text().notNull(),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    topic: text().notNull(),
    workingTitle: text().notNull(),
    status: text({ enum: briefStatuses }).notNull(),
    sourceKind: text({ enum: sourceKinds }).notNull(),
    sourceId: text(),
    /** Further prompts that the article answers. Its effect is measured over them and the prompt of its source. */
    variantPromptIds: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    autoApproved: flag().notNull().default(false),
    /** The current or last run. Runs with another id may not change the brief. */
    runId: text(),
    /** The current step of that run. */
    step: text({ enum: writingSteps }),
    postId: text(),
    humanized: flag(),
    error: text(),
    /** The model's answer in a run that failed because the answer contained no article. */
    rejectedText: text(),
    brandIdentityId: text(),
    sitemapId: text(),
    competitorIds: text({ mode: 'json' }).$type<string[]>().notNull(),
    existingPageUrl: text(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
    approvedAt: time(),
    startedAt: time(),
    completedAt: time(),
    document: text({ mode: 'json' }).$type<BriefDocument>().notNull(),
    /** The stored answers that support the claims, and pages that the article can link to. */
    evidence: text({ mode: 'json' }).$type<Evidence>().notNull(),
  },
  (table) => [
    // Covers all columns of a list, so that a list reads no document.
    index('geo_briefs_newest').on(
      table.projectId,
      table.createdAt,
      table.id,
      table.topic,
      table.workingTitle,
      table.status,
      table.postId,
    ),
    index('geo_briefs_source').on(table.projectId, table.sourceKind, table.sourceId, table.updatedAt),
    uniqueIndex('geo_briefs_open')
      .on(table.projectId, table.sourceKind, table.sourceId)
      .where(
        sql`source_id is not null and source_kind <> 'manual' and status in ('draft', 'approved', 'writing', 'failed')`,
      ),
  ],
)

/** The post of a brief if it still exists: deleting a post does not update its brief. */
export const existingPostId = sql<
  string | null
>`(select posts.id from posts where posts.id = ${briefs.postId})`

/** The facts that the article of a brief uses, as its post stores them; JSON. */
export const articleFacts = sql<string | null>`(
  select posts.source_metadata ->> '$.evidence.facts' from posts where posts.id = geo_briefs.post_id)`

/** The number of faults of each kind at the last check of the post. */
export const faultCounts = {
  blocking: sql<
    number | null
  >`(select post_checks.blocking from post_checks where post_checks.post_id = geo_briefs.post_id)`,
  minor: sql<
    number | null
  >`(select post_checks.minor from post_checks where post_checks.post_id = geo_briefs.post_id)`,
}

/** Why a brief failed. Not read for other statuses, so that lists need only their index. */
export const failure = sql<string | null>`case when ${briefs.status} = 'failed'
  then (select own.error from geo_briefs as own where own.id = geo_briefs.id) end`
