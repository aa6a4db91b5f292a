import { asc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../keys/model.ts'
import { writeMarkdown } from '../engine/markdown.ts'
import type { TurnRow } from './model.ts'
import { getSession } from './service.ts'
import { titleOfSession } from './session-state.ts'
import { agentCalls, agentSteps, agentTurns } from './table.ts'
import { toTurns } from './turn/history.ts'

const notes: Partial<Record<TurnRow['status'], string>> = {
  failed: 'The turn failed.',
  cancelled: 'The turn was cancelled.',
}

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
  return writeMarkdown({
    title: titleOfSession(turns[0]?.message ?? null),
    createdAt: session.createdAt.toISOString(),
    turns: toTurns({ turns, steps, calls }).map((turn, index) => ({
      ...turn,
      note: notes[turns[index]?.status ?? 'completed'],
    })),
  })
}
