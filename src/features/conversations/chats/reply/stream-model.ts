import { converse } from '../../../../ai/converse/converse.ts'
import type { FinishReason, Part } from '../../../../ai/converse/part.ts'
import { ReachedLimit } from '../../engine/limits.ts'
import { toModelMessages } from '../../engine/model-messages.ts'
import type { Frame } from '../message.ts'
import type { ChatMessage } from '../model.ts'
import { describeMessage, toTurns } from '../turns.ts'
import { createBlocks, newCallId, send } from './frames.ts'
import { instructionsFor } from './instructions.ts'
import type { Call } from './reply-types.ts'
import type { Turn } from './save-reply.ts'

/** What came of one call of the model. */
export type Spoken = {
  reason: FinishReason
  /** What it wants to be called, in its order. */
  calls: Call[]
  firstPartAt: Date
}

/** One call of the model: what it says is told as it comes, and what it calls is given back, to be run or asked for. */
export async function* speak(turn: Turn): AsyncGenerator<Frame, Spoken> {
  const { ctx, reply, meter, tools, modelSignal: signal } = turn
  const { said, chosen, thinkingLevel, timezone } = reply
  const messages = toModelMessages(toTurns([...reply.history, said as ChatMessage], describeMessage))
  const instructions = instructionsFor({ now: ctx.now(), timezone })
  meter.begin(instructions.length + JSON.stringify(messages).length)
  yield* send(turn, [{ type: 'start-step' }])

  const blocks = createBlocks(said.parts.length)
  const asked = { instructions, messages, tools, signal, thinkingLevel }
  try {
    return yield* tellParts(turn, blocks, converse(ctx, chosen.model, asked))
  } catch (error) {
    // What follows is a sentence of ours.
    if (error instanceof ReachedLimit) yield* send(turn, blocks.end())
    throw error
  }
}

async function* tellParts(
  turn: Turn,
  blocks: ReturnType<typeof createBlocks>,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Frame, Spoken> {
  const { tools, keeper, meter } = turn
  const { showsThoughts } = turn.reply
  const ids = new Map<string, string>()
  const calls: Call[] = []
  for await (const part of parts) {
    if ('delta' in part) meter.say(part.delta.length)
    switch (part.type) {
      case 'reasoning':
        if (showsThoughts) yield* send(turn, blocks.say(part.type, part.delta))
        break
      case 'text':
        yield* send(turn, blocks.say(part.type, part.delta))
        break
      case 'call-start': {
        yield* send(turn, blocks.end())
        const toolCallId = newCallId()
        ids.set(part.callId, toolCallId)
        yield* send(turn, [{ type: 'tool-input-start', toolCallId, toolName: part.toolName }])
        break
      }
      case 'call-delta': {
        const toolCallId = ids.get(part.callId) ?? ''
        yield* send(turn, [{ type: 'tool-input-delta', toolCallId, inputTextDelta: part.delta }])
        break
      }
      case 'call': {
        const { toolName, input } = part
        const toolCallId = ids.get(part.callId) ?? ''
        const tool = tools.find(({ name }) => name === toolName)
        if (tool) calls.push({ callId: toolCallId, tool, input })
        yield* send(turn, [{ type: 'tool-input-available', toolCallId, toolName, input }])
        break
      }
      case 'bad-call': {
        const { toolName, input, error: errorText } = part
        const toolCallId = ids.get(part.callId) ?? ''
        yield* send(turn, [
          { type: 'tool-input-error', toolCallId, toolName, input, errorText, dynamic: true },
        ])
        break
      }
      case 'finish':
        yield* send(turn, blocks.end())
        meter.end(part.tokens)
        return { reason: part.reason, calls, firstPartAt: part.firstPartAt }
    }
    turn.checkLimits()
    await keeper.keepSometimes()
  }
  throw new Error('A call of a model ends with its finish.')
}
