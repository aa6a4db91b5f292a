import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../../db/table.ts'
import type { ReviewedState } from '../../../http/reviewed.ts'
import { organizations } from '../../organizations/table.ts'

/**
 * `spent` once the call ran; `approved` is the moment between the answer and that; `automatic` is a draft that ran within
 * the budget of its conversation, without an answer.
 */
export const approvalStatuses = [
  'open',
  'approved',
  'denied',
  'cancelled',
  'expired',
  'spent',
  'automatic',
] as const

export const conversationKinds = ['chat', 'session'] as const

/** Calls of tools that wait for a person, exactly as they are to run. */
export const approvals = sqliteTable(
  'approvals',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    /** The chat or session in which it was asked for. */
    conversationKind: text({ enum: conversationKinds }).notNull(),
    conversationId: text().notNull(),
    turnId: text(),
    callId: text().notNull(),
    tool: text().notNull(),
    /** Canonical JSON: keys in order; what runs is this and nothing that is sent again. */
    input: text().notNull(),
    inputHash: text().notNull(),
    /** What it is bound to: the versions of everything that it depends on, and a hash of the outcome that was shown. */
    subject: text({ mode: 'json' }).$type<ReviewedState | null>(),
    /** The whole preview, as far as the requester may read it; made by code. */
    prompt: text().notNull(),
    status: text({ enum: approvalStatuses }).notNull(),
    /** Ids of the key or person who sent the turn, and who answered. */
    askedBy: text().notNull(),
    answeredBy: text(),
    reason: text(),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
    settledAt: time(),
  },
  (table) => [
    index('approvals_conversation').on(table.conversationId, table.status),
    index('approvals_expiring').on(table.status, table.expiresAt),
    index('approvals_open').on(table.organizationId, table.status, table.createdAt),
  ],
)
