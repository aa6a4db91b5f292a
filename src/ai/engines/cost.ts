import type { ParsedAnswer } from './answer.ts'
import { type Price, standardPrice } from './engine.ts'
import { amount, type Json, record } from './json.ts'

/** No answer costs more: an endpoint that reports more is wrong. */
const maxDollars = 100

/**
 * Cost of an answer in cents, not rounded: as reported by the endpoint, else computed from tokens and searches
 * (contract 18.2).
 */
export function centsOf({ cost, tokens, searches }: ParsedAnswer, price: Price | null): number {
  if (cost !== null && cost <= maxDollars) return cost * 100
  const { input, output, cacheRead, cacheWrite, perSearch } = price ?? standardPrice
  const fresh = Math.max(0, tokens.input - tokens.cacheRead - tokens.cacheWrite)
  const dollarsPerMillion =
    fresh * input + tokens.cacheRead * cacheRead + tokens.cacheWrite * cacheWrite + tokens.output * output
  return (dollarsPerMillion / 1_000_000 + searches * perSearch) * 100
}

/** The cost in dollars that an endpoint reports: a number, or an object with a total. */
export function costOf(usage: Json): number | null {
  // xAI counts in ticks, ten billion to the dollar.
  const ticks = amount(usage.cost_in_usd_ticks)
  if (ticks !== null) return ticks / 1e10
  return amount(usage.cost) ?? amount(record(usage.cost).total_cost)
}
