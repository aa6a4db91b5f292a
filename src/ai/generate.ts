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
import { findObject } from './find-object.ts'
import { limitedFetch } from './limited-fetch.ts'
import type { Model } from './models.ts'
import { toModelError } from './read-error.ts'
import { toStrictSchema } from './strict-schema.ts'
import { centsOf, type ModelUsage, toTokens } from './usage.ts'

type Question = {
  /** What the model is to do; never holds foreign text. */
  instructions: string
  /** The data that it is to do it with. */
  prompt: string
  signal?: AbortSignal
  timeoutMilliseconds?: number
  /** Answers the call instead of the model's endpoint. */
  fetch?: typeof fetch
}

const standardTimeout = 120_000
const maxRejectedText = 100_000

/**
 * Asks a model for an object of a schema; throws a ModelError when there is no such object in what it answers.
 * `exactCents` is the cost of the call, not rounded: for calls that are charged many at a time.
 * Strict in what is sent and patient with what comes back: the object may stand among thoughts, fences and prefaces,
 * and may lack fields that are optional.
 */
export async function generateObject<S extends TSchema>(
  ctx: Context,
  model: Model,
  schema: S,
  question: Question,
): Promise<{ object: Static<S>; usage: ModelUsage; exactCents: number }> {
  const isAskedFor = (value: unknown): value is Static<S> => Value.Check(schema, value)
  const output = Output.object({
    // Without `validate` the SDK would take any JSON for an object of the schema.
    schema: jsonSchema<Static<S>>(toStrictSchema(schema), {
      validate: (value) =>
        isAskedFor(value)
          ? { success: true, value }
          : { success: false, error: new Error('The object does not have the asked shape.') },
    }),
  })
  const patient = wrapLanguageModel({
    // `chat`, since the provider alone speaks the Responses API, which compatible servers do not have.
    model: createOpenAI({ ...model.endpoint, fetch: question.fetch ?? limitedFetch }).chat(model.id),
    middleware: extractJsonMiddleware({ transform: (answer) => findObject(answer, isAskedFor) }),
  })
  const timeout = AbortSignal.timeout(question.timeoutMilliseconds ?? standardTimeout)
  try {
    const result = await generateText({
      model: patient,
      instructions: question.instructions,
      prompt: question.prompt,
      output,
      // The queue retries; a retry here would be charged and never seen.
      maxRetries: 0,
      abortSignal: question.signal ? AbortSignal.any([question.signal, timeout]) : timeout,
    })
    return {
      object: result.output as Static<S>,
      usage: toUsage(model, result.usage),
      exactCents: centsOf(model, toTokens(result.usage)),
    }
  } catch (error) {
    question.signal?.throwIfAborted()
    const failure = toModelError(error, model.id, ctx.now())
    if (NoObjectGeneratedError.isInstance(error)) {
      if (error.usage) failure.usage = toUsage(model, error.usage)
      failure.text = error.text?.slice(0, maxRejectedText).toWellFormed() ?? null
    }
    throw failure
  }
}

let warm: Promise<unknown> | null = null

/**
 * Runs one call against a canned answer, once per process. The first call compiles the SDK's schemas, which blocks the
 * event loop for up to 350 ms: answers that arrive meanwhile are unread, and lost if the process is killed.
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
