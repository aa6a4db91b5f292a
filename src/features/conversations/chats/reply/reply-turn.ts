import type { FinishReason, Part } from '../../../../ai/converse/part.ts'
import { describeCeiling } from '../../../../db/ceilings.ts'
import { cutOutput } from '../../../tools/tools.ts'
import type { ActiveTurn, PendingCall } from '../../engine/active-turn.ts'
import type { Call } from '../../engine/call.ts'
import { callOutcomes } from '../../engine/call-outcomes.ts'
import { toModelMessages } from '../../engine/model-messages.ts'
import { applyFrame, type CallPart, type Frame, isCall, lastStep, nameOf, pendingLead } from '../message.ts'
import type { ChatMessage } from '../model.ts'
import { describeMessage, toCall, toTurns } from '../turns.ts'
import { createBlocks, type FrameSender, newCallId, textFrames } from './frames.ts'
import { instructionsFor } from './instructions.ts'
import type { Reply } from './reply-types.ts'
import type { ReplySaver } from './save-reply.ts'

type Options = Pick<ActiveTurn, 'ctx' | 'tools' | 'meter' | 'signal' | 'startedAt'> & {
  reply: Reply
  keeper: ReplySaver
  sender: FrameSender
}

/** A reply as a turn of the engine: its calls are parts of its message, and each change is sent as a frame. */
export function createReplyTurn({ reply, keeper, sender: { send, emitAll }, ...common }: Options) {
  const { ctx } = common
  const { said, owned, chosen, thinkingLevel } = reply
  let blocks = createBlocks(said.parts.length)
  let isStepOpen = false
  let reason: FinishReason = 'stop'
  let firstPartAt: Date | null = null

  const callParts = () => said.parts.filter(isCall)
  const hasState = (id: string, state: CallPart['state']) =>
    callParts().some((part) => part.toolCallId === id && part.state === state)

  /** The frame that shows an answer to an approval. */
  function answerFrame(callId: string): Frame[] {
    const row = reply.answered.find((each) => each.callId === callId)
    if (!row || !hasState(callId, 'approval-requested')) return []
    const { id: approvalId, status, reason } = row
    const approved = status !== 'denied'
    return [{ type: 'tool-approval-response', approvalId, approved, ...(reason && { reason }) }]
  }

  async function endCall({ id: toolCallId }: Call, status: Call['status'], text: string): Promise<void> {
    const wasApproved = reply.answered.some(({ callId }) => callId === toolCallId)
    const frame: Frame =
      status === 'completed'
        ? { type: 'tool-output-available', toolCallId, output: cutOutput(text) }
        : { type: 'tool-output-error', toolCallId, errorText: text }
    await send([...answerFrame(toolCallId), frame])
    await (wasApproved ? keeper.keep() : keeper.keepSometimes())
  }

  /** Stores the waiting calls before anybody is asked. They fail if other conversations have reached the limit meanwhile. */
  async function askPerson(asked: PendingCall[]): Promise<void> {
    const opened = asked.flatMap(({ approval }) => approval ?? [])
    const prompts = opened.map(({ row }) => `- ${summarize(row.prompt)}`).join('\n')
    const before = structuredClone(said.parts)
    const frames: Frame[] = [
      ...textFrames(said, `${pendingLead}${reply.chatUrl}:\n${prompts}`),
      ...opened.map(
        ({ row }): Frame => ({
          type: 'tool-approval-request',
          approvalId: row.id,
          toolCallId: row.callId,
          reason: row.prompt,
        }),
      ),
    ]
    for (const frame of frames) applyFrame(said, frame)
    try {
      await keeper.keep(opened.flatMap(({ statements }) => statements))
    } catch (error) {
      const full = describeCeiling(error)
      if (full === null) throw error
      said.parts = before
      for (const { call } of asked) await endCall(call, 'failed', full)
      return
    }
    await emitAll(frames)
  }

  async function endStep(): Promise<void> {
    if (!isStepOpen) return
    isStepOpen = false
    await send([{ type: 'finish-step' }])
    await keeper.keep()
  }

  const turn: ActiveTurn = {
    ...common,
    conversation: { conversationKind: 'chat', conversationId: owned.chatId, turnId: null },
    sender: reply.asker,
    getModel: () => chosen.model,
    getQuestion: () => ({
      instructions: instructionsFor({ now: ctx.now(), timezone: reply.timezone }),
      messages: toModelMessages(toTurns([...reply.history, said as ChatMessage], describeMessage)),
      thinkingLevel,
    }),
    newCallId,
    toToolCall: ({ id }) => ({ callId: `${said.id}:${id}`, chatId: owned.chatId }),
    calls: () => callParts().map(toCall),
    isAnswered: () => said.parts.length > 0 && !lastStep(said.parts).some(isCall),
    readApprovals: async () => new Map(reply.answered.map((row) => [row.callId, row])),
    async beginStep() {
      isStepOpen = true
      await send([{ type: 'start-step' }])
      blocks = createBlocks(said.parts.length)
    },
    async show(part) {
      if (part.type !== 'reasoning' || reply.showsThoughts) await send(toFrames(part, blocks))
      await keeper.keepSometimes()
    },
    async storeAnswer(answer) {
      reason = answer.reason
      firstPartAt ??= answer.firstPartAt
      await send(blocks.end())
      for (const call of answer.calls)
        if (call.status === 'failed' && hasState(call.id, 'input-available'))
          await endCall(call, 'failed', call.output ?? '')
    },
    async beginCall({ id }, statements) {
      await send(answerFrame(id))
      await keeper.keep(statements)
    },
    endCall,
    askPerson,
    endStep,
  }

  return {
    turn,
    reason: () => reason,
    firstPartAt: () => firstPartAt,
    /** Shows which calls a person denied. */
    async endDenied(): Promise<void> {
      for (const { callId: toolCallId, status } of reply.answered) {
        if (status !== 'denied' || !hasState(toolCallId, 'approval-requested')) continue
        await send([...answerFrame(toolCallId), { type: 'tool-output-denied', toolCallId }])
        await keeper.keep()
      }
    },
    /** Ends the reply with a sentence of Herald, and closes what is open. */
    async interrupt(sentence: string): Promise<void> {
      firstPartAt ??= ctx.now()
      await send(blocks.end())
      for (const part of callParts()) await send(toInterrupted(part))
      await send(textFrames(said, sentence))
      await endStep()
    },
  }
}

