import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { cancelOpen } from '../../approvals/record.ts'
import { approvals } from '../../approvals/table.ts'
import { type Happening, placeOfTurn, tell, toActionResult } from '../log/model.ts'
import type { CallRow, SessionRow } from '../model.ts'
import { endTurn } from '../record.ts'
import { askQuestion } from '../rules.ts'
import { agentCalls, agentSteps } from '../table.ts'

type Ended = { session: Pick<SessionRow, 'id' | 'organizationId'>; turn: number; by: string }

const said = {
  waiting: 'It was not done: the turn was ended before anybody answered.',
  requested: 'It was not done: the turn was ended.',
  begun: 'The turn was ended while it was being done: look what became of it before you ask again.',
}

/**
 * Statements that end a turn by a person's will where it is still open. What waits for an answer waits no longer, and the
 * model finds of each call that was not finished what is known of it.
 */
export async function cancelTurn(ctx: Context, { session, turn, by }: Ended): Promise<Statement[]> {
  const sessionId = session.id
  const [calls, requests, cents] = await Promise.all([
    readOpenCalls(ctx, sessionId, turn),
    readRequests(ctx, sessionId),
    readCents(ctx, sessionId, turn),
  ])
  const place = placeOfTurn(turn)
  const ended = calls.map((call) => end(call))
  const questions = calls.filter(({ tool, status }) => tool === askQuestion && status === 'waiting')
  const resolutions = [
    ...requests.map(({ id }) => ({
      requestId: id,
      kind: 'tool-approval' as const,
      outcome: 'cancelled' as const,
    })),
    ...questions.map(({ id }) => ({
      requestId: id,
      kind: 'question' as const,
      outcome: 'cancelled' as const,
    })),
  ]
  const told: Happening[] = [
    ...(resolutions.length > 0 ? [tell('input.resolved', { ...place, resolutions })] : []),
    ...requests.map(({ id }) =>
      tell('approval.settled', { ...place, requestId: id, outcome: 'cancelled', responderPrincipalId: by }),
    ),
    ...ended.map(toActionResult),
    tell('turn.cancelled', place),
  ]
  return [
    cancelOpen(ctx, sessionId),
    ...ended.map((call) => settle(ctx, call)),
    ...endTurn(ctx, session, place, { status: 'cancelled', told, cents }),
  ]
}

/** A statement that keeps what became of a call. */
export const settle = (ctx: Context, { sessionId, id, status, output }: CallRow): Statement =>
  ctx.db
    .update(agentCalls)
    .set({ status, output })
    .where(and(eq(agentCalls.sessionId, sessionId), eq(agentCalls.id, id)))

function end(call: CallRow): CallRow {
  const status = call.status === 'begun' ? 'failed' : 'rejected'
  return { ...call, status, output: said[call.status as keyof typeof said] }
}

/** The calls of a turn that are not finished. */
export function readOpenCalls(ctx: Context, sessionId: string, turn: number): Promise<CallRow[]> {
  return ctx.db
    .select()
    .from(agentCalls)
    .where(
      and(
        eq(agentCalls.sessionId, sessionId),
        eq(agentCalls.turn, turn),
        inArray(agentCalls.status, ['requested', 'waiting', 'begun']),
      ),
    )
}

const readRequests = (ctx: Context, sessionId: string) =>
  ctx.db
    .select({ id: approvals.id })
    .from(approvals)
    .where(and(eq(approvals.conversationId, sessionId), inArray(approvals.status, ['open', 'approved'])))

/** What the finished steps of a turn cost; null where there is none. */
async function readCents(ctx: Context, sessionId: string, turn: number): Promise<number | null> {
  const [row] = await ctx.db
    .select({ cents: sql<number | null>`sum(${agentSteps.cents})` })
    .from(agentSteps)
    .where(
      and(
        eq(agentSteps.sessionId, sessionId),
        eq(agentSteps.turn, turn),
        sql`${agentSteps.finishedAt} is not null`,
      ),
    )
  return row?.cents ?? null
}
