import { asc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../keys/model.ts'
import { getSession } from '../service.ts'
import { agentCalls, agentSteps, agentTurns } from '../table.ts'
import { writeMarkdown } from './rules.ts'

/** A session of the caller's organization as Markdown. */
export async function getMarkdown(ctx: Context, caller: Caller, id: string): Promise<string> {
  const session = await getSession(ctx, caller, id)
  const [turns, steps, calls] = await Promise.all([
    ctx.db.select().from(agentTurns).where(eq(agentTurns.sessionId, id)).orderBy(asc(agentTurns.number)),
    ctx.db
      .select()
      .from(agentSteps)
      .where(eq(agentSteps.sessionId, id))
      .orderBy(asc(agentSteps.turn), asc(agentSteps.step)),
    ctx.db.select().from(agentCalls).where(eq(agentCalls.sessionId, id)).orderBy(asc(agentCalls.id)),
  ])
  return writeMarkdown({ session, turns, steps, calls })
}
