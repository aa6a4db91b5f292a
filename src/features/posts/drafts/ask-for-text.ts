import type { TSchema } from '@sinclair/typebox'
import type { ModelUsage } from '../../../ai/generate.ts'
import { type Asking, ask, askAgain, type Fault, messagesOf, type Question } from '../../../writer/ask.ts'

type Checking<T, V> = {
  /** Checks a draft against its rules; the last one is not requested again. */
  check(draft: T, isLast: boolean): Promise<V>
  /** The question for the part alone that the faults are about; without it, everything is requested again. */
  repair?(draft: T, faults: string[]): Question<TSchema, Partial<T>>
}

/**
 * Asks for a draft, and once more when it breaks its rules or is of no use. Returns the check of the last draft, null
 * where there is none, and what the answers cost.
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

const usagesOf = (...answers: { usage: ModelUsage | null }[]) => answers.flatMap(({ usage }) => usage ?? [])
