import type { Static, TSchema } from '@sinclair/typebox'
import { extractJsonMiddleware, type LanguageModelMiddleware, wrapLanguageModel } from 'ai'
import { isPassing, ModelError } from '../ai/error.ts'
import { generateObject, type ModelUsage } from '../ai/generate.ts'
import type { Model } from '../ai/models.ts'
import type { Context } from '../context.ts'
import { giveUp, RetryAt } from '../errors.ts'
import type { Attempt } from '../jobs/define.ts'

/** An answer of a model, as a step keeps it; `object` is null when it was of no use. */
export type Answer<T> = { object: T | null; usage: ModelUsage | null }

export type Asking = { ctx: Context; model: Model; step: Attempt['step']; signal: AbortSignal }

type Question<S extends TSchema, T> = {
  schema: S
  instructions: string
  prompt: string
  /** What of the object is kept, for example with ids that outlive the run. */
  keep(object: Static<S>): T
  /** Lets the queue try again when the answer is of no use, where nothing stands in for it. */
  insist?: boolean
}

// A changelog of 500 changes takes some models minutes.
const patienceMilliseconds = 240_000
const longestWaitMilliseconds = 60 * 60 * 1000
const shortestWaitMilliseconds = 10_000

/** Asks a model within a named step, so that an answer once paid for is never asked for again. */
export async function ask<S extends TSchema, T>(
  { ctx, model, step, signal }: Asking,
  name: string,
  { schema, instructions, prompt, keep, insist }: Question<S, T>,
): Promise<Answer<T>> {
  try {
    return await step<Answer<T>>(name, async () => {
      try {
        const question = { instructions, prompt, signal, timeoutMilliseconds: patienceMilliseconds }
        const { object, usage } = await generateObject(ctx, patient(model), schema, question)
        return { object: keep(object), usage }
      } catch (error) {
        if (insist || !(error instanceof ModelError) || error.reason !== 'unusable') throw error
        return { object: null, usage: null }
      }
    })
  } catch (error) {
    throw error instanceof ModelError ? await forQueue(ctx, step, error) : error
  }
}

/** What the queue does about it: come back when the endpoint says so, try again later, or fail for good. */
async function forQueue(ctx: Context, step: Attempt['step'], error: ModelError): Promise<Error> {
  if (!isPassing(error)) return giveUp(error.message)
  if (!error.retryAt) return error
  // Waiting uses up no attempt, so it has to end by itself.
  const since = await step('rate-limited', async () => ctx.now().getTime())
  const at = Math.max(error.retryAt.getTime(), ctx.now().getTime() + shortestWaitMilliseconds)
  return at <= since + longestWaitMilliseconds ? new RetryAt(new Date(at), error.message) : error
}

/** A model whose answers may come with thoughts, fences or a preface around the object. */
function patient(model: Model): Model {
  const language = model.language as Parameters<typeof wrapLanguageModel>[0]['model']
  const middleware = [askStrictly, extractJsonMiddleware({ transform: objectIn })]
  return { ...model, language: wrapLanguageModel({ model: language, middleware }) }
}

function objectIn(text: string): string {
  const said = /^\s*[{`]/.test(text) ? text : text.replace(/^[\s\S]*?<\/think(?:ing)?>/i, '')
  const start = said.indexOf('{')
  const end = said.lastIndexOf('}')
  return start === -1 || end < start ? said : said.slice(start, end + 1)
}

/** Endpoints with strict schemas want every field required; we take answers that lack the optional ones. */
const askStrictly: LanguageModelMiddleware = {
  specificationVersion: 'v4',
  transformParams: async ({ params }) =>
    params.responseFormat?.type === 'json' && params.responseFormat.schema
      ? {
          ...params,
          responseFormat: { ...params.responseFormat, schema: strict(params.responseFormat.schema) as never },
        }
      : params,
}

function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (schema === null || typeof schema !== 'object') return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, strict(value)])
  const copy = Object.fromEntries(entries) as Record<string, unknown>
  if (copy.type !== 'object' || !copy.properties) return copy
  return { ...copy, required: Object.keys(copy.properties as object), additionalProperties: false }
}
