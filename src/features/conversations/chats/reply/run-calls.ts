import { describeCeiling } from '../../../../db/ceilings.ts'
import { isGuardViolation } from '../../../../db/errors.ts'
import { describeError } from '../../../../explain.ts'
import { cutOutput } from '../../../tools/tools.ts'
import { countDraft, needsPerson } from '../../approvals/draft-budget.ts'
import type { ApprovalRow } from '../../approvals/model.ts'
import { findFullQueue, inputOf, openApproval, spendApproval } from '../../approvals/record.ts'
import { toCanonicalJson } from '../../approvals/rules.ts'
import { callOutcomes, toolFailed, toolGone } from '../../engine/call-outcomes.ts'
import { findRepeated } from '../../engine/repeats.ts'
import type { CallPart, Frame } from '../message.ts'
import { applyFrame, isCall, nameOf, waitingLead } from '../message.ts'
import { send, sendText } from './frames.ts'
import type { Call } from './reply-types.ts'
import type { Turn } from './save-reply.ts'

/** Runs the calls that need no approval, then asks a person for the others; returns true where calls wait for approval. */
export async function* runCalls(turn: Turn, calls: Call[]): AsyncGenerator<Frame, boolean> {
  const asked: Call[] = []
  const repeated = findRepeated(turn.reply.said.parts.filter(isCall).map(toAskedCall))
  for (const call of calls) {
    if (repeated.has(call.callId)) {
      yield* refuseCalls(turn, [call], callOutcomes.repeated)
      continue
    }
    const { effect } = call.tool
    if (await needsPerson(turn.ctx, inChat(turn), effect)) {
      asked.push(call)
      continue
    }
    if (effect === 'draft') await turn.keeper.keep([countDraft(turn.ctx, toWanted(turn, call))])
    yield* send(turn, [await run(turn, call)])
    await turn.keeper.keepSometimes()
  }
  const waiting: Shown[] = []
  for (const call of asked) {
    const full = await findFullQueue(turn.ctx, turn.reply.asker.organizationId, waiting.length)
    const { refused, ...shown } = await call.tool.preview(call.input)
    if (full !== null) yield* refuseCalls(turn, [call], full)
    else if (refused === null) waiting.push({ ...call, ...shown })
    else yield* refuseCalls(turn, [call], refused)
  }
  return waiting.length > 0 && (yield* askFor(turn, waiting))
}

const toAskedCall = (part: CallPart) => ({
  id: part.toolCallId,
  tool: nameOf(part),
  input: toCanonicalJson(part.input ?? {}),
})

const inChat = ({ reply }: Turn) => ({
  conversationKind: 'chat' as const,
  conversationId: reply.owned.chatId,
})

/** A call as approvals store it. */
const toWanted = (
  turn: Turn,
  { callId, tool, input, prompt = tool.description, subject = null }: Call & Partial<Shown>,
) => ({
  ...inChat(turn),
  ...{ callId, tool: tool.name, input, prompt, subject },
  organizationId: turn.reply.asker.organizationId,
  askedBy: turn.reply.asker.id,
})

/** A call with what a person is shown of it. */
type Shown = Call & Pick<ApprovalRow, 'prompt' | 'subject'>

/** Tells of calls that are not run why they are not. */
export function* refuseCalls(turn: Turn, calls: Call[], errorText: string): Generator<Frame> {
  for (const { callId: toolCallId } of calls)
    yield* send(turn, [{ type: 'tool-output-error', toolCallId, errorText }])
}

/** Closes the calls that a reply leaves open when it ends. */
export function* endCalls(turn: Turn, errorText: string): Generator<Frame> {
  for (const part of turn.reply.said.parts.filter(isCall)) {
    const { toolCallId, state } = part
    if (state === 'input-available') yield* send(turn, [{ type: 'tool-output-error', toolCallId, errorText }])
    if (state === 'input-streaming') {
      const call = { toolCallId, toolName: nameOf(part), input: {}, dynamic: true as const }
      yield* send(turn, [{ type: 'tool-input-error', ...call, errorText }])
    }
  }
}

