import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, type ModelMessage } from 'ai'
// What its `streamText` does around a call, checks of our own prompts and ten streams in a row, takes three times what
// the call itself takes, for every token.
import { convertToLanguageModelPrompt } from 'ai/internal'
import type { Context } from '../../context.ts'
import { createYield } from '../../jobs/yield.ts'
import { ModelError } from '../error.ts'
import { limitedStreamFetch } from '../limited-fetch.ts'
import type { Model } from '../models.ts'
import { toModelError } from '../read-error.ts'
import type { Part } from './part.ts'
import { createReader } from './reader.ts'
import { type OfferedTool, toFunction } from './tools.ts'

export type ThinkingLevel = 'off' | 'low' | 'medium' | 'high'

export type Question = {
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
const maxSilence = 120_000
/** Room for 200,000 tokens. */
const maxCharacters = 800_000

/** Many calls that begin at once keep nobody waiting who is being answered. */
const turn = createYield()

/**
 * One call of a model, told part by part while it speaks. Throws a ModelError where the endpoint fails, falls silent,
 * says nothing or ends before it is done, in a sentence of ours, and the signal's own reason where it is aborted; whoever
 * stops reading ends the call. Nothing is tried twice.
 */
export async function* converse(ctx: Context, model: Model, question: Question): AsyncGenerator<Part, void> {
  const { instructions, messages, tools = [], signal } = question
  const [leaving, silence] = [new AbortController(), new AbortController()]
  const watch = () => setTimeout(() => silence.abort(), question.silenceMilliseconds ?? maxSilence)
  let timer = watch()
  const reader = createReader({
    tools,
    mostCharacters: question.mostCharacters ?? maxCharacters,
    now: ctx.now,
  })
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

type LanguageModel = ReturnType<typeof openModel>
/** Kept as long as the model: the checks of what it sends are built with it. */
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

/** What an endpoint says of its own failure in the midst of an answer may quote anything. */
function brokenOff(model: Model, error: unknown): ModelError {
  const known = APICallError.isInstance(error) ? error.cause : error
  if (known instanceof ModelError) return known
  return new ModelError('unavailable', `The model ${model.id} broke off in the middle of its answer.`)
}
