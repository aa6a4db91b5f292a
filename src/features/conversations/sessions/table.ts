import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { time } from '../../../db/table.ts'
import { organizations } from '../../organizations/table.ts'

export const surfaces = ['standalone-chat', 'content-editor', 'task'] as const
export const sessionStatuses = ['active', 'completed', 'failed'] as const
/** A `queued` message came with answers, and begins when their turn has ended. */
export const turnStatuses = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const

/** `begun` is the moment between the start of a call that writes and its result. */
export const callStatuses = ['requested', 'waiting', 'begun', 'completed', 'failed', 'rejected'] as const

/** Conversations of the session protocol; what happens in one is a log of events. */
export const agentSessions = sqliteTable(
  'agent_sessions',
  {
    id: text().primaryKey(),
    organizationId: text()
      .notNull()
      .references(() => organizations.id),
    surface: text({ enum: surfaces }).notNull(),
    status: text({ enum: sessionStatuses }).notNull(),
    /** The post that the session was opened from. */
    postId: text(),
    chatId: text(),
    startedBy: text().notNull(),
    /** The index of the next event. */
    nextIndex: integer().notNull(),
    /** The number of turns, and the attempt of the newest; older attempts cannot write. */
    turns: integer().notNull().default(0),
    attempt: integer().notNull().default(0),
    /** The turn that runs or waits for an answer; null if a message is accepted. */
    openTurn: text(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
    endedAt: time(),
  },
  (table) => [
    index('agent_sessions_newest').on(table.organizationId, table.createdAt, table.id),
    index('agent_sessions_idle').on(table.status, table.updatedAt),
  ],
)

export const agentTurns = sqliteTable(
  'agent_turns',
  {
    sessionId: text()
      .notNull()
      .references(() => agentSessions.id, { onDelete: 'cascade' }),
    /** 0 for the first: `turn_0` on the wire. */
    number: integer().notNull(),
    status: text({ enum: turnStatuses }).notNull(),
    /** The id of the key or person who sent it. The turn has their current rights. */
    sentBy: text().notNull(),
    message: text().notNull(),
    deliveryId: text().notNull(),
    usage: text({ mode: 'json' }).$type<Record<string, number>>(),
    promptVersion: integer().notNull(),
    /** When it last began or continued; the time limit counts from then. */
    resumedAt: time(),
    createdAt: time().notNull(),
    endedAt: time(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.number] })],
)

/** One call of the model. If it is interrupted, its text is discarded and it begins again. */
export const agentSteps = sqliteTable(
  'agent_steps',
  {
    sessionId: text()
      .notNull()
      .references(() => agentSessions.id, { onDelete: 'cascade' }),
    turn: integer().notNull(),
    step: integer().notNull(),
    /** How often it was begun. */
    attempts: integer().notNull().default(1),
    text: text().notNull().default(''),
    finishReason: text(),
    inputTokens: integer().notNull().default(0),
    outputTokens: integer().notNull().default(0),
    /** Fractions count: many steps cost less than a cent. */
    cents: real().notNull().default(0),
    startedAt: time().notNull(),
    finishedAt: time(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.turn, table.step] })],
)

/** A call of a tool that a finished step asked for, exactly as it runs, and its result. */
export const agentCalls = sqliteTable(
  'agent_calls',
  {
    sessionId: text()
      .notNull()
      .references(() => agentSessions.id, { onDelete: 'cascade' }),
    /** In the order of the calls. */
    id: text().notNull(),
    turn: integer().notNull(),
    step: integer().notNull(),
    tool: text().notNull(),
    input: text().notNull(),
    status: text({ enum: callStatuses }).notNull(),
    /** The whole output; its event may contain only the beginning. */
    output: text(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.id] })],
)

/** One line of a session's stream; its `at` and `id` are the same at every replay. */
export const agentEvents = sqliteTable(
  'agent_events',
  {
    sessionId: text().notNull(),
    index: integer().notNull(),
    event: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.index] })],
)