/**
 * Stores calls that wait for a person before anybody hears of them, exactly as they are to run. False if other
 * conversations reached the ceiling meanwhile: then the calls are refused.
 */
async function* askFor(turn: Turn, calls: Shown[]): AsyncGenerator<Frame, boolean> {
  const { ctx, reply, keeper } = turn
  const opened = calls.map((call) => openApproval(ctx, toWanted(turn, call)))
  const what = opened.map(({ row }) => `- ${summarize(row.prompt)}`).join('\n')
  const text = `${waitingLead}${reply.chatUrl}:\n${what}`
  const before = structuredClone(reply.said.parts)
  const frames: Frame[] = [
    ...sendText(turn, text),
    ...opened.map(
      ({ row }): Frame => ({
        type: 'tool-approval-request',
        approvalId: row.id,
        toolCallId: row.callId,
        reason: row.prompt,
      }),
    ),
  ]
  for (const frame of frames.slice(-opened.length)) applyFrame(reply.said, frame)
  try {
    await keeper.keep(opened.flatMap(({ statements }) => statements))
  } catch (error) {
    const full = describeCeiling(error)
    if (full === null) throw error
    reply.said.parts = before
    yield* refuseCalls(turn, calls, full)
    return false
  }
  yield* frames
  return true
}

const maxSummary = 1000

/** A preview for the text of a reply, which the model reads again later; a long one is replaced by a summary that says so. */
function summarize(prompt: string): string {
  if (prompt.length <= maxSummary) return prompt
  const [what = ''] = prompt.split('\n', 1)
  return `${what} (Summary. Open the chat to see all ${prompt.length.toLocaleString('en')} characters of the preview.)`
}

/** Settles what was answered: what was approved runs now, once, as it was shown. */
export async function* runAnswered(turn: Turn, answered: ApprovalRow[]): AsyncGenerator<Frame> {
  for (const row of answered) {
    const call = turn.reply.said.parts.filter(isCall).find(({ approval }) => approval?.id === row.id)
    if (!call) continue
    const { id: approvalId, reason } = row
    const approved = row.status !== 'denied'
    const isNew = call.state === 'approval-requested'
    if (!isNew) continue
    const answer = { type: 'tool-approval-response' as const, approvalId, approved }
    yield* send(turn, [{ ...answer, ...(reason && { reason }) }])
    if (row.status === 'denied') yield* send(turn, [{ type: 'tool-output-denied', toolCallId: row.callId }])
    else yield* send(turn, [await runApproved(turn, row)])
    await turn.keeper.keep()
  }
}

async function runApproved(turn: Turn, row: ApprovalRow): Promise<Frame> {
  const failed = (errorText: string): Frame => ({
    type: 'tool-output-error',
    toolCallId: row.callId,
    errorText,
  })
  const tool = turn.tools.find(({ name }) => name === row.tool)
  if (row.status !== 'approved') return failed(callOutcomes.expired)
  if (!tool) return failed(toolGone(row.tool))
  try {
    await turn.keeper.keep(spendApproval(turn.ctx, row.id))
  } catch (error) {
    if (!isGuardViolation(error)) throw error
    return failed('This was run before.')
  }
  return run(turn, { callId: row.callId, tool, input: inputOf(row) }, row.subject)
}

async function run(
  { ctx, reply, signal }: Turn,
  { callId, tool, input }: Call,
  subject: ApprovalRow['subject'] = null,
): Promise<Frame> {
  try {
    const call = { callId: `${reply.said.id}:${callId}`, chatId: reply.owned.chatId, signal, subject }
    const { text, isError } = await tool.call(input, call)
    if (isError) return { type: 'tool-output-error', toolCallId: callId, errorText: text }
    return { type: 'tool-output-available', toolCallId: callId, output: cutOutput(text) }
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.error(
      { chatId: reply.owned.chatId, tool: tool.name, error: describeError(error) },
      'A tool call in a chat failed. The reply continues without its result.',
    )
    return {
      type: 'tool-output-error',
      toolCallId: callId,
      errorText: toolFailed(tool.name),
    }
  }
}
