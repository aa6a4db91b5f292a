import { and, asc, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { guard } from '../../../db/table.ts'
import { whereConversation } from '../approvals/record.ts'
import { approvals } from '../approvals/table.ts'
import { cancelStatements } from './cancel-turn.ts'
import { appendWhere } from './log/append.ts'
import { numberOf, sessionEvent } from './log/events.ts'
import { listenersOf } from './log/listeners.ts'
import type { SessionRow } from './model.ts'
import { whereTurn } from './record.ts'
import { askQuestion } from './rules.ts'
import { agentCalls, agentSessions, agentTurns } from './table.ts'

/** How long an idle session stays open, and how long an ended one is stored. */
const idleMilliseconds = 30 * 24 * 60 * 60_000
const retentionMs = idleMilliseconds
/** A statement for all rows would block other writers. */
const sessionsAtATime = 100
const eventsAtATime = 1000

/** Completes idle sessions, and cancels their turns that wait for an answer. */
export async function completeIdle(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - idleMilliseconds)
  for (;;) {
    const idle = await ctx.db
      .select()
      .from(agentSessions)
      .where(and(eq(agentSessions.status, 'active'), lt(agentSessions.updatedAt, before)))
      .orderBy(asc(agentSessions.updatedAt))
      .limit(sessionsAtATime)
    for (const session of idle) await complete(ctx, session).catch(ignoreConflict)
    if (idle.length < sessionsAtATime) return
  }
}

/** A session that continues meanwhile is not idle. */
function ignoreConflict(error: unknown) {
  if (!isGuardViolation(error)) throw error
}

async function complete(ctx: Context, session: SessionRow) {
  const { id, openTurn } = session
  const isIdle = sql`status = 'active' and open_turn is null`
  await atomically(ctx.db, [
    ...(openTurn === null
      ? []
      : await cancelStatements(ctx, { session, turn: numberOf(openTurn), by: session.startedBy })),
    ...appendWhere(ctx, id, [sessionEvent('session.completed', {})], isIdle),
    ctx.db
      .update(agentSessions)
      .set({ status: 'completed', endedAt: ctx.now(), updatedAt: ctx.now() })
      .where(and(eq(agentSessions.id, id), isIdle)),
  ])
  listenersOf(ctx).wake(id)
}

/** Deletes sessions that ended long ago, their events a thousand at a time. */
export async function removeEnded(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - retentionMs)
  for (;;) {
    const ended = await ctx.db
      .select({ id: agentSessions.id })
      .from(agentSessions)
      .where(and(inArray(agentSessions.status, ['completed', 'failed']), lt(agentSessions.updatedAt, before)))
      .limit(sessionsAtATime)
    for (const { id } of ended) await remove(ctx, id)
    if (ended.length < sessionsAtATime) return
  }
}

async function remove(ctx: Context, id: string) {
  for (let removed = eventsAtATime; removed === eventsAtATime; ) {
    const rows = await ctx.db.all(sql`
      delete from agent_events where session_id = ${id} and "index" in (
        select "index" from agent_events where session_id = ${id} order by "index" limit ${eventsAtATime})
      returning "index"`)
    removed = rows.length
  }
  await atomically(ctx.db, [
    ctx.db.delete(approvals).where(whereConversation({ conversationKind: 'session', conversationId: id })),
    ctx.db.delete(agentSessions).where(eq(agentSessions.id, id)),
  ])
}

/** Continues turns that wait for approvals when none is open any more, so that the model learns the outcome. */
export async function resumeExpired(ctx: Context, insertTurn: Insert): Promise<void> {
  const openApproval = ctx.db
    .select({ one: sql`1` })
    .from(approvals)
    .where(and(eq(approvals.conversationId, agentTurns.sessionId), eq(approvals.status, 'open')))
  const openQuestion = ctx.db
    .select({ one: sql`1` })
    .from(agentCalls)
    .where(
      and(
        eq(agentCalls.sessionId, agentTurns.sessionId),
        eq(agentCalls.turn, agentTurns.number),
        eq(agentCalls.tool, askQuestion),
        eq(agentCalls.status, 'waiting'),
      ),
    )
  const waiting = await ctx.db
    .select({
      sessionId: agentSessions.id,
      organizationId: agentSessions.organizationId,
      turn: agentTurns.number,
    })
    .from(agentSessions)
    .innerJoin(
      agentTurns,
      and(
        eq(agentTurns.sessionId, agentSessions.id),
        eq(agentSessions.openTurn, sql`'turn_' || ${agentTurns.number}`),
      ),
    )
    .where(
      and(
        eq(agentSessions.status, 'active'),
        eq(agentTurns.status, 'waiting'),
        notExists(openApproval),
        notExists(openQuestion),
      ),
    )
    .limit(sessionsAtATime)
  for (const turn of waiting) await resume(ctx, turn, insertTurn)
}

type WaitingTurn = { sessionId: string; organizationId: string; turn: number }
type Insert = (ctx: Context, turn: WaitingTurn) => Statement

async function resume(ctx: Context, turn: WaitingTurn, insertTurn: Insert) {
  const statements: Statement[] = [
    ctx.db
      .update(agentTurns)
      .set({ status: 'running', resumedAt: ctx.now() })
      .where(and(whereTurn(turn.sessionId, turn.turn), eq(agentTurns.status, 'waiting'))),
    ctx.db.run(guard),
    insertTurn(ctx, turn),
  ]
  await atomically(ctx.db, statements).catch(ignoreConflict)
  ctx.jobsReady.wake()
}
