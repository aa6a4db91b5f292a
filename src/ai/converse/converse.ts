import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, type ModelMessage } from 'ai'
// Imported from the SDK's internals because `streamText` (checks of our own prompts, ten chained streams)
// takes three times as long per token as the call itself.
import { convertToLanguageModelPrompt } from 'ai/internal'
import type { Context } from '../../context.ts'
import { createYield } from '../../jobs/yield.ts'
import { startChild } from '../../tracing/active.ts'
import { ModelError } from '../error.ts'
import { limitedStreamFetch } from '../limited-fetch.ts'
import type { Model } from '../models.ts'
import { toModelError } from '../read-error.ts'
import { centsOf } from '../usage.ts'
import type { Part } from './part.ts'
import { createReader } from './reader.ts'
import { type OfferedTool, toFunction } from './tools.ts'

export type ThinkingLevel = 'off' | 'low' | 'medium' | 'high'

export type Question = {
  /** The system prompt; never contains foreign text. */
  instructions: string
  messages: ModelMessage[]
  tools?: OfferedTool[]
  signal: AbortSignal
  /** Sent only to models known to support it. */
  thinkingLevel?: ThinkingLevel
  /** The longest time without a token. */
  silenceMilliseconds?: number
  /** Maximum length of the answer, including reasoning and tool inputs. */
  maxCharacters?: number
}

/** An endpoint that sends nothing for this long is considered hung. */
const maxSilence = 120_000
/** About 200,000 tokens. */
const defaultMaxCharacters = 800_000

/** Spreads calls that begin together, so that running streams are not delayed. */
const turn = createYield()

/**
 * Calls a model and yields the parts of its answer as they arrive. Throws a ModelError with a sentence of ours if the
 * endpoint fails, falls silent, returns nothing or ends early, and the signal's reason if that aborts. The call ends
 * when the consumer stops reading. Nothing is retried.
 */
export async function* converse(ctx: Context, model: Model, question: Question): AsyncGenerator<Part, void> {
  const { instructions, messages, tools = [], signal } = question
  const [leaving, silence] = [new AbortController(), new AbortController()]
  const watch = () => setTimeout(() => silence.abort(), question.silenceMilliseconds ?? maxSilence)
  let timer = watch()
  const reader = createReader({
    tools,
    maxCharacters: question.maxCharacters ?? defaultMaxCharacters,
    now: ctx.now,
  })
  const span = startChild('model call', { 'gen_ai.request.model': model.id })
  try {
    await turn()
    const { stream } = await languageModel(model).doStream({
      prompt: await convertToLanguageModelPrompt({
        prompt: { instructions, messages },
        supportedUrls: {},
        download: undefined,
      }),
      tools: tools.map(toFunction),
      reasoning: model.thinking ? toEffort(question.thinkingLevel) : undefined,
      abortSignal: AbortSignal.any([signal, leaving.signal, silence.signal]),
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
    for (const part of reader.finish(model, messages)) {
      if (part.type === 'finish')
        ctx.metrics.model(model.id, 'answered', { ...part.tokens, cents: centsOf(model, part.tokens) })
      yield part
    }
  } catch (error) {
    span?.end(error)
    signal.throwIfAborted()
    ctx.metrics.model(model.id, 'failed')
    throw reader.hasBegun() && !silence.signal.aborted
      ? brokenOff(model, error)
      : toModelError(error, model.id, ctx.now())
  } finally {
    span?.end()
    clearTimeout(timer)
    leaving.abort()
  }
}

type LanguageModel = ReturnType<typeof openModel>
/** Cached as long as the model, because creating one compiles the schemas of its requests. */
const languageModels = new WeakMap<Model, LanguageModel>()

function languageModel(model: Model): LanguageModel {
  const known = languageModels.get(model) ?? openModel(model)
  languageModels.set(model, known)
  return known
}

function openModel({ id, endpoint }: Model) {
  const { baseURL = 'https://api.openai.com/v1', apiKey } = endpoint
  return createOpenAICompatible({
    name: 'endpoint',
    baseURL,
    apiKey,
    includeUsage: true,
    fetch: limitedStreamFetch,
  })(id)
}

function toEffort(level: ThinkingLevel | undefined) {
  return level === 'off' ? 'none' : level
}

/** Errors in the middle of a stream may quote anything. */
function brokenOff(model: Model, error: unknown): ModelError {
  const known = APICallError.isInstance(error) ? error.cause : error
  if (known instanceof ModelError) return known
  return new ModelError('unavailable', `The model ${model.id} stopped in the middle of its answer.`)
}
