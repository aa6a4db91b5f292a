import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../../db/table.ts'
import { projects } from '../projects/table.ts'

export const sourceKinds = ['manual', 'gap', 'prompt', 'search_console'] as const
export const planStatuses = ['planning', 'planned', 'failed'] as const
export const briefStatuses = ['draft', 'approved', 'writing', 'completed', 'failed'] as const
/** Statuses in which a brief is found again by its source instead of being planned anew. */
export const openBriefStatuses = ['draft', 'approved', 'writing', 'failed'] as const
/** What a writer run does, in this order. */
export const writingSteps = ['gather', 'draft', 'check', 'humanize', 'save'] as const

/** What kinds of articles there are (spec: Briefs). */
export const contentSubtypes = ['guide', 'comparison', 'listicle', 'how-to', 'faq', 'alternatives'] as const
export type ContentSubtype = (typeof contentSubtypes)[number]

/** What a brief says (spec: Brief; limits in contract geo 10). */
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

/** What supports a claim: ids of stored answers with quotations of them, and facts of the brand at that time. */
export type Evidence = {
  claims: {
    claim: string
    answers: string[]
    quotations?: { answer: string; quotation: string }[]
    facts?: { id: string; text: string; url: string | null }[]
  }[]
}

/** A planning as it was asked for, resolved. */
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

/** Why there is no brief, as it is answered. */
export type PlanFailure = { status: number; message: string }

/** A planning: what was asked for, until there is a brief of it or a reason why there is none. */
export const plans = sqliteTable(
  'geo_brief_plans',
  {
    id: text().primaryKey(),
    organizationId: text().notNull(),
    projectId: text()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Kind and id of what it is about; null where nothing could be asked for twice. */
    source: text(),
    status: text({ enum: planStatuses }).notNull(),
    request: text({ mode: 'json' }).$type<PlanRequest>().notNull(),
    /** What is answered to whoever waits for it. */
    failure: text({ mode: 'json' }).$type<PlanFailure>(),
    briefId: text(),
    /** The model's answer in a failed planning, and its faults if it could be read. */
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

/** What an article is to be about, and how far it is. */
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
    autoApproved: flag().notNull().default(false),
    /** The run that writes it or wrote it last; a run of another id may not touch it. */
    runId: text(),
    /** What that run is doing. */
    step: text({ enum: writingSteps }),
    postId: text(),
    humanized: flag(),
    error: text(),
    /** What the model answered in a run that failed since no article could be read in it. */
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
    /** The stored answers that its claims rest on, and pages that it may link to. */
    evidence: text({ mode: 'json' }).$type<Evidence>().notNull(),
  },
  (table) => [
    // Holds all that a list tells, so that a list reads no document.
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

/** The post of a brief as long as it is there: nobody tells a brief that its post was deleted. */
export const standingPostId = sql<
  string | null
>`(select posts.id from posts where posts.id = ${briefs.postId})`

/** The facts of the brand that the article of a brief uses, as its post stores them; JSON. */
export const articleFacts = sql<string | null>`(
  select posts.source_metadata ->> '$.evidence.facts' from posts where posts.id = geo_briefs.post_id)`

/** How many faults of each kind the post of a brief had when it was last checked. */
export const faultCounts = {
  blocking: sql<
    number | null
  >`(select post_checks.blocking from post_checks where post_checks.post_id = geo_briefs.post_id)`,
  minor: sql<
    number | null
  >`(select post_checks.minor from post_checks where post_checks.post_id = geo_briefs.post_id)`,
}

/** Why a brief failed; of the others it is not looked up, so that lists read them from their index alone. */
export const failure = sql<string | null>`case when ${briefs.status} = 'failed'
  then (select own.error from geo_briefs as own where own.id = geo_briefs.id) end`
