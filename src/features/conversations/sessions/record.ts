import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { guard } from '../../../db/table.ts'
import { confirmReply, releaseReply } from '../engine/charge.ts'
import { appendWhere } from './log/append.ts'
import { placeOfTurn, type SessionEvent, type TurnPosition, toLine, waiting } from './log/events.ts'
import type { CallRow, SessionRow, TurnRow } from './model.ts'
import { maxEvents } from './rules.ts'
import { agentCalls, agentEvents, agentSessions, agentSteps, agentTurns } from './table.ts'

/** A message that begins a turn. */
export type NewTurn = { number: number; message: string; deliveryId: string; sentBy: string }

/** Stored with each turn; a change of the instructions of sessions increases it. */
const promptVersion = 2

/** The id of the reserved credits of a turn. */
export const holdOf = (sessionId: string, turn: number) => `session:${sessionId}:${turn}`

/** Statements that begin a session with its first message. */
export function openSession(
  ctx: Context,
  session: Pick<SessionRow, 'id' | 'organizationId' | 'surface' | 'postId' | 'startedBy'>,
  turn: NewTurn,
): Statement[] {
  const now = ctx.now()
  const begun: SessionEvent[] = [{ type: 'session.started', data: {} }, ...beginning(turn)]
  return [
    ctx.db.insert(agentSessions).values({
      ...session,
      status: 'active',
      nextIndex: begun.length,
      turns: 1,
      openTurn: placeOfTurn(0).turnId,
      createdAt: now,
      updatedAt: now,
    }),
    ctx.db.insert(agentTurns).values(toTurnRow(ctx, session.id, turn, 'running')),
    ctx.db
      .insert(agentEvents)
      .values(begun.map((each, index) => ({ sessionId: session.id, index, event: toLine(ctx, each) }))),
  ]
}

/** Statements that begin the next turn of a session. The batch fails on its guard if another turn is open. */
export function openTurn(ctx: Context, sessionId: string, turn: NewTurn): Statement[] {
  const { turnId } = placeOfTurn(turn.number)
  return [
    ctx.db
      .update(agentSessions)
      .set({
        turns: turn.number + 1,
        attempt: sql`${agentSessions.attempt} + 1`,
        openTurn: turnId,
        updatedAt: ctx.now(),
      })
      .where(
        and(
          eq(agentSessions.id, sessionId),
          eq(agentSessions.status, 'active'),
          eq(agentSessions.turns, turn.number),
          isNull(agentSessions.openTurn),
        ),
      ),
    ctx.db.run(guard),
    ctx.db.insert(agentTurns).values(toTurnRow(ctx, sessionId, turn, 'running')),
    ...appendWhere(ctx, sessionId, beginning(turn), isOpen(turnId)),
  ]
}

/** Statements that store a message until the turn ends whose requests were answered along with it. */
export function queueTurn(ctx: Context, sessionId: string, turn: NewTurn): Statement[] {
  return [
    ctx.db
      .update(agentSessions)
      .set({ turns: turn.number + 1 })
      .where(and(eq(agentSessions.id, sessionId), eq(agentSessions.turns, turn.number))),
    ctx.db.run(guard),
    ctx.db.insert(agentTurns).values(toTurnRow(ctx, sessionId, turn, 'queued')),
  ]
}

/** Statements that begin the turn of a queued message. */
export function beginQueued(ctx: Context, sessionId: string, turn: NewTurn): Statement[] {
  const { turnId } = placeOfTurn(turn.number)
  return [
    ctx.db
      .update(agentTurns)
      .set({ status: 'running', resumedAt: ctx.now() })
      .where(and(whereTurn(sessionId, turn.number), eq(agentTurns.status, 'queued'))),
    ctx.db.run(guard),
    ...appendWhere(ctx, sessionId, beginning(turn), isOpen(turnId)),
  ]
}

const beginning = ({ number, message, deliveryId }: NewTurn): SessionEvent[] => {
  const place = placeOfTurn(number)
  const deliveryIds = [deliveryId]
  return [
    { type: 'turn.started', data: place, deliveryIds },
    {
      type: 'message.received',
      data: { ...place, message, parts: [{ type: 'text', text: message }] },
      deliveryIds,
    },
  ]
}

function toTurnRow(ctx: Context, sessionId: string, turn: NewTurn, status: TurnRow['status']) {
  const now = ctx.now()
  return { ...turn, sessionId, status, promptVersion, createdAt: now, resumedAt: now }
}

type Ending = {
  status: 'completed' | 'failed' | 'cancelled'
  /** The events of the end. */
  events: SessionEvent[]
  /** The cost of its finished steps; null if nothing is charged. */
  cents: number | null
}

