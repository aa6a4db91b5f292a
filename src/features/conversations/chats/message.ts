import type { FinishReason, UIMessageChunk } from 'ai'
import type { ChatMessage } from './model.ts'

/** A chunk of the SDK's UI message stream (agents.md 1). */
export type Frame = UIMessageChunk

type Approval = { id: string; requestReason?: string; approved?: boolean; reason?: string }

type TextPart = { type: 'text' | 'reasoning'; text: string; state: 'streaming' | 'done' }

/** A call of a tool and its outcome. */
export type CallPart = {
  type: `tool-${string}`
  toolCallId: string
  state:
    | 'input-streaming'
    | 'input-available'
    | 'approval-requested'
    | 'approval-responded'
    | 'output-available'
    | 'output-error'
    | 'output-denied'
  input?: unknown
  output?: unknown
  errorText?: string
  approval?: Approval
}

export type MessagePart = { type: 'step-start' } | TextPart | CallPart

/** A reply as it is stored. */
export type ReplyMessage = {
  id: string
  role: 'assistant'
  parts: MessagePart[]
  metadata: Record<string, unknown>
}

export type { FinishReason }

/** The start of the text that lists pending approvals for clients that cannot show them. */
export const pendingLead = 'Pending approval at '

export const isCall = (part: MessagePart): part is CallPart => part.type.startsWith('tool-')
export const waitsForApproval = (part: MessagePart): part is CallPart =>
  isCall(part) && part.state === 'approval-requested'
export const nameOf = ({ type }: CallPart) => type.slice('tool-'.length)

/** The parts of the last step. */
export const lastStep = (parts: MessagePart[]) =>
  parts.slice(parts.findLastIndex(({ type }) => type === 'step-start') + 1)

/** Applies a frame to the stored reply as the SDK's clients do, so that both are equal. */
export function applyFrame(said: ReplyMessage, frame: Frame): void {
  const { parts } = said
  switch (frame.type) {
    case 'start':
    case 'finish':
      Object.assign(said.metadata, frame.messageMetadata)
      return
    case 'start-step':
      parts.push({ type: 'step-start' })
      return
    case 'text-start':
      parts.push({ type: 'text', text: '', state: 'streaming' })
      return
    case 'reasoning-start':
      parts.push({ type: 'reasoning', text: '', state: 'streaming' })
      return
    case 'text-delta':
    case 'reasoning-delta':
      openText(parts).text += frame.delta
      return
    case 'text-end':
    case 'reasoning-end':
      openText(parts).state = 'done'
      return
    case 'tool-input-start': {
      const { toolCallId, toolName } = frame
      parts.push({ type: `tool-${toolName}`, toolCallId, state: 'input-streaming' })
      return
    }
    case 'tool-input-available':
      Object.assign(getCall(parts, frame.toolCallId), { state: 'input-available', input: frame.input })
      return
    case 'tool-input-error': {
      const { input, errorText } = frame
      Object.assign(getCall(parts, frame.toolCallId), { state: 'output-error', input, errorText })
      return
    }
    case 'tool-approval-request': {
      const { approvalId: id, reason: requestReason } = frame
      const approval = { id, ...(requestReason && { requestReason }) }
      Object.assign(getCall(parts, frame.toolCallId), { state: 'approval-requested', approval })
      return
    }
    case 'tool-approval-response': {
      const call = parts.filter(isCall).find(({ approval }) => approval?.id === frame.approvalId)
      const { approvalId: id, approved, reason } = frame
      if (!call) return
      call.state = 'approval-responded'
      call.approval = { ...call.approval, id, approved, ...(reason && { reason }) }
      return
    }
    case 'tool-output-available':
      Object.assign(getCall(parts, frame.toolCallId), { state: 'output-available', output: frame.output })
      return
    case 'tool-output-error':
      Object.assign(getCall(parts, frame.toolCallId), { state: 'output-error', errorText: frame.errorText })
      return
    case 'tool-output-denied':
      getCall(parts, frame.toolCallId).state = 'output-denied'
  }
}

/** At most one text is open: the last part. */
function openText(parts: MessagePart[]): TextPart {
  const part = parts.at(-1)
  if (part?.type === 'text' || part?.type === 'reasoning') return part as TextPart
  throw new Error('No text is open.')
}

function getCall(parts: MessagePart[], toolCallId: string): CallPart {
  const call = parts.filter(isCall).find((part) => part.toolCallId === toolCallId)
  if (call) return call
  throw new Error('There is no such call.')
}

/** The stored reason of an approval that a new message canceled. */
export const newMessageReason = 'A new message was sent before an answer.'

/** A message whose waiting calls are canceled by a new message; null if none of its calls waits. */
export function cancelWaiting(message: ChatMessage): ChatMessage | null {
  const parts = message.parts as MessagePart[]
  if (!parts.some(waitsForApproval)) return null
  const cancelled = parts.map((part) => {
    if (!waitsForApproval(part)) return part
    const approval = { id: '', ...part.approval, approved: false, reason: newMessageReason }
    return { ...part, state: 'output-denied' as const, approval }
  })
  return { ...message, parts: cancelled as ChatMessage['parts'] }
}
