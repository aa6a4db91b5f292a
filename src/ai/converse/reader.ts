import type { ModelMessage, TextStreamPart, ToolSet } from 'ai'
import { ModelError } from '../error.ts'
import type { Model } from '../models.ts'
import { guessTokens, type Tokens, toTokens } from '../usage.ts'
import { createThoughtReader } from './aloud.ts'
import type { FinishReason, Part } from './part.ts'
import { type OfferedTool, toFault } from './tools.ts'

type Options = { tools: OfferedTool[]; mostCharacters: number; now(): Date }

/** Reads what the SDK tells of one call into our parts, and keeps what its end is told by. */
export function createReader({ tools, mostCharacters, now }: Options) {
  const thoughts = createThoughtReader()
  let characters = 0
  let hasText = false
  let hasCalls = false
  let firstPartAt: Date | null = null
  let end: { reason: FinishReason; tokens: Tokens } | null = null

  function* count(parts: Part[]): Generator<Part> {
    for (const part of parts) {
      firstPartAt ??= now()
      if ('delta' in part) characters += part.delta.length
      if (part.type === 'text' && part.delta.trim() !== '') hasText = true
      yield part
    }
  }

  function toParts(part: TextStreamPart<ToolSet>): Part[] {
    switch (part.type) {
      case 'text-delta':
        return thoughts.read(part.text)
      case 'text-end':
        return thoughts.end()
      case 'reasoning-delta':
        return part.text ? [{ type: 'reasoning', delta: part.text }] : []
      case 'tool-input-start':
        return [...thoughts.end(), { type: 'call-start', callId: part.id, toolName: part.toolName }]
      case 'tool-input-delta':
        return [{ type: 'call-delta', callId: part.id, delta: part.delta }]
      case 'tool-call':
        return [toCall(part)]
      default:
        return []
    }
  }

  function toCall(part: Extract<TextStreamPart<ToolSet>, { type: 'tool-call' }>): Part {
    hasCalls = true
    const { toolCallId: callId, toolName, input } = part
    if (!part.invalid) return { type: 'call', callId, toolName, input: input as Record<string, unknown> }
    return { type: 'bad-call', callId, toolName, input, error: toFault(toolName, tools, input, part.error) }
  }

  return {
    *read(part: TextStreamPart<ToolSet>): Generator<Part> {
      if (part.type === 'finish') end = { reason: part.finishReason, tokens: toTokens(part.totalUsage) }
      else yield* count(toParts(part))
    },
    hasBegun: () => firstPartAt !== null,
    /** True for one that says more than it may. */
    isOver: () => characters > mostCharacters,
    *finish({ id }: Model, messages: ModelMessage[]): Generator<Part> {
      if (!hasText && !hasCalls) throw new ModelError('unusable', `The model ${id} gave no answer.`)
      const asked = JSON.stringify(messages).length
      const guess = toTokens({ inputTokens: guessTokens(asked), outputTokens: guessTokens(characters) })
      const { reason, tokens } = end ?? { reason: 'length', tokens: guess }
      const hasUsage = tokens.inputTokens + tokens.outputTokens > 0
      yield {
        type: 'finish',
        // Some say `stop` of calls too, and of none.
        reason: hasCalls && reason === 'stop' ? 'tool-calls' : reason,
        tokens: hasUsage ? tokens : guess,
        firstPartAt: firstPartAt ?? now(),
      }
    },
  }
}
