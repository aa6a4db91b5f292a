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
import { readOpenCalls, settle } from './cancel-turn.ts'
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
import { whereTurn } from './record.ts'
import { askQuestion, busy } from './rules.ts'
import { agentCalls, agentTurns } from './table.ts'

/** What an answer is about: a call that waits for approval, or a question. */
type Request =
  | { kind: 'tool-approval'; id: string; approval: ApprovalRow }
  | { kind: 'question'; id: string; call: CallRow }

/** An answer to a request that waits. */
type Answered =
  | { request: Extract<Request, { kind: 'tool-approval' }>; response: InputResponse; approved: boolean }
  | { request: Extract<Request, { kind: 'question' }>; response: InputResponse; text: string }

const approvals: Record<string, boolean> = { approve: true, deny: false, cancel: false }

/** An answer as the request takes it; 400 where it is none of its options. */
function readAnswer(request: Request, response: InputResponse): Answered {
  if (request.kind === 'question') return { request, response, text: readText(request.call, response) }
  const approved = approvals[response.optionId ?? '']
  if (approved === undefined) throw badRequest(`The request ${request.id} is answered with approve or deny`)
  return { request, response, approved }
}

function readText({ id, input }: CallRow, { optionId, text }: InputResponse): string {
  if (text?.trim()) return text
  const { options = [] } = JSON.parse(input) as { options?: string[] }
  const label = options.find((_, index) => optionIdOf(index) === optionId)
  if (label !== undefined) return label
  throw badRequest(`The request ${id} is answered with one of its options, or with a text`)
}

/** How an option of a question is called. */
export const optionIdOf = (index: number) => `option_${index + 1}`

/** What answers change: the statements for one batch, and whether the turn goes on. */
type Settled = { statements: Statement[]; accepted: number; goesOn: boolean }

/**
 * Settles what a session asked by the answers of a person. What was settled before stays as it is, and is told as
 * ignored; the turn goes on once nothing waits any more. Who answers reads on until the session waits: where nothing runs,
 * and no message comes along (`isAll`), it says so again.
 */
export async function settleRequests(
  ctx: Context,
  caller: Caller,
  session: SessionRow,
  turn: number,
  responses: InputResponse[],
  isAll: boolean,
): Promise<Settled> {
  const requests = await Promise.all(responses.map((each) => getRequest(ctx, caller, session, each)))
  const answered = responses.map((response, index) => readAnswer(requests[index] as Request, response))
  const accepted = answered.filter(
    (each, index) => isOpen(ctx, each.request) && !isSaidBefore(responses, index),
  )
  for (const each of accepted)
    if ('approved' in each) await checkAnswer(ctx, caller, each.request.approval, each)

  const open = await readOpenCalls(ctx, session.id, turn)
  const settled = accepted.map((each) => callOf(each, open))
  const rest = open.filter((call) => call.status === 'waiting' && !settled.some(({ id }) => id === call.id))
  const goesOn = accepted.length > 0 && rest.length === 0
  return {
    accepted: accepted.length,
    goesOn,
    statements: [
      ...(accepted.length > 0 ? keepTurn(ctx, session.id, turn, goesOn) : []),
      ...accepted.flatMap((each) => settleStatements(ctx, caller, each, open)),
      ...append(ctx, { sessionId: session.id, attempt: session.attempt }, [
        ...toHappenings(caller, turn, answered, accepted, open),
        ...(isAll && !goesOn ? [waiting(session.id)] : []),
      ]),
    ],
  }
}

async function getRequest(
  ctx: Context,
  caller: Caller,
  { id: conversationId }: SessionRow,
  { requestId }: InputResponse,
): Promise<Request> {
  const conversation = { conversationKind: 'session', conversationId } as const
  const approval = await findApproval(ctx, caller, conversation, requestId)
  if (approval) return { kind: 'tool-approval', id: requestId, approval }
  const [call] = await ctx.db
    .select()
    .from(agentCalls)
    .where(
      and(
        eq(agentCalls.sessionId, conversationId),
        eq(agentCalls.id, requestId),
        eq(agentCalls.tool, askQuestion),
      ),
    )
  if (call) return { kind: 'question', id: requestId, call }
  throw badRequest(`There is no request ${requestId} in this session`)
}

function isOpen(ctx: Context, request: Request): boolean {
  if (request.kind === 'question') return request.call.status === 'waiting'
  return request.approval.status === 'open' && request.approval.expiresAt > ctx.now()
}

/** Of two answers to one request the first counts. */
const isSaidBefore = (responses: InputResponse[], index: number) =>
  responses.findIndex(({ requestId }) => requestId === responses[index]?.requestId) < index

/** The turn runs again, or waits for the rest; the batch fails on its guard where it does not wait any more. */
function keepTurn(ctx: Context, sessionId: string, turn: number, goesOn: boolean): Statement[] {
  const next = goesOn ? { status: 'running' as const, resumedAt: ctx.now() } : { status: 'waiting' as const }
  return [
    ctx.db
      .update(agentTurns)
      .set(next)
      .where(and(whereTurn(sessionId, turn), eq(agentTurns.status, 'waiting'))),
    ctx.db.run(guard),
  ]
}

/** The call that an answer is about, as it stands then: what was approved runs when the turn goes on. */
function callOf(answered: Answered, open: CallRow[]): CallRow {
  if (answered.request.kind === 'question')
    return { ...answered.request.call, status: 'completed', output: (answered as { text: string }).text }
  const { callId } = answered.request.approval
  const call = open.find(({ id }) => id === callId)
  // Another request has settled it since its approval was read.
  if (!call) throw busy()
  const { approved, response } = answered as Extract<Answered, { approved: boolean }>
  return approved ? call : { ...call, status: 'rejected', output: denied(response.text) }
}

function settleStatements(ctx: Context, caller: Caller, answered: Answered, open: CallRow[]): Statement[] {
  const call = callOf(answered, open)
  if (!('approved' in answered))
    return [
      ctx.db
        .update(agentCalls)
        .set({ status: call.status, output: call.output })
        .where(
          and(
            eq(agentCalls.sessionId, call.sessionId),
            eq(agentCalls.id, call.id),
            eq(agentCalls.status, 'waiting'),
          ),
        ),
      ctx.db.run(guard),
    ]
  const { approved, request, response } = answered
  const answer = { approved, reason: response.text ?? null }
  return [...settleApproval(ctx, request.id, caller.id, answer), ...(approved ? [] : [settle(ctx, call)])]
}

function toHappenings(
  caller: Caller,
  turn: number,
  answered: Answered[],
  accepted: Answered[],
  open: CallRow[],
): SessionEvent[] {
  const place = placeOfTurn(turn)
  const resolutions = answered.map((each): Resolution => {
    const { optionId, text } = each.response
    return {
      requestId: each.request.id,
      kind: each.request.kind,
      outcome: accepted.includes(each) ? outcomeOf(each) : 'ignored',
      response: { optionId, text },
    }
  })
  const approvals = accepted.filter((each) => 'approved' in each)
  const calls = accepted.map((each) => callOf(each, open)).filter(({ status }) => status !== 'waiting')
  return [
    sessionEvent('input.resolved', { ...place, resolutions }),
    ...approvals.map(({ approved, request }) =>
      sessionEvent('approval.settled', {
        ...place,
        requestId: request.id,
        outcome: approved ? 'approved' : 'cancelled',
        responderPrincipalId: caller.id,
      }),
    ),
    ...calls.map(toActionResult),
  ]
}

const outcomeOf = (each: Answered) =>
  'approved' in each ? (each.approved ? 'approved' : 'denied') : 'answered'
