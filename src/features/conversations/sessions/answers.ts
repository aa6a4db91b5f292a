import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { guard } from '../../../db/table.ts'
import { badRequest } from '../../../errors.ts'
import type { Caller } from '../../keys/model.ts'
import type { ApprovalRow } from '../approvals/model.ts'
import { settleApproval } from '../approvals/record.ts'
import { checkAnswer, findApproval } from '../approvals/service.ts'
import { denied } from '../engine/call-outcomes.ts'
import { readOpenCalls } from './cancel-turn.ts'
import { append } from './log/append.ts'
import {
  placeOfTurn,
  type Resolution,
  type SessionEvent,
  sessionEvent,
  toActionResult,
  waiting,
} from './log/events.ts'
import type { CallRow, InputResponse, SessionRow } from './model.ts'
import { storeResult, whereCall, whereTurn } from './record.ts'
import { askQuestion, busy } from './rules.ts'
import { agentCalls, agentTurns } from './table.ts'

/** An answer of a person to a request of a session. */
type Answer = { response: InputResponse } & (
  | { kind: 'tool-approval'; approval: ApprovalRow; approved: boolean }
  | { kind: 'question'; call: CallRow; text: string }
)

/** An answer that counts, and its call afterwards. An approved call runs when the turn continues. */
type Accepted = { answer: Answer; call: CallRow }

const decisions = new Map([
  ['approve', true],
  ['deny', false],
  ['cancel', false],
])

/** Reads an answer; 400 if there is no such request or option. */
async function readAnswer(
  ctx: Context,
  caller: Caller,
  { id: sessionId }: SessionRow,
  response: InputResponse,
): Promise<Answer> {
  const { requestId, optionId = '' } = response
  const conversation = { conversationKind: 'session', conversationId: sessionId } as const
  const approval = await findApproval(ctx, caller, conversation, requestId)
  if (approval) {
    const approved = decisions.get(optionId)
    if (approved === undefined) throw badRequest(`The request ${requestId} is answered with approve or deny`)
    return { kind: 'tool-approval', response, approval, approved }
  }
  const [call] = await ctx.db
    .select()
    .from(agentCalls)
    .where(and(whereCall({ sessionId, id: requestId }), eq(agentCalls.tool, askQuestion)))
  if (!call) throw badRequest(`There is no request ${requestId} in this session`)
  return { kind: 'question', response, call, text: readText(call, response) }
}

function readText({ id, input }: CallRow, { optionId, text }: InputResponse): string {
  if (text?.trim()) return text
  const { options = [] } = JSON.parse(input) as { options?: string[] }
  const label = options.find((_, index) => optionIdOf(index) === optionId)
  if (label !== undefined) return label
  throw badRequest(`The request ${id} is answered with one of its options, or with a text`)
}

export const optionIdOf = (index: number) => `option_${index + 1}`

/** The statements for one batch, and whether the turn continues. */
type Settled = { statements: Statement[]; accepted: number; goesOn: boolean }

/**
 * Settles the requests of a session that a person answered. Requests that were settled before are reported as ignored.
 * The turn continues when no request is open. Clients read until the session waits, so that is reported again if
 * nothing runs and no message was sent along (`isAll`).
 */
export async function settleRequests(
  ctx: Context,
  caller: Caller,
  session: SessionRow,
  turn: number,
  responses: InputResponse[],
  isAll: boolean,
): Promise<Settled> {
  const answers = await Promise.all(responses.map((each) => readAnswer(ctx, caller, session, each)))
  const counted = answers.filter((each, index) => isOpen(ctx, each) && isFirst(responses, index))
  for (const answer of counted)
    if (answer.kind === 'tool-approval') await checkAnswer(ctx, caller, answer.approval, answer)

  const open = await readOpenCalls(ctx, session.id, turn)
  const accepted = counted.map((answer) => ({ answer, call: toAnswered(answer, open) }))
  const ids = accepted.map(({ call }) => call.id)
  const isWaiting = open.some(({ id, status }) => status === 'waiting' && !ids.includes(id))
  const goesOn = accepted.length > 0 && !isWaiting
  return {
    accepted: accepted.length,
    goesOn,
    statements: [
      ...(accepted.length > 0 ? updateTurn(ctx, session.id, turn, goesOn) : []),
      ...accepted.flatMap((each) => settle(ctx, caller, each)),
      ...append(ctx, { sessionId: session.id, attempt: session.attempt }, [
        ...toEvents(caller, turn, answers, accepted),
        ...(isAll && !goesOn ? [waiting(session.id)] : []),
      ]),
    ],
  }
}

function isOpen(ctx: Context, answer: Answer): boolean {
  if (answer.kind === 'question') return answer.call.status === 'waiting'
  return answer.approval.status === 'open' && answer.approval.expiresAt > ctx.now()
}

/** The first of several answers to a request counts. */
const isFirst = (responses: InputResponse[], index: number) =>
  responses.findIndex(({ requestId }) => requestId === responses[index]?.requestId) === index

/** Statements after which the turn runs, or still waits. The batch fails on its guard if the turn does not wait. */
function updateTurn(ctx: Context, sessionId: string, turn: number, goesOn: boolean): Statement[] {
  const next = goesOn ? { status: 'running' as const, resumedAt: ctx.now() } : { status: 'waiting' as const }
  return [
    ctx.db
      .update(agentTurns)
      .set(next)
      .where(and(whereTurn(sessionId, turn), eq(agentTurns.status, 'waiting'))),
    ctx.db.run(guard),
  ]
}

function toAnswered(answer: Answer, open: CallRow[]): CallRow {
  if (answer.kind === 'question') return { ...answer.call, status: 'completed', output: answer.text }
  const call = open.find(({ id }) => id === answer.approval.callId)
  // Another request has settled it since its approval was read.
  if (!call) throw busy()
  return answer.approved ? call : { ...call, status: 'rejected', output: denied(answer.response.text) }
}

function settle(ctx: Context, caller: Caller, { answer, call }: Accepted): Statement[] {
  if (answer.kind === 'question')
    return [
      ctx.db
        .update(agentCalls)
        .set({ status: call.status, output: call.output })
        .where(and(whereCall(call), eq(agentCalls.status, 'waiting'))),
      ctx.db.run(guard),
    ]
  const { approval, approved, response } = answer
  return [
    ...settleApproval(ctx, approval.id, caller.id, { approved, reason: response.text ?? null }),
    ...(approved ? [] : [storeResult(ctx, call)]),
  ]
}

function toEvents(caller: Caller, turn: number, answers: Answer[], accepted: Accepted[]): SessionEvent[] {
  const place = placeOfTurn(turn)
  const counted = accepted.map(({ answer }) => answer)
  const resolutions = answers.map((answer): Resolution => {
    const { requestId, optionId, text } = answer.response
    const outcome = counted.includes(answer) ? outcomeOf(answer) : 'ignored'
    return { requestId, kind: answer.kind, outcome, response: { optionId, text } }
  })
  return [
    sessionEvent('input.resolved', { ...place, resolutions }),
    ...counted.flatMap((answer) =>
      answer.kind === 'question'
        ? []
        : sessionEvent('approval.settled', {
            ...place,
            requestId: answer.approval.id,
            outcome: answer.approved ? 'approved' : 'cancelled',
            responderPrincipalId: caller.id,
          }),
    ),
    ...accepted.flatMap(({ call }) => (call.status === 'waiting' ? [] : toActionResult(call))),
  ]
}

function outcomeOf(answer: Answer) {
  if (answer.kind === 'question') return 'answered'
  return answer.approved ? 'approved' : 'denied'
}
