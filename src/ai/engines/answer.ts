export type Turn = { role: 'user' | 'assistant'; content: string }

/** Finds out where an address leads; null where it leads nowhere else. */
export type Follow = (url: string, signal: AbortSignal) => Promise<string | null>

export type Question = {
  /** What the engine is to do; never holds foreign text. */
  instructions: string
  turns: Turn[]
  /** Whether it may look things up. */
  search: boolean
  /** Makes it look things up, where its wire knows how to say that. */
  forceSearch?: boolean
  /** Asks for nothing to be kept, where the endpoint has a word for it; for engines whose `zdr` is `some`. */
  requireZdr?: boolean
  /** Finds the pages behind redirecting sources; without it their domains are known at most. */
  follow?: Follow
  signal: AbortSignal
}

export type Source = { url: string; title: string | null; domain: string }

export type EngineAnswer = {
  text: string
  /** `stop`, `length` when it was cut off, or what the endpoint calls it. */
  finishReason: string | null
  modelReported: string | null
  /** Whether it looked things up; null where the endpoint does not say. */
  searched: boolean | null
  queries: string[]
  /** Sources that the answer names, and those that were only found. */
  cited: Source[]
  consulted: Source[]
  usage: { input: number; output: number; reasoning: number }
  /** What it costs, not rounded. */
  cents: number
}

/** A source as an endpoint tells it. */
export type FoundSource = { url: unknown; title?: unknown; domain?: unknown }

/** What a wire reads out of an answer, before it is priced and its sources are put in order. */
export type Reading = {
  text: string
  finishReason: string | null
  modelReported: string | null
  searched: boolean | null
  queries: string[]
  cited: FoundSource[]
  consulted: FoundSource[]
  tokens: { input: number; output: number; reasoning: number; cacheRead: number; cacheWrite: number }
  /** How many searches are paid for. */
  searches: number
  /** Dollars, where the endpoint itself tells the cost. */
  cost: number | null
}
