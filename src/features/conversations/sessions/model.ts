import { t } from 'elysia'
import { bodyError } from '../../../http/fault-wording.ts'
import { integer, oneOf, optional, wholeNumber } from '../../../http/fields.ts'
import { Pagination, pageQuery } from '../../../http/paging.ts'
import {
  type agentCalls,
  type agentSessions,
  type agentSteps,
  type agentTurns,
  sessionStatuses,
  surfaces,
} from './table.ts'

export type SessionRow = typeof agentSessions.$inferSelect
export type TurnRow = typeof agentTurns.$inferSelect
export type StepRow = typeof agentSteps.$inferSelect
export type CallRow = typeof agentCalls.$inferSelect

const error = bodyError
const message = t.String({
  minLength: 1,
  maxLength: 200_000,
  error,
  description: 'The message to the agent. It starts the next turn.',
})

/** Other fields of clients of the session protocol are accepted and ignored (contract 16). */
export const NewSession = t.Object(
  {
    message,
    postId: optional(
      t.String({
        pattern: '^[A-Za-z0-9_-]{1,100}$',
        error,
        description:
          'The post with which the session starts. The agent knows its text, ledger and brand voice, and proposes edits.',
      }),
    ),
  },
  { error },
)
export type NewSession = typeof NewSession.static

const InputResponse = t.Object(
  {
    requestId: t.String({ minLength: 1, maxLength: 100, error }),
    optionId: t.Optional(t.String({ minLength: 1, maxLength: 100, error })),
    text: t.Optional(t.String({ maxLength: 10_000, error })),
  },
  { error },
)
export type InputResponse = typeof InputResponse.static

const inputResponses = t.Array(InputResponse, { minItems: 1, maxItems: 50, error })
export const SessionAnswers = t.Object({ inputResponses }, { error })

export const SessionMessage = t.Object(
  {
    message: t.Optional(message),
    inputResponses: t.Optional(inputResponses),
  },
  { error },
)
export type SessionMessage = typeof SessionMessage.static

export const Delivered = t.Object({
  ok: t.Literal(true),
  sessionId: t.String(),
  continuationToken: t.String(),
  /** The id of a message; the events of its turn contain it. */
  deliveryId: t.Optional(t.String()),
})
export type Delivered = typeof Delivered.static

export const CancelTurn = t.Optional(
  t.Object(
    {
      turnId: t.Optional(
        t.String({
          minLength: 1,
          maxLength: 100,
          error,
          description: 'The turn to cancel. Default: the current one.',
        }),
      ),
    },
    { error },
  ),
)
/** `no_active_turn` if no turn was open; then `sessionId` is missing (agents.md 2). */
export const TurnCancelled = t.Object({
  ok: t.Literal(true),
  sessionId: t.Optional(t.String()),
  status: oneOf(['accepted', 'no_active_turn']),
})
export type TurnCancelled = typeof TurnCancelled.static

export const StreamQuery = t.Object({
  startIndex: t.Optional(
    t.String({
      pattern: '^-?\\d{1,15}$',
      error: 'startIndex must be an integer',
      description: 'Index of the first line. A negative index counts from the end.',
    }),
  ),
  includeTailIndex: t.Optional(
    t.String({
      description: 'With 1, the header `X-Eve-Stream-Tail-Index` has the index of the last stored event.',
    }),
  ),
  follow: t.Optional(t.String({ description: 'With false, the stream ends at the last stored event.' })),
})
export type StreamQuery = typeof StreamQuery.static

export const SessionQuery = t.Object({
  limit: wholeNumber({
    minimum: 1,
    maximum: 50,
    default: 20,
    description: 'Maximum number of sessions.',
    error: 'limit must be an integer from 1 to 50',
  }),
})

export const Session = t.Object({
  sessionId: t.String(),
  chatId: t.Nullable(t.String()),
  surface: oneOf(surfaces),
  /** The post that the session was opened from. */
  postId: t.Nullable(t.String()),
  status: oneOf(sessionStatuses),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Session = typeof Session.static
export const OneSession = t.Object({ session: Session })
export const SessionList = t.Object({ sessions: t.Array(Session) })

/** `waiting` for an answer; `active` if it accepts the next message. */
const sessionStates = ['working', 'waiting', 'active', 'failed', 'completed'] as const
export type SessionState = (typeof sessionStates)[number]

/** A session in the dashboard. */
export const ShownSession = t.Object({
  id: t.String(),
  title: t.String(),
  state: oneOf(sessionStates),
  turns: integer,
  /** Who started it; null if they no longer exist. */
  startedBy: t.Nullable(t.String()),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type ShownSession = typeof ShownSession.static

export const ShownQuery = t.Object(pageQuery(20))
export type ShownQuery = typeof ShownQuery.static
export const ShownList = t.Object({ sessions: t.Array(ShownSession), pagination: Pagination })
export const OneShown = t.Object({
  session: ShownSession,
  /** The pending approvals, and why the caller may not approve each; null if they may. */
  waiting: t.Array(t.Object({ id: t.String(), obstacle: t.Nullable(t.String()) })),
})

export function toSession(row: SessionRow): Session {
  const { id, chatId, surface, postId, status, createdAt, updatedAt } = row
  return {
    sessionId: id,
    chatId,
    surface,
    postId,
    status,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export const toDelivered = (sessionId: string, deliveryId?: string): Delivered => ({
  ok: true,
  sessionId,
  continuationToken: sessionId,
  ...(deliveryId !== undefined && { deliveryId }),
})
