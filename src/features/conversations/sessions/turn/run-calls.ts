import { and, eq, inArray } from 'drizzle-orm'
import type { Statement } from '../../../../db/client.ts'
import { describeError } from '../../../../explain.ts'
import type { CallResult } from '../../../tools/call.ts'
import type { Tool } from '../../../tools/tools.ts'
import { countDraft, needsPerson } from '../../approvals/draft-budget.ts'
import type { ApprovalRow } from '../../approvals/model.ts'
import { findFullQueue, inputOf, openApproval, spendApproval } from '../../approvals/record.ts'
import { approvals } from '../../approvals/table.ts'
import { isOpen } from '../../engine/call.ts'
import { callOutcomes, toolFailed, toolGone } from '../../engine/call-outcomes.ts'
import { findRepeated } from '../../engine/repeats.ts'
import { optionIdOf } from '../answers.ts'
import { type InputRequest, toAction, toActionResult } from '../log/events.ts'
import type { CallRow } from '../model.ts'
import { askQuestion } from '../rules.ts'
import { agentCalls } from '../table.ts'
import type { TurnAttempt } from './start-turn.ts'

/** What waits for a person from now on, and the statements that keep it. */
export type Asked = { requests: InputRequest[]; statements: Statement[] }

/** Runs what may be run of the calls that the model has asked for; gives what a person has to be asked first. */
export async function settleCalls(running: TurnAttempt): Promise<Asked> {
  const { history, turn } = running
  const asked: Asked = { requests: [], statements: [] }
  const own = history.calls.filter((call) => call.turn === turn.number)
  const repeated = findRepeated(own)
  const answers = await readAnswers(running, own)
  for (const call of own.filter(isOpen)) {
    running.signal.throwIfAborted()
    if (call.status === 'requested' && repeated.has(call.id))
      await end(running, call, 'failed', callOutcomes.repeated)
    else if (call.status === 'requested') await request(running, call, asked)
    else if (call.status === 'begun') await run(running, call, inputOf(call), answers.get(call.id))
    else await takeUp(running, call, answers.get(call.id))
  }
  return asked
}

/** A call that the model just asked for: it runs, or a person is asked first. */
async function request(running: TurnAttempt, call: CallRow, asked: Asked) {
  const { ctx, session, turn } = running
  const found = running.tools.find(({ name }) => name === call.tool)
  if (!found) return end(running, call, 'failed', `There is no tool ${call.tool}.`)
  if (call.tool === askQuestion) return ask(asked, running, call, toQuestion(call))
  const tool = found.tool as Tool
  const input = inputOf(call)
  const wanted = {
    organizationId: session.organizationId,
    conversationKind: 'session' as const,
    conversationId: session.id,
    turnId: running.place.turnId,
    callId: call.id,
    tool: call.tool,
    input,
    askedBy: turn.sentBy,
  }
  if (!(await needsPerson(ctx, wanted, tool.effect))) {
    if (tool.effect === 'draft') {
      const draft = { ...wanted, prompt: tool.description, subject: null }
      await begin(running, call, [countDraft(ctx, draft)])
    }
    return run(running, call, input)
  }
  const full = await findFullQueue(ctx, session.organizationId, asked.requests.length)
  if (full !== null) return end(running, call, 'failed', full)
  const { prompt, subject, refused } = await tool.preview(input)
  if (refused !== null) return end(running, call, 'failed', refused)
  const { row, statements } = openApproval(ctx, { ...wanted, prompt, subject })
  asked.statements.push(...statements)
  ask(asked, running, call, toApprovalRequest(call, row))
}

function ask(asked: Asked, { ctx }: TurnAttempt, call: CallRow, request: InputRequest) {
  asked.requests.push(request)
  asked.statements.push(ctx.db.update(agentCalls).set({ status: 'waiting' }).where(isCall(call)))
}

/** A call that has waited: what was approved is begun, once. */
async function takeUp(running: TurnAttempt, call: CallRow, approval: ApprovalRow | undefined) {
  if (!approval || approval.status === 'open') return
  if (approval.status !== 'approved') return end(running, call, 'rejected', callOutcomes.expired)
  await begin(running, call, spendApproval(running.ctx, approval.id))
  await run(running, call, inputOf(approval), approval)
}

/** Marks a call that writes as begun, so that an interruption leads to the same call again. */
async function begin({ ctx, writer }: TurnAttempt, call: CallRow, statements: Statement[]) {
  const status = 'begun' as const
  await writer.write([], [...statements, ctx.db.update(agentCalls).set({ status }).where(isCall(call))])
  call.status = status
}

/** Calls the tool; a try after an interruption is the same call, of which nothing is done twice. */
async function run(
  running: TurnAttempt,
  call: CallRow,
  input: Record<string, unknown>,
  approval?: ApprovalRow,
) {
  const tool = running.tools.find(({ name }) => name === call.tool)?.tool
  if (!tool) return end(running, call, 'failed', toolGone(call.tool))
  const { text, isError } = await callTool(running, tool, call, input, approval?.subject)
  await end(running, call, isError ? 'failed' : 'completed', text)
}

async function callTool(
  { signal, ctx }: TurnAttempt,
  tool: Tool,
  call: CallRow,
  input: Record<string, unknown>,
  subject: ApprovalRow['subject'] = null,
): Promise<Pick<CallResult, 'text' | 'isError'>> {
  try {
    return await tool.call(input, { callId: call.id, signal, subject })
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.error(
      { tool: call.tool, error: describeError(error) },
      'A tool call in an agent session failed. The turn continues without its result.',
    )
    return { text: toolFailed(call.tool), isError: true }
  }
}

/** Keeps what became of a call, and tells it, in one batch. */
async function end({ ctx, writer }: TurnAttempt, call: CallRow, status: CallRow['status'], output: string) {
  Object.assign(call, { status, output })
  await writer.write(
    [toActionResult(call)],
    [ctx.db.update(agentCalls).set({ status, output }).where(isCall(call))],
  )
}

async function readAnswers(
  { ctx, session }: TurnAttempt,
  calls: CallRow[],
): Promise<Map<string, ApprovalRow>> {
  const waiting = calls.filter(({ status }) => ['waiting', 'begun'].includes(status)).map(({ id }) => id)
  if (waiting.length === 0) return new Map()
  const rows = await ctx.db
    .select()
    .from(approvals)
    .where(and(eq(approvals.conversationId, session.id), inArray(approvals.callId, waiting)))
  return new Map(rows.map((row) => [row.callId, row]))
}

const isCall = ({ sessionId, id }: CallRow) => and(eq(agentCalls.sessionId, sessionId), eq(agentCalls.id, id))

function toApprovalRequest(call: CallRow, { id, prompt }: ApprovalRow): InputRequest {
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

function toQuestion(call: CallRow): InputRequest {
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
