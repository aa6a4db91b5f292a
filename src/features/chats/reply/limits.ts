import { addTokens, guessTokens, noTokens, type Tokens } from '../../../ai/usage.ts'
import { toCanonicalJson } from '../../approvals/rules.ts'
import { createRepeatCount, maxRepeats } from '../../tools/repeats.ts'
import type { Frame } from '../message.ts'
import { maxMilliseconds, maxOutputTokens, maxSteps } from '../rules.ts'
import type { Reply } from './reply-types.ts'

/**
 * Tells deltas of texts and thoughts as blocks that begin and end; one is open at the most. They are counted from
 * `first`, since no two of a message share an id.
 */
export function createBlocks(first: number) {
  let open: { type: 'text' | 'reasoning'; id: string } | null = null
  let next = first

  function* end(): Generator<Frame> {
    if (open) yield { type: `${open.type}-end`, id: open.id }
    open = null
  }

  return {
    end,
    *say(type: 'text' | 'reasoning', delta: string): Generator<Frame> {
      if (open?.type !== type) {
        yield* end()
        open = { type, id: `${type}-${next++}` }
        yield { type: `${type}-start`, id: open.id }
      }
      yield { type: `${type}-delta`, id: open.id, delta }
    },
  }
}

/** A function that is told every call, and tells whether it is the same one for the third time in a row. */
export function createRepeatWatch() {
  const count = createRepeatCount()
  return (toolName: string, input: unknown): boolean =>
    count(`${toolName} ${toCanonicalJson(input)}`) >= maxRepeats
}

/** An id for a call that every endpoint takes back: those of models repeat themselves, and may be anything. */
export function newCallId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => (byte % 36).toString(36)).join('')
}

/** A reply that has taken as much as one may: what it says last is the sentence. */
export class ReachedLimit extends Error {}

/** What a reply has taken by now; throws where that is as much as one may. */
export function checkLimits({ steps, outputTokens, milliseconds }: Taken): void {
  if (steps >= maxSteps) throw new ReachedLimit(`I stopped here, after ${maxSteps} steps.`)
  if (outputTokens >= maxOutputTokens)
    throw new ReachedLimit(`I stopped here, after ${maxOutputTokens.toLocaleString('en')} tokens.`)
  if (milliseconds >= maxMilliseconds) throw new ReachedLimit(tookTooLong)
}

type Taken = { steps: number; outputTokens: number; milliseconds: number }
export const tookTooLong = `I stopped here, after ${maxMilliseconds / 60_000} minutes.`

export type Meter = ReturnType<typeof createMeter>

/** Counts what the steps of a reply used; one that was cut off is guessed by its length. */
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
    /** How many came to their end. */
    steps: () => steps,
    total(): Tokens {
      if (!cut) return total
      const guess = { inputTokens: guessTokens(cut.asked), outputTokens: guessTokens(cut.said) }
      return addTokens(total, { ...noTokens, ...guess })
    },
  }
}

/** What the earlier part of a reply used that goes on after an answer. */
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