function toFrames(part: Part, blocks: ReturnType<typeof createBlocks>): Iterable<Frame> {
  switch (part.type) {
    case 'reasoning':
    case 'text':
      return blocks.say(part.type, part.delta)
    case 'call-start':
      return [...blocks.end(), { type: 'tool-input-start', toolCallId: part.callId, toolName: part.toolName }]
    case 'call-delta':
      return [{ type: 'tool-input-delta', toolCallId: part.callId, inputTextDelta: part.delta }]
    case 'call': {
      const { callId: toolCallId, toolName, input } = part
      return [{ type: 'tool-input-available', toolCallId, toolName, input }]
    }
    case 'bad-call': {
      const { callId: toolCallId, toolName, input, error: errorText } = part
      return [{ type: 'tool-input-error', toolCallId, toolName, input, errorText, dynamic: true }]
    }
    case 'finish':
      return []
  }
}

function toInterrupted(part: CallPart): Frame[] {
  const { toolCallId, state } = part
  const errorText = callOutcomes.notRun
  if (state === 'input-available') return [{ type: 'tool-output-error', toolCallId, errorText }]
  if (state !== 'input-streaming') return []
  return [
    { type: 'tool-input-error', toolCallId, toolName: nameOf(part), input: {}, errorText, dynamic: true },
  ]
}

const maxSummary = 1000

/** A preview for the text of a reply, which the model reads again later; a long one is replaced by a summary that says so. */
function summarize(prompt: string): string {
  if (prompt.length <= maxSummary) return prompt
  const [what = ''] = prompt.split('\n', 1)
  return `${what} (Summary. Open the chat to see all ${prompt.length.toLocaleString('en')} characters of the preview.)`
}
