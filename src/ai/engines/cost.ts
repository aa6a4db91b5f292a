import type { Reading } from './answer.ts'
import { type Price, standardPrice } from './engine.ts'

/** Cents of an answer, not rounded: what the endpoint says it costs, else tokens and searches by the price (contract 18.2). */
export function centsOf({ cost, tokens, searches }: Reading, price: Price | null): number {
  if (cost !== null) return cost * 100
  const { input, output, cacheRead, cacheWrite, perSearch } = price ?? standardPrice
  const fresh = Math.max(0, tokens.input - tokens.cacheRead - tokens.cacheWrite)
  const dollarsPerMillion =
    fresh * input + tokens.cacheRead * cacheRead + tokens.cacheWrite * cacheWrite + tokens.output * output
  return (dollarsPerMillion / 1_000_000 + searches * perSearch) * 100
}
