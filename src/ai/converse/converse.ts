import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type ModelMessage, streamText } from 'ai'
import type { Context } from '../../context.ts'
import { ModelError } from '../error.ts'
import type { Model } from '../models.ts'
import { toModelError } from '../read-error.ts'
import type { Part } from './part.ts'
import { createReader } from './reader.ts'
import { type OfferedTool, toToolSet } from './tools.ts'

export type ThinkingLevel = 'off' | 'low' | 'medium' | 'high'

type Question = {
  /** What the model is to do; never holds foreign text. */
  instructions: string
  messages: ModelMessage[]
  tools?: OfferedTool[]
  signal: AbortSignal
  /** Passed on where the model is known to take it. */
  thinkingLevel?: ThinkingLevel
  /** How long it may be silent. */
  silenceMilliseconds?: number
  /** How much it may say, thoughts and inputs of tools included. */
  mostCharacters?: number
}

/** An endpoint that sends nothing for so long will not send any more. */
const longestSilence = 120_000
/** Room for 200,000 tokens. */
const mostCharacters = 800_000

/**
 * One call of a model, told part by part while it speaks. Throws a ModelError where the endpoint fails, falls silent,
 * says nothing or ends before it is done, in a sentence of ours, and the signal's own reason where it is aborted; whoever
 * stops reading ends the call. Nothing is tried twice.
 */
export async function* converse(ctx: Context, model: Model, question: Question): AsyncGenerator<Part, void> {
  const { instructions, messages, tools = [], signal } = question
  const [leaving, silence] = [new AbortController(), new AbortController()]
  const watch = () => setTimeout(() => silence.abort(), question.silenceMilliseconds ?? longestSilence)
  let timer = watch()
  const reader = createReader({
    tools,
    mostCharacters: question.mostCharacters ?? mostCharacters,
    now: ctx.now,
  })
  try {
    const { stream } = streamText({
      model: languageModel(model),
      instructions,
      messages,
      tools: toToolSet(tools),
      reasoning: model.thinking ? toEffort(question.thinkingLevel) : undefined,
      // Whoever asks decides about a second try; one here would be charged and never seen.
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, leaving.signal, silence.signal]),
      // It comes as a part; the SDK would print it, the endpoint's own words included.
      onError: () => {},
    })
    for await (const part of stream) {
      clearTimeout(timer)
      if (part.type === 'error') throw part.error
      yield* reader.read(part)
      if (reader.isOver()) break
      timer = watch()
    }
    signal.throwIfAborted()
    if (silence.signal.aborted) throw silence.signal.reason
    yield* reader.finish(model, messages)
  } catch (error) {
    signal.throwIfAborted()
    throw reader.hasBegun() && !silence.signal.aborted
      ? brokenOff(model, error)
      : toModelError(error, model.id, ctx.now())
  } finally {
    clearTimeout(timer)
    leaving.abort()
  }
}

function languageModel({ id, endpoint }: Model) {
  const { baseURL = 'https://api.openai.com/v1', apiKey } = endpoint
  return createOpenAICompatible({ name: 'endpoint', baseURL, apiKey, includeUsage: true })(id)
}

function toEffort(level: ThinkingLevel | undefined) {
  return level === 'off' ? 'none' : level
}

/** What an endpoint says of its own failure in the midst of an answer may quote anything. */
function brokenOff(model: Model, error: unknown): ModelError {
  if (error instanceof ModelError) return error
  return new ModelError('unavailable', `The model ${model.id} broke off in the middle of its answer.`)
}
