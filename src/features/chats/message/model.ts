import type { FinishReason, UIMessageChunk } from 'ai'

/** What a reader is sent: a chunk of the SDK's stream of UI messages (agents.md 1). */
export type Frame = UIMessageChunk

type Approval = { id: string; requestReason?: string; approved?: boolean; reason?: string }

export type TextPart = { type: 'text' | 'reasoning'; text: string; state: 'streaming' | 'done' }

/** A call of a tool and what became of it. */
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

/** A reply as it is kept. */
export type Said = {
  id: string
  role: 'assistant'
  parts: MessagePart[]
  metadata: Record<string, unknown>
}

export type { FinishReason }
