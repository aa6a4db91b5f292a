import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { guard } from '../../../db/table.ts'
import { type Happening, toLine } from './model.ts'

/** A session as one attempt of a turn holds it; an older attempt writes nothing. */
export type Fence = { sessionId: string; attempt: number }

/**
 * Statements that append what happened, with the next indexes of the session. The batch fails on its guard when another
 * attempt has begun since, or the session has ended.
 */
export function append(ctx: Context, { sessionId, attempt }: Fence, happenings: Happening[]): Statement[] {
  const isOurs = sql`attempt = ${attempt} and status = 'active'`
  return [...appendWhere(ctx, sessionId, happenings, isOurs), ctx.db.run(guard)]
}

/** The same where the session is as `condition` says, and nothing where it is not; to stand before what changes that. */
export function appendWhere(
  ctx: Context,
  sessionId: string,
  happenings: Happening[],
  condition: SQL,
): Statement[] {
  const lines = happenings.map((happening) => toLine(ctx, happening))
  const [only, ...others] = lines
  const where = sql`where agent_sessions.id = ${sessionId} and ${condition}`
  const values =
    others.length === 0
      ? sql`select id, next_index, ${only} from agent_sessions ${where}`
      : sql`
        select agent_sessions.id, next_index + line.key, line.value
        from agent_sessions, json_each(${JSON.stringify(lines)}) as line ${where}`
  return [
    ...(only === undefined
      ? []
      : [ctx.db.run(sql`insert into agent_events (session_id, "index", event) ${values}`)]),
    ctx.db.run(sql`update agent_sessions set next_index = next_index + ${lines.length} ${where}`),
  ]
}
