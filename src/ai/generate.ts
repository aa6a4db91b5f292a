import { createOpenAI } from '@ai-sdk/openai'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import {
  extractJsonMiddleware,
  generateText,
  jsonSchema,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
  wrapLanguageModel,
} from 'ai'
import type { Context } from '../context.ts'
import { traced } from '../tracing/active.ts'
import { findObject } from './find-object.ts'
import { limitedFetch } from './limited-fetch.ts'
import type { Model } from './models.ts'
import { toModelError } from './read-error.ts'
import { toStrictSchema } from './strict-schema.ts'
import { centsOf, type ModelUsage, toTokens } from './usage.ts'

type Question = {
  /** The system prompt; never contains foreign text. */
  instructions: string
  /** The data to work on. */
  prompt: string
  signal?: AbortSignal
  timeoutMilliseconds?: number
  /** Replaces the request to the model's endpoint. */
  fetch?: typeof fetch
}

const standardTimeout = 120_000
const maxRejectedText = 100_000

/**
 * Asks a model for an object of a schema; throws a ModelError if its answer contains none. `exactCents` is the cost
 * of the call, not rounded, for calls that are charged in groups. The request is strict and the parser lenient: the
 * object may be surrounded by thoughts, code fences and introductions, and may lack optional fields.
 */
export async function generateObject<S extends TSchema>(
  ctx: Context,
  model: Model,
  schema: S,
  question: Question,
): Promise<{ object: Static<S>; usage: ModelUsage; exactCents: number }> {
  const isAskedFor = (value: unknown): value is Static<S> => Value.Check(schema, value)
  const output = Output.object({
    // Without `validate` the SDK accepts any JSON as an object of the schema.
    schema: jsonSchema<Static<S>>(toStrictSchema(schema), {
      validate: (value) =>
        isAskedFor(value)
          ? { success: true, value }
          : { success: false, error: new Error('The object does not have the requested shape.') },
    }),
  })
  const patient = wrapLanguageModel({
    // `chat`, because the provider's default is the Responses API, which compatible servers do not have.
    model: createOpenAI({ ...model.endpoint, fetch: question.fetch ?? limitedFetch }).chat(model.id),
    middleware: extractJsonMiddleware({ transform: (answer) => findObject(answer, isAskedFor) }),
  })
  const timeout = AbortSignal.timeout(question.timeoutMilliseconds ?? standardTimeout)
  try {
    const ask = () =>
      generateText({
        model: patient,
        instructions: question.instructions,
        prompt: question.prompt,
        output,
        // The job queue retries; a retry here would be charged but not recorded.
        maxRetries: 0,
        abortSignal: question.signal ? AbortSignal.any([question.signal, timeout]) : timeout,
      })
    const result = await traced('model call', { 'gen_ai.request.model': model.id }, ask)
    const usage = toUsage(model, result.usage)
    ctx.metrics.model(model.id, 'answered', usage)
    return {
      object: result.output as Static<S>,
      usage,
      exactCents: centsOf(model, toTokens(result.usage)),
    }
  } catch (error) {
    question.signal?.throwIfAborted()
    const failure = toModelError(error, model.id, ctx.now())
    if (NoObjectGeneratedError.isInstance(error)) {
      if (error.usage) failure.usage = toUsage(model, error.usage)
      failure.text = error.text?.slice(0, maxRejectedText).toWellFormed() ?? null
    }
    ctx.metrics.model(model.id, 'failed', failure.usage ?? undefined)
    throw failure
  }
}

let warm: Promise<unknown> | null = null

/**
 * Makes one call with a prepared answer, once per process. The first call compiles the SDK's schemas and blocks the
 * event loop for up to 350 ms; responses that arrive meanwhile stay unread, and are lost if the process is killed.
 */
export async function warmUpModel(ctx: Context, model: Model): Promise<void> {
  warm ??= generateObject(ctx, model, Type.Object({}), {
    instructions: 'Answer with an empty object.',
    prompt: '{}',
    fetch: Object.assign(async () => Response.json(cannedAnswer), { preconnect() {} }),
  })
  await warm
}

const cannedAnswer = {
  choices: [{ index: 0, message: { role: 'assistant', content: '{}' }, finish_reason: 'stop' }],
}

function toUsage(model: Model, used: LanguageModelUsage): ModelUsage {
  const tokens = toTokens(used)
  const { inputTokens, outputTokens } = tokens
  return { model: model.id, inputTokens, outputTokens, cents: Math.max(1, Math.ceil(centsOf(model, tokens))) }
}
