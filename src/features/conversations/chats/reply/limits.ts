import { addTokens, guessTokens, noTokens, type Tokens } from '../../../../ai/usage.ts'
import { createRepeatCount, maxRepeats } from '../../../tools/repeats.ts'
import { toCanonicalJson } from '../../approvals/rules.ts'
import { maxMilliseconds, maxOutputTokens, maxSteps } from '../rules.ts'
import type { Reply } from './reply-types.ts'

/** Returns a function that takes every call and returns whether it is the third equal one in a row. */
export function createRepeatWatch() {
  const count = createRepeatCount()
  return (toolName: string, input: unknown): boolean =>
    count(`${toolName} ${toCanonicalJson(input)}`) >= maxRepeats
}

/** A reply reached a limit. Its last text is the message. */
export class ReachedLimit extends Error {}

/** Throws a ReachedLimit if a reply has used as much as it may. */
export function checkLimits({ steps, outputTokens, milliseconds }: Taken): void {
  if (steps >= maxSteps) throw new ReachedLimit(`I stopped here, after ${maxSteps} steps.`)
  if (outputTokens >= maxOutputTokens)
    throw new ReachedLimit(`I stopped here, after ${maxOutputTokens.toLocaleString('en')} tokens.`)
  if (milliseconds >= maxMilliseconds) throw new ReachedLimit(tookTooLong)
}

type Taken = { steps: number; outputTokens: number; milliseconds: number }
export const tookTooLong = `I stopped here, after ${maxMilliseconds / 60_000} minutes.`

export type Meter = ReturnType<typeof createMeter>

/** Counts the tokens that the steps of a reply used; those of a step that was cut off are estimated from its length. */
export function createMeter() {
  let steps = 0
  let total = noTokens
  let cut: { asked: number; said: number } | null = null
  return {
    begin(asked: number) {
      cut = { asked, said: 0 }
    },
    say(characters: number) {
      if (cut) cut.said += characters
    },
    end(tokens: Tokens) {
      cut = null
      steps++
      total = addTokens(total, tokens)
    },
    /** The number of finished steps. */
    steps: () => steps,
    total(): Tokens {
      if (!cut) return total
      const guess = { inputTokens: guessTokens(cut.asked), outputTokens: guessTokens(cut.said) }
      return addTokens(total, { ...noTokens, ...guess })
    },
  }
}

/** The tokens that a reply used before it waited for an approval. */
export function tokensIn(metadata: Record<string, unknown>): Tokens {
  const read = (name: keyof Tokens) => (typeof metadata[name] === 'number' ? metadata[name] : 0)
  return {
    inputTokens: read('inputTokens'),
    outputTokens: read('outputTokens'),
    cacheReadTokens: read('cacheReadTokens'),
    cacheWriteTokens: read('cacheWriteTokens'),
  }
}

type Times = { began: Date; firstPart: Date | null; ended: Date }

/** What the last frame of a reply says of it (contract 15.4). */
export function toFinishMetadata(
  { chosen, requestedModel, thinkingLevel }: Pick<Reply, 'chosen' | 'requestedModel' | 'thinkingLevel'>,
  { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Tokens,
  { began, firstPart, ended }: Times,
) {
  const generationDurationMs = ended.getTime() - began.getTime()
  return {
    model: chosen.id,
    requestedModel,
    thinkingLevel,
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    ttftMs: (firstPart ?? ended).getTime() - began.getTime(),
    generationDurationMs,
    tokensPerSecond:
      generationDurationMs > 0 ? Math.round((outputTokens / generationDurationMs) * 10_000) / 10 : 0,
  }
}