/**
 * Statements that end a turn if it is open: they append its last events, settle its credits, and begin the queued turn or
 * wait for a message. A session with the maximum of events ends, and its queued message is canceled.
 */
export function endTurn(
  ctx: Context,
  { id: sessionId, organizationId }: Pick<SessionRow, 'id' | 'organizationId'>,
  { sequence, turnId }: TurnPosition,
  { status, events, cents }: Ending,
): Statement[] {
  const now = ctx.now()
  const isFull = sql`next_index >= ${maxEvents}`
  const hold = holdOf(sessionId, sequence)
  return [
    ...appendWhere(ctx, sessionId, events, isOpen(turnId)),
    ...appendWhere(
      ctx,
      sessionId,
      [waiting(sessionId)],
      sql`${isOpen(turnId)} and not ${isFull} and ${queued} is null`,
    ),
    ...appendWhere(
      ctx,
      sessionId,
      [{ type: 'session.completed', data: {} }],
      sql`${isOpen(turnId)} and ${isFull}`,
    ),
    ctx.db
      .update(agentTurns)
      .set({ status, endedAt: now, usage: usageOf(sessionId, sequence) })
      .where(
        and(
          whereTurn(sessionId, sequence),
          sql`exists (select 1 from agent_sessions where id = ${sessionId} and ${isOpen(turnId)})`,
        ),
      ),
    ctx.db
      .update(agentSessions)
      .set({
        openTurn: sql`case when ${isFull} then null else 'turn_' || ${queued} end`,
        status: sql`case when ${isFull} then 'completed' else status end`,
        endedAt: sql`case when ${isFull} then ${now.getTime()} else ended_at end`,
        attempt: sql`attempt + 1`,
        updatedAt: now,
      })
      .where(and(eq(agentSessions.id, sessionId), isOpen(turnId))),
    ctx.db
      .update(agentTurns)
      .set({ status: 'cancelled', endedAt: now })
      .where(
        and(
          eq(agentTurns.sessionId, sessionId),
          eq(agentTurns.status, 'queued'),
          sql`exists (select 1 from agent_sessions where id = ${sessionId} and status <> 'active')`,
        ),
      ),
    ...(cents === null ? releaseReply(ctx, hold) : confirmReply(ctx, organizationId, hold, cents)),
  ]
}

const isOpen = (turnId: string): SQL => sql`open_turn = ${turnId} and status = 'active'`

/** The number of a turn that waits for the open one to end. */
const queued = sql`(
  select number from agent_turns where session_id = agent_sessions.id and agent_turns.status = 'queued')`

const usageOf = (sessionId: string, turn: number) => sql`(
  select json_object('inputTokens', sum(input_tokens), 'outputTokens', sum(output_tokens), 'cents', sum(cents))
  from agent_steps where session_id = ${sessionId} and turn = ${turn} and finished_at is not null)`

export const whereCall = ({ sessionId, id }: Pick<CallRow, 'sessionId' | 'id'>) =>
  and(eq(agentCalls.sessionId, sessionId), eq(agentCalls.id, id))

export const whereSteps = (sessionId: string, turn: number) =>
  and(eq(agentSteps.sessionId, sessionId), eq(agentSteps.turn, turn))

/** A statement that stores the status and output of a call. */
export const storeResult = (ctx: Context, call: CallRow): Statement =>
  ctx.db.update(agentCalls).set({ status: call.status, output: call.output }).where(whereCall(call))

export const whereTurn = (sessionId: string, number: number) =>
  and(eq(agentTurns.sessionId, sessionId), eq(agentTurns.number, number))

/** Statements that fail a batch on its guard if a turn does not wait for answers. */
export function requireWaiting(ctx: Context, sessionId: string, number: number): Statement[] {
  return [
    ctx.db
      .update(agentTurns)
      .set({ status: 'waiting' })
      .where(and(whereTurn(sessionId, number), eq(agentTurns.status, 'waiting'))),
    ctx.db.run(guard),
  ]
}

export async function getTurn(ctx: Context, sessionId: string, number: number): Promise<TurnRow> {
  const [row] = await ctx.db.select().from(agentTurns).where(whereTurn(sessionId, number))
  if (!row) throw new Error(`The session ${sessionId} has no turn ${number}.`)
  return row
}

export const hasTurn = async (ctx: Context, sessionId: string, number: number) =>
  (await ctx.db.$count(agentTurns, whereTurn(sessionId, number))) > 0

/** The number of a turn that waits for the open one to end. */
export async function findQueued(ctx: Context, sessionId: string): Promise<number | null> {
  const [row] = await ctx.db
    .select({ number: agentTurns.number })
    .from(agentTurns)
    .where(and(eq(agentTurns.sessionId, sessionId), eq(agentTurns.status, 'queued')))
  return row?.number ?? null
}
