import type { Statement } from '../../../../db/client.ts'
import { append } from '../log/append.ts'
import { type SessionEvent, sessionEvent, waiting } from '../log/events.ts'
import { whereTurn } from '../record.ts'
import { agentTurns } from '../table.ts'
import type { Asked } from './run-calls.ts'
import type { TurnAttempt } from './start-turn.ts'

/** Statements by which a turn waits for a person, and holds no slot meanwhile. */
export function park(
  { ctx, session, turn, place, history }: TurnAttempt,
  { requests, statements }: Asked,
): Statement[] {
  const stepIndex = history.steps.findLast((step) => step.turn === turn.number)?.step ?? 0
  const told: SessionEvent[] =
    requests.length === 0
      ? []
      : [sessionEvent('input.requested', { ...place, stepIndex, requests }), waiting(session.id)]
  return [
    ...append(ctx, { sessionId: session.id, attempt: session.attempt }, told),
    ...statements,
    ctx.db.update(agentTurns).set({ status: 'waiting' }).where(whereTurn(session.id, turn.number)),
  ]
}
