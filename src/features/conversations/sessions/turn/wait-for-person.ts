import type { Statement } from '../../../../db/client.ts'
import type { ApprovalRow } from '../../approvals/model.ts'
import { inputOf } from '../../approvals/record.ts'
import type { PendingCall } from '../../engine/active-turn.ts'
import type { Call } from '../../engine/call.ts'
import { optionIdOf } from '../answers.ts'
import { append } from '../log/append.ts'
import { type InputRequest, type SessionEvent, sessionEvent, toAction, waiting } from '../log/events.ts'
import { whereCall, whereTurn } from '../record.ts'
import { agentCalls, agentTurns } from '../table.ts'
import type { TurnAttempt } from './start-turn.ts'

/** Statements by which a turn waits for a person, without occupying a job slot meanwhile. */
export function waitForPerson(
  { ctx, session, turn, place, history }: TurnAttempt,
  asked: PendingCall[],
): Statement[] {
  const stepIndex = history.steps.findLast((step) => step.turn === turn.number)?.step ?? 0
  const requests = asked.map(toRequest)
  const events: SessionEvent[] =
    requests.length === 0
      ? []
      : [sessionEvent('input.requested', { ...place, stepIndex, requests }), waiting(session.id)]
  return [
    ...append(ctx, { sessionId: session.id, attempt: session.attempt }, events),
    ...asked.flatMap(({ call, approval }) => [
      ...(approval?.statements ?? []),
      ctx.db
        .update(agentCalls)
        .set({ status: 'waiting' })
        .where(whereCall({ sessionId: session.id, id: call.id })),
    ]),
    ctx.db.update(agentTurns).set({ status: 'waiting' }).where(whereTurn(session.id, turn.number)),
  ]
}

const toRequest = ({ call, approval }: PendingCall): InputRequest =>
  approval ? toApprovalRequest(call, approval.row) : toQuestion(call)

function toApprovalRequest(call: Call, { id, prompt }: ApprovalRow): InputRequest {
  return {
    requestId: id,
    kind: 'tool-approval',
    prompt,
    display: 'confirmation',
    allowFreeform: false,
    options: [
      { id: 'approve', label: 'Approve', style: 'primary' },
      { id: 'deny', label: 'Deny', style: 'danger' },
    ],
    action: toAction(call),
  }
}

function toQuestion(call: Call): InputRequest {
  const { question = '', options = [] } = inputOf(call) as { question?: string; options?: string[] }
  return {
    requestId: call.id,
    kind: 'question',
    prompt: question,
    display: options.length > 0 ? 'select' : 'text',
    allowFreeform: true,
    options: options.map((label, index) => ({ id: optionIdOf(index), label })),
    action: toAction(call),
  }
}
