import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Db, Statement } from '../../../db/client.ts'
import { once, prepareStatement } from '../../../db/prepared.ts'
import { guard } from '../../../db/table.ts'
import { agentEvents, agentSessions } from '../table.ts'
import { type SessionEvent, toLine } from './events.ts'

/** A session as one attempt of a turn holds it; an older attempt writes nothing. */
export type Fence = { sessionId: string; attempt: number }

/**
 * Statements that append what happened, with the next indexes of the session. The batch fails on its guard when another
 * attempt has begun since, or the session has ended.
 */
export function append(ctx: Context, { sessionId, attempt }: Fence, happenings: SessionEvent[]): Statement[] {
  const { insert, advance } = preparedAppend(ctx)
  const values = { sessionId, attempt, lines: toLines(ctx, happenings), count: happenings.length }
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

/** The same where the session is as `condition` says, and nothing where it is not; to stand before what changes that. */
export function appendWhere(
  ctx: Context,
  sessionId: string,
  happenings: SessionEvent[],
  condition: SQL,
): Statement[] {
  if (happenings.length === 0) return []
  const where = sql`agent_sessions.id = ${sessionId} and ${condition}`
  return [insertLines(ctx.db, toLines(ctx, happenings), where), advance(ctx.db, happenings.length, where)]
}

const toLines = (ctx: Context, happenings: SessionEvent[]) =>
  JSON.stringify(happenings.map((happening) => toLine(ctx, happening)))

const insertLines = (db: Db, lines: string | Placeholder, where: SQL) =>
  db.insert(agentEvents).select(sql`
    select agent_sessions.id, next_index + line.key, line.value
    from agent_sessions, json_each(${lines}) as line where ${where}`)

const advance = (db: Db, count: number | Placeholder, where: SQL) =>
  db
    .update(agentSessions)
    .set({ nextIndex: sql`next_index + ${count}` })
    .where(where)
