import type { Static, TSchema } from '@sinclair/typebox'
import { ModelError } from '../ai/error.ts'
import type { Model } from '../ai/models.ts'
import type { ModelUsage } from '../ai/usage.ts'
import { toQueue } from '../ai/wait.ts'
import type { Context } from '../context.ts'
import type { Attempt } from '../jobs/define.ts'
import { toData } from './fit-data.ts'
import { type Instructions, toText } from './voice.ts'

/** Whom a job asks: a model, within the job's own steps. */
export type Asking = { ctx: Context; model: Model } & Pick<Attempt, 'step' | 'signal'>

export type Question<S extends TSchema, T> = {
  schema: S
  instructions: Instructions
  prompt: string
  /** What of the object is kept, for example with ids that outlive the run. */
  keep(object: Static<S>): T
  /** Goes on without an answer, whatever is wrong with the model: what is asked for can be done without. */
  isOptional?: boolean
}

/** An answer of a model, as a step keeps it; `object` is null when it was of no use. */
type Answer<T> = { object: T | null; usage: ModelUsage | null; text?: string | null }

// A changelog of 500 changes takes some models minutes.
const patienceMilliseconds = 240_000

/** Asks a model within a named step, so that an answer once paid for is never asked for again. */
export async function ask<S extends TSchema, T>(
  { ctx, model, step, signal }: Asking,
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
          timeoutMilliseconds: patienceMilliseconds,
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

/** What is wrong with a draft: a sentence that the model can act on, alone or with more about it. */
export type Fault = string | { message: string }

/** The sentences of faults. */
export const messagesOf = (faults: Fault[]): string[] =>
  faults.map((fault) => (typeof fault === 'string' ? fault : fault.message))

type Checking<T, V> = {
  /** Checks a draft against its rules; the last one is not requested again. */
  check(draft: T, isLast: boolean): Promise<V>
  /** The question for the part alone that the faults are about; without it, everything is requested again. */
  repair?(draft: T, faults: string[]): Question<TSchema, Partial<T>>
}

/**
 * Asks for a draft, and once more if it breaks its rules or is unusable. Returns the check of the last draft, null if
 * there is none, and what the answers cost.
 */
export async function askForText<S extends TSchema, T extends object, V extends { faults: Fault[] }>(
  asking: Asking,
  question: Question<S, T>,
  { check, repair }: Checking<T, V>,
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

/** What is wrong with an answer in which nothing can be read. */
export const unusable = 'It is not the JSON object that was asked for, or breaks off before its end.'

/** What follows a rejected answer: what was wrong with it, and the answer itself as data. */
export function askAgain(prompt: string, answer: unknown, faults: string[]): string {
  return [
    prompt,
    'Your previous answer cannot be used. Correct what is listed, keep the rest and answer again in full.',
    faults.map((fault) => `- ${fault}`).join('\n'),
    `<previous-answer>\n${toData(answer)}\n</previous-answer>`,
  ].join('\n\n')
}

const usagesOf = (...answers: Answer<unknown>[]) => answers.flatMap(({ usage }) => usage ?? [])
