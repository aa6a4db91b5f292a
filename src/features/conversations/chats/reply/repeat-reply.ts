import type { Context } from '../../../../context.ts'
import { conflict } from '../../../../errors.ts'
import { findEarlierResult, recordResult } from '../../../../http/idempotency.ts'
import type { Caller } from '../../../keys/model.ts'
import { type Frame, isCall, type MessagePart, nameOf, waitsForApproval } from '../message.ts'
import { isTaken, readHistory } from '../record.ts'
import { getChatRow } from '../service.ts'
import type { StartedReply } from './reply-types.ts'

/** The chat and the message of a reply. */
type Position = { chatId: string; messageId: string }

export const taken = () => conflict('A response is already being generated for this chat')

/** Statements that store which reply a call began. They fail the batch if an earlier attempt began one. */
export const recordReply = (ctx: Context, caller: Caller, position: Position) =>
  recordResult(ctx, caller, JSON.stringify(position))

/** The reply that an earlier attempt of the call began, as far as it is stored; null if none did. */
export async function findEarlierReply(ctx: Context, caller: Caller): Promise<StartedReply | null> {
  const made = await findEarlierResult(ctx, caller)
  if (made === null) return null
  const { chatId, messageId } = JSON.parse(made) as Position
  if (isTaken(await getChatRow(ctx, caller, chatId), ctx.now())) throw taken()
  const stored = (await readHistory(ctx, chatId)).find(({ id }) => id === messageId)
  const parts = (stored?.parts ?? []) as MessagePart[]
  return { chatId, frames: repeatFrames(messageId, parts, stored?.metadata) }
}

async function* repeatFrames(
  messageId: string,
  parts: MessagePart[],
  messageMetadata?: Record<string, unknown>,
): AsyncGenerator<Frame, void> {
  yield { type: 'start', messageId, ...(messageMetadata && { messageMetadata }) }
  for (const [index, part] of parts.entries()) {
    if (part.type === 'step-start' && index > 0) yield { type: 'finish-step' }
    yield* toFrames(part, index)
  }
  if (parts.length > 0) yield { type: 'finish-step' }
  yield parts.length > 0
    ? { type: 'finish', finishReason: parts.some(waitsForApproval) ? 'tool-calls' : 'stop' }
    : { type: 'error', errorText: 'The reply was interrupted. Send the message again with a new key.' }
}

function* toFrames(part: MessagePart, index: number): Generator<Frame> {
  if (isCall(part)) {
    const { toolCallId, input, approval } = part
    yield { type: 'tool-input-start', toolCallId, toolName: nameOf(part) }
    if (part.state !== 'input-streaming')
      yield { type: 'tool-input-available', toolCallId, toolName: nameOf(part), input }
    if (approval) yield { type: 'tool-approval-request', toolCallId, approvalId: approval.id }
    if (part.state === 'output-available')
      yield { type: 'tool-output-available', toolCallId, output: part.output }
    if (part.state === 'output-error')
      yield { type: 'tool-output-error', toolCallId, errorText: part.errorText ?? '' }
    if (part.state === 'output-denied') yield { type: 'tool-output-denied', toolCallId }
  } else if (part.type === 'step-start') {
    yield { type: 'start-step' }
  } else {
    const { type, text: delta } = part as { type: 'text' | 'reasoning'; text: string }
    const id = `${type}-${index}`
    yield { type: `${type}-start`, id }
    yield { type: `${type}-delta`, id, delta }
    yield { type: `${type}-end`, id }
  }
}
