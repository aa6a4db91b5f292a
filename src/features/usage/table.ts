import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, time } from '../../db/table.ts'
import { organizations } from '../organizations/table.ts'

export const usageFeatures = ['long_form_posts', 'social_posts', 'image_generations', 'ai_answers'] as const
/** Work that only uses AI credits: planning briefs, and replies of chats and turns of sessions. */
export const creditFeatures = ['ai_credits', 'conversations'] as const
export type CreditFeature = (typeof creditFeatures)[number]
export const holdModes = ['plan_quota', 'ai_credits', 'unmetered'] as const
export const holdStates = ['held', 'confirmed', 'released'] as const

/** The monthly limits of an organization; null is unlimited, the default on a self-hosted server. */
export const usageLimits = sqliteTable('usage_limits', {
  organizationId: text()
    .primaryKey()
    .references(() => organizations.id),
  longFormPosts: integer(),
  socialPosts: integer(),
  imageGenerations: integer(),
  aiAnswers: integer(),
  /** Balance of AI credits in cents; null means that no balance is tracked. */
  creditCents: integer(),
  /** Whether the organization may require zero data retention from models. */
  zeroDataRetention: flag().notNull().default(true),
})

/**
 * One reservation of one run; its id is unique per run and feature, so a repeated reservation reserves nothing twice
 * (contract 18.3).
 */
export const usageHolds = sqliteTable(
  'usage_holds',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    feature: text({ enum: [...usageFeatures, ...creditFeatures] }).notNull(),
    /** The month that it counts towards, for example 2026-03. */
    period: text().notNull(),
    mode: text({ enum: holdModes }).notNull(),
    state: text({ enum: holdStates }).notNull(),
    units: integer().notNull(),
    cents: integer().notNull().default(0),
    expiresAt: time().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [
    index('usage_holds_period').on(table.organizationId, table.period, table.feature),
    index('usage_holds_open').on(table.feature, table.createdAt).where(sql`state = 'held'`),
  ],
)
