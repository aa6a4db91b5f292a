import { describeError } from '../../../explain.ts'
import type { CallResult } from '../../tools/call.ts'
import type { Tool } from '../../tools/tools.ts'
import { countDraft, needsPerson } from '../approvals/draft-budget.ts'
import type { ApprovalRow } from '../approvals/model.ts'
import { findFullQueue, inputOf, openApproval, spendApproval } from '../approvals/record.ts'
import type { ActiveTurn, PendingCall } from './active-turn.ts'
import { type Call, isOpen } from './call.ts'
import { callOutcomes, toolFailed, toolGone } from './call-outcomes.ts'
import { findRepeated } from './limits.ts'

/** Runs the open calls of a turn that may run, and asks a person about the others. */
export async function runCalls(turn: ActiveTurn): Promise<void> {
  const calls = turn.calls()
  const repeated = findRepeated(calls)
  const approvals = await turn.readApprovals()
  const asked: PendingCall[] = []
  for (const call of calls.filter(isOpen)) {
    turn.signal.throwIfAborted()
    const approval = approvals.get(call.id)
    if (call.status === 'begun') await run(turn, call, approval)
    else if (call.status === 'waiting') await resume(turn, call, approval)
    else if (repeated.has(call.id)) await turn.endCall(call, 'failed', callOutcomes.repeated)
    else asked.push(...(await start(turn, call, asked.length)))
  }
  if (asked.length > 0) await turn.askPerson(asked)
}

/** Runs a call that the model just asked for, or returns it if a person has to be asked first. */
async function start(turn: ActiveTurn, call: Call, unsaved: number): Promise<PendingCall[]> {
  const { ctx, conversation, sender } = turn
  const fail = async (output: string) => {
    await turn.endCall(call, 'failed', output)
    return []
  }
  const tool = turn.tools.find(({ name }) => name === call.tool)
  if (!tool) return fail(toolGone(call.tool))
  if (!('call' in tool)) return [{ call, approval: null }]
  const input = inputOf(call)
  const wanted = {
    ...conversation,
    ...{ callId: call.id, tool: call.tool, input },
    organizationId: sender.organizationId,
    askedBy: sender.id,
  }
  if (!(await needsPerson(ctx, conversation, tool.effect))) {
    if (tool.effect === 'draft') {
      const draft = { ...wanted, prompt: tool.description, subject: null }
      await turn.beginCall(call, [countDraft(ctx, draft)])
    }
    await run(turn, call)
    return []
  }
  const full = await findFullQueue(ctx, sender.organizationId, unsaved)
  if (full !== null) return fail(full)
  const { prompt, subject, refused } = await tool.preview(input)
  if (refused !== null) return fail(refused)
  return [{ call, approval: openApproval(ctx, { ...wanted, prompt, subject }) }]
}

/** Runs a call that waited, once, if it was approved. */
async function resume(turn: ActiveTurn, call: Call, approval: ApprovalRow | undefined): Promise<void> {
  if (!approval || approval.status === 'open') return
  if (approval.status !== 'approved') return turn.endCall(call, 'rejected', callOutcomes.expired)
  await turn.beginCall(call, spendApproval(turn.ctx, approval.id))
  await run(turn, call, approval)
}

/** Runs a call with the approved input. After an interruption the tool recognizes the same call and repeats nothing. */
async function run(turn: ActiveTurn, call: Call, approval?: ApprovalRow): Promise<void> {
  const tool = turn.tools.find(({ name }) => name === call.tool)
  if (!tool || !('call' in tool)) return turn.endCall(call, 'failed', toolGone(call.tool))
  const { text, isError } = await callTool(turn, tool, call, approval)
  await turn.endCall(call, isError ? 'failed' : 'completed', text)
}

async function callTool(
  { ctx, signal, toToolCall, conversation }: ActiveTurn,
  tool: Tool,
  call: Call,
  approval: ApprovalRow | undefined,
): Promise<Pick<CallResult, 'text' | 'isError'>> {
  try {
    const subject = approval?.subject ?? null
    return await tool.call(inputOf(approval ?? call), { ...toToolCall(call), signal, subject })
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.error(
      { ...conversation, tool: tool.name, error: describeError(error) },
      'A tool call in a conversation failed. The model continues without its result.',
    )
    return { text: toolFailed(tool.name), isError: true }
  }
}
