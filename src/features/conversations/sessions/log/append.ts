import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Db, Statement } from '../../../../db/client.ts'
import { once, prepareStatement } from '../../../../db/prepared.ts'
import { guard } from '../../../../db/table.ts'
import { agentEvents, agentSessions } from '../table.ts'
import { type SessionEvent, toLine } from './events.ts'

/** The session and the attempt that may write to it; an older attempt cannot. */
export type Fence = { sessionId: string; attempt: number }

/**
 * Statements that append events with the next indexes of the session. The guard fails the batch if another attempt has
 * begun since, or the session has ended.
 */
export function append(ctx: Context, { sessionId, attempt }: Fence, events: SessionEvent[]): Statement[] {
  const { insert, advance } = preparedAppend(ctx)
  const values = { sessionId, attempt, lines: toLines(ctx, events), count: events.length }
  return [insert(values), advance(values), ctx.db.run(guard)]
}

const preparedAppend = once((db) => {
  const { placeholder } = sql
  const isOurs = sql`attempt = ${placeholder('attempt')} and status = 'active'`
  const where = sql`agent_sessions.id = ${placeholder('sessionId')} and ${isOurs}`
  return {
    insert: prepareStatement(insertLines(db, placeholder('lines'), where)),
    advance: prepareStatement(advance(db, placeholder('count'), where)),
  }
})

/** Appends only if the session meets `condition`. These statements go before the one that changes it. */
export function appendWhere(
  ctx: Context,
  sessionId: string,
  events: SessionEvent[],
  condition: SQL,
): Statement[] {
  if (events.length === 0) return []
  const where = sql`agent_sessions.id = ${sessionId} and ${condition}`
  return [insertLines(ctx.db, toLines(ctx, events), where), advance(ctx.db, events.length, where)]
}

const toLines = (ctx: Context, events: SessionEvent[]) =>
  JSON.stringify(events.map((event) => toLine(ctx, event)))

const insertLines = (db: Db, lines: string | Placeholder, where: SQL) =>
  db.insert(agentEvents).select(sql`
    select agent_sessions.id, next_index + line.key, line.value
    from agent_sessions, json_each(${lines}) as line where ${where}`)

const advance = (db: Db, count: number | Placeholder, where: SQL) =>
  db
    .update(agentSessions)
    .set({ nextIndex: sql`next_index + ${count}` })
    .where(where)
