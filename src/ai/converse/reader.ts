import type { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelMessage } from 'ai'
import { ModelError } from '../error.ts'
import type { Model } from '../models.ts'
import { guessTokens, noTokens, type Tokens } from '../usage.ts'
import { createThoughtReader } from './inline-thoughts.ts'
import type { FinishReason, Part } from './part.ts'
import { createCallReader, type OfferedTool } from './tools.ts'

type Endpoint = ReturnType<ReturnType<typeof createOpenAICompatible>>
/** An item of the SDK's stream. */
type StreamPart =
  Awaited<ReturnType<Endpoint['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never
type StreamPartOf<T extends StreamPart['type']> = Extract<StreamPart, { type: T }>

type Options = { tools: OfferedTool[]; maxCharacters: number; now(): Date }

/** Converts the SDK's stream of one call into parts, and collects the values for its `finish` part. */
export function createReader({ tools, maxCharacters, now }: Options) {
  const thoughts = createThoughtReader()
  const readCall = createCallReader(tools)
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

  function toParts(part: StreamPart): Part[] {
    switch (part.type) {
      case 'text-delta':
        return thoughts.read(part.delta)
      case 'text-end':
        return thoughts.end()
      case 'reasoning-delta':
        return part.delta ? [{ type: 'reasoning', delta: part.delta }] : []
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

  function toCall({ toolCallId: callId, toolName, input: json }: StreamPartOf<'tool-call'>): Part {
    hasCalls = true
    const { input, fault } = readCall(toolName, json)
    if (fault !== null) return { type: 'bad-call', callId, toolName, input, error: fault }
    return { type: 'call', callId, toolName, input: input as Record<string, unknown> }
  }

  return {
    *read(part: StreamPart): Generator<Part> {
      if (part.type === 'finish') end = { reason: part.finishReason.unified, tokens: toTokens(part.usage) }
      else yield* count(toParts(part))
    },
    hasBegun: () => firstPartAt !== null,
    /** True once the answer is longer than allowed. */
    isOver: () => characters > maxCharacters,
    *finish({ id }: Model, messages: ModelMessage[]): Generator<Part> {
      if (!hasText && !hasCalls) throw new ModelError('unusable', `The model ${id} returned no response.`)
      const asked = JSON.stringify(messages).length
      const guess = { ...noTokens, inputTokens: guessTokens(asked), outputTokens: guessTokens(characters) }
      const { reason, tokens } = end ?? { reason: 'length', tokens: guess }
      const hasUsage = tokens.inputTokens + tokens.outputTokens > 0
      yield {
        type: 'finish',
        // Some endpoints report `stop` after tool calls, some report no reason.
        reason: hasCalls && reason === 'stop' ? 'tool-calls' : reason,
        tokens: hasUsage ? tokens : guess,
        firstPartAt: firstPartAt ?? now(),
      }
    },
  }
}

/** The SDK's token counts; missing counts are 0. */
function toTokens({ inputTokens, outputTokens }: StreamPartOf<'finish'>['usage']): Tokens {
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    cacheReadTokens: inputTokens.cacheRead ?? 0,
    cacheWriteTokens: inputTokens.cacheWrite ?? 0,
  }
}
