import type { FinishReason } from 'ai'
import type { Tokens } from '../usage.ts'

export type { FinishReason }

/** The parts of a model's answer, in this order for every endpoint. */
export type Part =
  | { type: 'text' | 'reasoning'; delta: string }
  | { type: 'call-start'; callId: string; toolName: string }
  | { type: 'call-delta'; callId: string; delta: string }
  /** A valid call of an existing tool. */
  | { type: 'call'; callId: string; toolName: string; input: Record<string, unknown> }
  /** A call of an unknown tool, or with invalid input: the model gets the error and continues. */
  | { type: 'bad-call'; callId: string; toolName: string; input: unknown; error: string }
  /** Always the last part. Calls are run only if the reason is `tool-calls`. */
  | { type: 'finish'; reason: FinishReason; tokens: Tokens; firstPartAt: Date }
