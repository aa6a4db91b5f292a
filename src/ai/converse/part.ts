import type { FinishReason } from 'ai'
import type { Tokens } from '../usage.ts'

export type { FinishReason }

/** What a model says, as it says it: whatever its endpoint sends, it comes in these parts and in this order. */
export type Part =
  | { type: 'text' | 'reasoning'; delta: string }
  | { type: 'call-start'; callId: string; toolName: string }
  | { type: 'call-delta'; callId: string; delta: string }
  /** A call of a tool that there is, with an input that it takes. */
  | { type: 'call'; callId: string; toolName: string; input: Record<string, unknown> }
  /** A call of none, or with an input that it does not take: the model is told and goes on. */
  | { type: 'bad-call'; callId: string; toolName: string; input: unknown; error: string }
  /** Always the last, and once; a call is to be run only where the reason is `tool-calls`. */
  | { type: 'finish'; reason: FinishReason; tokens: Tokens; firstPartAt: Date }
