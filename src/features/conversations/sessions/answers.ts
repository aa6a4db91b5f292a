import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { guard } from '../../../db/table.ts'
import { badRequest } from '../../../errors.ts'
import type { Caller } from '../../keys/model.ts'
import type { ApprovalRow } from '../approvals/model.ts'
import { answerApproval, findApproval } from '../approvals/service.ts'
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
    if (approved === undefined) throw badRequest(`Answer the request ${requestId} with approve or deny`)
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
  throw badRequest(`Answer the request ${id} with one of its options, or with a text`)
}

export const optionIdOf = (index: number) => `option_${index + 1}`

/** The statements for one batch, and whether the turn continues. */
type AppliedAnswers = { statements: Statement[]; accepted: number; goesOn: boolean }

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
): Promise<AppliedAnswers> {
  const answers = await Promise.all(responses.map((each) => readAnswer(ctx, caller, session, each)))
  const accepted: Answer[] = []
  const settling: Statement[] = []
  for (const [index, answer] of answers.entries()) {
    const statements = isFirst(responses, index) ? await settle(ctx, caller, answer) : []
    if (statements.length > 0) accepted.push(answer)
    settling.push(...statements)
  }
  const open = await readOpenCalls(ctx, session.id, turn)
  const calls = accepted.map((answer) => toAnswered(answer, open))
  const ids = calls.map(({ id }) => id)
  const isWaiting = open.some(({ id, status }) => status === 'waiting' && !ids.includes(id))
  const goesOn = accepted.length > 0 && !isWaiting
  return {
    accepted: accepted.length,
    goesOn,
    statements: [
      ...(accepted.length > 0 ? updateTurn(ctx, session.id, turn, goesOn) : []),
      ...settling,
      ...calls.filter(({ status }) => status === 'rejected').map((call) => storeResult(ctx, call)),
      ...append(ctx, { sessionId: session.id, attempt: session.attempt }, [
        ...toEvents(caller, turn, answers, accepted),
        ...calls.filter(({ status }) => status !== 'waiting').map(toActionResult),
        ...(isAll && !goesOn ? [waiting(session.id)] : []),
      ]),
    ],
  }
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

/** Statements that settle a request. None if it was settled before, or has expired. */
async function settle(ctx: Context, caller: Caller, answer: Answer): Promise<Statement[]> {
  if (answer.kind === 'tool-approval') {
    const { approval, approved, response } = answer
    const reason = response.text ?? null
    return (await answerApproval(ctx, caller, approval, { approved, reason })).statements
  }
  if (answer.call.status !== 'waiting') return []
  return [
    ctx.db
      .update(agentCalls)
      .set({ status: 'completed', output: answer.text })
      .where(and(whereCall(answer.call), eq(agentCalls.status, 'waiting'))),
    ctx.db.run(guard),
  ]
}

/** The call of a request after the answer. An approved call runs when the turn continues. */
function toAnswered(answer: Answer, open: CallRow[]): CallRow {
  if (answer.kind === 'question') return { ...answer.call, status: 'completed', output: answer.text }
  const call = open.find(({ id }) => id === answer.approval.callId)
  // Another request has settled it since its approval was read.
  if (!call) throw busy()
  return answer.approved ? call : { ...call, status: 'rejected', output: denied(answer.response.text) }
}

function toEvents(caller: Caller, turn: number, answers: Answer[], accepted: Answer[]): SessionEvent[] {
  const place = placeOfTurn(turn)
  const resolutions = answers.map((answer): Resolution => {
    const { requestId, optionId, text } = answer.response
    const outcome = accepted.includes(answer) ? outcomeOf(answer) : 'ignored'
    return { requestId, kind: answer.kind, outcome, response: { optionId, text } }
  })
  return [
    sessionEvent('input.resolved', { ...place, resolutions }),
    ...accepted.flatMap((answer) =>
      answer.kind === 'question'
        ? []
        : sessionEvent('approval.settled', {
            ...place,
            requestId: answer.approval.id,
            outcome: answer.approved ? 'approved' : 'cancelled',
            responderPrincipalId: caller.id,
          }),
    ),
  ]
}

function outcomeOf(answer: Answer) {
  if (answer.kind === 'question') return 'answered'
  return answer.approved ? 'approved' : 'denied'
}
