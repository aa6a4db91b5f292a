import { and, asc, eq, inArray, isNotNull, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { centsOf, guessTokens, noTokens } from '../../../ai/usage.ts'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { findModels } from '../../organizations/service.ts'
import { cancelOpen } from '../approvals/record.ts'
import { approvals } from '../approvals/table.ts'
import { callOutcomes } from '../engine/call-outcomes.ts'
import {
  placeOfTurn,
  type Resolution,
  type SessionEvent,
  sessionEvent,
  toActionResult,
} from './log/events.ts'
import type { CallRow, SessionRow } from './model.ts'
import { endTurn, storeResult, whereSteps } from './record.ts'
import { askQuestion } from './rules.ts'
import { agentCalls, agentSteps } from './table.ts'

type CancelledTurn = { session: Pick<SessionRow, 'id' | 'organizationId'>; turn: number; by: string }

const outcomes = {
  waiting: callOutcomes.unanswered,
  requested: callOutcomes.notRun,
  begun: callOutcomes.interrupted,
}

/** Statements that cancel a turn if it is open. The batch fails on its guard if a call has changed since it was read. */
export async function cancelStatements(ctx: Context, ended: CancelledTurn): Promise<Statement[]> {
  const { session, turn } = ended
  const [calls, finished, cut] = await Promise.all([
    endCalls(ctx, ended),
    readCents(ctx, session.id, turn),
    estimateCutStep(ctx, session, turn),
  ])
  const cents = finished === null ? cut : finished + (cut ?? 0)
  const place = placeOfTurn(turn)
  const events = [...calls.events, sessionEvent('turn.cancelled', place)]
  return [...calls.statements, ...endTurn(ctx, session, place, { status: 'cancelled', events, cents })]
}

/** The events and statements that end the open calls and requests of a turn, each with its outcome for the model. */
export async function endCalls(
  ctx: Context,
  { session, turn, by }: CancelledTurn,
): Promise<{ events: SessionEvent[]; statements: Statement[] }> {
  const sessionId = session.id
  const [calls, requests] = await Promise.all([
    readOpenCalls(ctx, sessionId, turn),
    readRequests(ctx, sessionId),
  ])
  const place = placeOfTurn(turn)
  const approved = requests.filter(({ status }) => status === 'approved').map(({ callId }) => callId)
  const ended = calls.map((call) => end(call, approved.includes(call.id)))
  const unanswered = requests.filter(({ status }) => status === 'open')
  const questions = calls.filter(({ tool, status }) => tool === askQuestion && status === 'waiting')
  const resolutions = [
    ...unanswered.map(({ id }) => toCancelled(id, 'tool-approval')),
    ...questions.map(({ id }) => toCancelled(id, 'question')),
  ]
  return {
    events: [
      ...(resolutions.length > 0 ? [sessionEvent('input.resolved', { ...place, resolutions })] : []),
      ...unanswered.map(({ id }) =>
        sessionEvent('approval.settled', {
          ...place,
          requestId: id,
          outcome: 'cancelled',
          responderPrincipalId: by,
        }),
      ),
      ...ended.map(toActionResult),
    ],
    statements: [
      requireUnchanged(ctx, { sessionId, turn, calls, requests }),
      cancelOpen(ctx, sessionId),
      ...ended.map((call) => storeResult(ctx, call)),
    ],
  }
}

const toCancelled = (requestId: string, kind: Resolution['kind']): Resolution => ({
  requestId,
  kind,
  outcome: 'cancelled',
})

function end(call: CallRow, isApproved: boolean): CallRow {
  const status = call.status === 'begun' ? 'failed' : 'rejected'
  // A person has answered an approved call; it was not begun.
  const before = call.status === 'waiting' && isApproved ? 'requested' : call.status
  return { ...call, status, output: outcomes[before as keyof typeof outcomes] }
}

const unfinished = ['requested', 'waiting', 'begun'] as const

type StoredStatus = { id: string; status: string }

/** A statement that fails its batch on its guard if the calls or requests have changed since they were read. */
function requireUnchanged(
  ctx: Context,
  {
    sessionId,
    turn,
    calls,
    requests,
  }: { sessionId: string; turn: number; calls: StoredStatus[]; requests: StoredStatus[] },
): Statement {
  const { id, status } = agentCalls
  const isOther = (read: StoredStatus[], stored: SQLWrapper) => sql`
    ${JSON.stringify(read.map((each) => [each.id, each.status]))}
      is not (select json_group_array(json_array(id, status)) from (${stored}))`
  const open = ctx.db
    .select({ id, status })
    .from(agentCalls)
    .where(isOpenOf(sessionId, turn))
    .orderBy(asc(id))
  const unsettled = ctx.db
    .select({ id: approvals.id, status: approvals.status })
    .from(approvals)
    .where(isUnsettledOf(sessionId))
    .orderBy(asc(approvals.id))
  return ctx.db.run(sql`
    insert into guards (ok) select 0 where ${isOther(calls, open)} or ${isOther(requests, unsettled)}`)
}

const isOpenOf = (sessionId: string, turn: number) =>
  and(eq(agentCalls.sessionId, sessionId), eq(agentCalls.turn, turn), inArray(agentCalls.status, unfinished))

/** The calls of a turn that are not finished. */
export function readOpenCalls(ctx: Context, sessionId: string, turn: number): Promise<CallRow[]> {
  return ctx.db.select().from(agentCalls).where(isOpenOf(sessionId, turn)).orderBy(asc(agentCalls.id))
}

const readRequests = (ctx: Context, sessionId: string) =>
  ctx.db
    .select({ id: approvals.id, callId: approvals.callId, status: approvals.status })
    .from(approvals)
    .where(isUnsettledOf(sessionId))
    .orderBy(asc(approvals.id))

const isUnsettledOf = (sessionId: string) =>
  and(eq(approvals.conversationId, sessionId), inArray(approvals.status, ['open', 'approved']))

/** The cost of the finished steps of a turn; null if there are none. */
async function readCents(ctx: Context, sessionId: string, turn: number): Promise<number | null> {
  const [row] = await ctx.db
    .select({ cents: sql<number | null>`sum(${agentSteps.cents})` })
    .from(agentSteps)
    .where(and(whereSteps(sessionId, turn), isNotNull(agentSteps.finishedAt)))
  return row?.cents ?? null
}

/** The estimated cost of the step that a cancel interrupts, by what was sent and streamed; null if none runs. */
async function estimateCutStep(
  ctx: Context,
  { id, organizationId }: CancelledTurn['session'],
  turn: number,
): Promise<number | null> {
  const [step] = await ctx.db
    .select({ inputTokens: agentSteps.inputTokens })
    .from(agentSteps)
    .where(and(whereSteps(id, turn), isNull(agentSteps.finishedAt)))
  if (!step) return null
  const [[streamed], { writer }] = await Promise.all([
    ctx.db.all<{ characters: number }>(sql`
      select coalesce(sum(length(coalesce(event ->> '$.data.messageDelta', event ->> '$.data.reasoningDelta'))), 0)
        as characters
      from agent_events
      where session_id = ${id} and "index" > (
        select "index" from agent_events
        where session_id = ${id} and event like '{"type":"step.started"%' order by "index" desc limit 1)`),
    findModels(ctx, organizationId),
  ])
  const tokens = { ...noTokens, ...step, outputTokens: guessTokens(streamed?.characters ?? 0) }
  return writer && centsOf(writer, tokens)
}
