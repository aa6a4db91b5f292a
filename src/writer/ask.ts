import type { Static, TSchema } from '@sinclair/typebox'
import { ModelError } from '../ai/error.ts'
import type { Model } from '../ai/models.ts'
import type { ModelUsage } from '../ai/usage.ts'
import { toQueue } from '../ai/wait.ts'
import type { Context } from '../context.ts'
import type { Attempt } from '../jobs/define.ts'
import { toData } from './fit-data.ts'
import { type Instructions, toText } from './voice.ts'

/** The model to call, within the steps of a job. */
export type ModelSteps = { ctx: Context; model: Model } & Pick<Attempt, 'step' | 'signal'>

export type Question<S extends TSchema, T> = {
  schema: S
  instructions: Instructions
  prompt: string
  /** The part of the object to store, for example with ids that outlive the run. */
  keep(object: Static<S>): T
  /** Continues without an answer if the model fails: the result is optional. */
  isOptional?: boolean
}

/** An answer of a model, as a step stores it; `object` is null if it was unusable. */
type Answer<T> = { object: T | null; usage: ModelUsage | null; text?: string | null }

// Some models need minutes for a changelog of 500 changes.
const answerMilliseconds = 240_000

/** Calls a model within a named step, so that a paid answer is never requested again. */
export async function ask<S extends TSchema, T>(
  { ctx, model, step, signal }: ModelSteps,
  name: string,
  { schema, instructions, prompt, keep, isOptional }: Question<S, T>,
): Promise<Answer<T>> {
  try {
    return await step<Answer<T>>(name, async () => {
      const { generateObject } = await import('../ai/generate.ts')
      try {
        const { object, usage } = await generateObject(ctx, model, schema, {
          instructions: toText(instructions),
          prompt,
          signal,
          timeoutMilliseconds: answerMilliseconds,
        })
        return { object: keep(object), usage }
      } catch (error) {
        if (!(error instanceof ModelError)) throw error
        if (error.reason !== 'unusable' && !isOptional) throw error
        return { object: null, usage: error.usage, text: error.text }
      }
    })
  } catch (error) {
    throw error instanceof ModelError ? await toQueue(ctx, step, error) : error
  }
}

/** An error in a draft: a sentence that the model can act on, optionally with details. */
export type Fault = string | { message: string }

/** The sentences of faults. */
export const messagesOf = (faults: Fault[]): string[] =>
  faults.map((fault) => (typeof fault === 'string' ? fault : fault.message))

type CheckedRequest<T, V> = {
  /** Checks a draft against its rules; the last one is not requested again. */
  check(draft: T, isLast: boolean): Promise<V>
  /** The question for only the part with errors; without it, the whole draft is requested again. */
  repair?(draft: T, faults: string[]): Question<TSchema, Partial<T>>
}

/**
 * Requests a draft, and a second one if it breaks its rules or is unusable. Returns the check of the last draft (null
 * if there is none) and the cost of the answers.
 */
export async function askForText<S extends TSchema, T extends object, V extends { faults: Fault[] }>(
  asking: ModelSteps,
  question: Question<S, T>,
  { check, repair }: CheckedRequest<T, V>,
): Promise<{ verdict: V | null; usages: ModelUsage[] }> {
  const first = await ask(asking, 'write', question)
  const draft = first.object
  const verdict = draft && (await check(draft, false))
  if (verdict?.faults.length === 0) return { verdict, usages: usagesOf(first) }

  const second = await ask(asking, 'repair', nextQuestion())
  const better = second.object ? ({ ...(repair && draft), ...second.object } as T) : draft
  return { verdict: better && (await check(better, true)), usages: usagesOf(first, second) }

  function nextQuestion(): Question<TSchema, Partial<T>> {
    if (!draft || !verdict) return question
    return repair
      ? repair(draft, messagesOf(verdict.faults))
      : { ...question, prompt: askAgain(question.prompt, draft, messagesOf(verdict.faults)) }
  }
}

/** The error for an answer that cannot be parsed. */
export const unusable = 'It is not the JSON object that was asked for, or breaks off before its end.'

/** The prompt after a rejected answer: its errors, and the answer itself as data. */
export function askAgain(prompt: string, answer: unknown, faults: string[]): string {
  return [
    prompt,
    'Your previous answer cannot be used. Correct what is listed, keep the rest and answer again in full.',
    faults.map((fault) => `- ${fault}`).join('\n'),
    `<previous-answer>\n${toData(answer)}\n</previous-answer>`,
  ].join('\n\n')
}

const usagesOf = (...answers: Answer<unknown>[]) => answers.flatMap(({ usage }) => usage ?? [])
