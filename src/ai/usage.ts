import type { LanguageModelUsage } from 'ai'
import type { Model } from './models.ts'

/** What a call used and what it costs, in whole cents rounded up, at least one (contract 18.2). */
export type ModelUsage = { model: string; inputTokens: number; outputTokens: number; cents: number }

/** What a call of a model used. */
export type Tokens = {
  inputTokens: number
  outputTokens: number
  /** Of the input, what the endpoint had kept from an earlier call, and what it keeps for a later one. */
  cacheReadTokens: number
  cacheWriteTokens: number
}

export const noTokens: Tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

/** The SDK's count of a call; what the endpoint did not tell is nothing. */
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

/** What several calls used together. */
export function addTokens(one: Tokens, other: Tokens): Tokens {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
  }
}

/** What tokens cost at a model's price, in cents and parts of one. */
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

/** An estimate of the tokens of a text, used if the endpoint does not say (writer/fit-data.ts counts the same way). */
export const guessTokens = (characters: number) => Math.ceil(characters / 4)
