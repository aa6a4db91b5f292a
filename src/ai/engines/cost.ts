import type { Reading } from './answer.ts'
import { type Price, standardPrice } from './engine.ts'
import { amount, type Json, record } from './json.ts'

/** Cents of an answer, not rounded: what the endpoint says it costs, else tokens and searches by the price (contract 18.2). */
export function centsOf({ cost, tokens, searches }: Reading, price: Price | null): number {
  if (cost !== null) return cost * 100
  const { input, output, cacheRead, cacheWrite, perSearch } = price ?? standardPrice
  const fresh = Math.max(0, tokens.input - tokens.cacheRead - tokens.cacheWrite)
  const dollarsPerMillion =
    fresh * input + tokens.cacheRead * cacheRead + tokens.cacheWrite * cacheWrite + tokens.output * output
  return (dollarsPerMillion / 1_000_000 + searches * perSearch) * 100
}

/** The dollars that an endpoint says an answer cost: a number, or an object that sums it up. */
export function costOf(usage: Json): number | null {
  // xAI counts in ticks, ten billion to the dollar.
  const ticks = amount(usage.cost_in_usd_ticks)
  if (ticks !== null) return ticks / 1e10
  return amount(usage.cost) ?? amount(record(usage.cost).total_cost)
}
