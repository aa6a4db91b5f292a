import type { LanguageModelUsage } from 'ai'
import type { Model } from './models.ts'

/** Usage and cost of a call, in whole cents rounded up, at least one (contract 18.2). */
export type ModelUsage = { model: string; inputTokens: number; outputTokens: number; cents: number }

/** Token counts of a call. */
export type Tokens = {
  inputTokens: number
  outputTokens: number
  /** Input tokens read from the endpoint's cache, and written to it. */
  cacheReadTokens: number
  cacheWriteTokens: number
}

export const noTokens: Tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

/** The SDK's token counts; missing counts are 0. */
export function toTokens({
  inputTokens,
  outputTokens,
  inputTokenDetails: details,
}: Partial<LanguageModelUsage>): Tokens {
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cacheReadTokens: details?.cacheReadTokens ?? 0,
    cacheWriteTokens: details?.cacheWriteTokens ?? 0,
  }
}

/** The sum of two usages. */
export function addTokens(one: Tokens, other: Tokens): Tokens {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
  }
}

/** The cost of tokens at a model's price, in fractional cents. */
export function centsOf({ price }: Pick<Model, 'price'>, tokens: Tokens): number {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = tokens
  const fresh = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens)
  const perMillion =
    fresh * price.input +
    cacheReadTokens * price.cacheRead +
    cacheWriteTokens * price.cacheWrite +
    outputTokens * price.output
  return perMillion / 10_000
}

/**
 * An estimate of the tokens of a text, used if the endpoint reports none (writer/fit-data.ts counts the same way).
 */
export const guessTokens = (characters: number) => Math.ceil(characters / 4)
