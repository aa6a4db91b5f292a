import type { Static, TSchema } from '@sinclair/typebox'
import { ModelError } from '../ai/error.ts'
import { generateObject, type ModelUsage } from '../ai/generate.ts'
import type { Model } from '../ai/models.ts'
import { toQueue } from '../ai/wait.ts'
import type { Context } from '../context.ts'
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
        const { object, usage } = await generateObject(ctx, model, schema, question)
        return { object: keep(object), usage }
      } catch (error) {
        if (insist || !(error instanceof ModelError) || error.reason !== 'unusable') throw error
        return { object: null, usage: null }
      }
    })
  } catch (error) {
    throw error instanceof ModelError ? await toQueue(ctx, step, error) : error
  }
}
