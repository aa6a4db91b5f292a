import type { Place } from './pages/place.ts'

export type Turn = { role: 'user' | 'assistant'; content: string }

/** Resolves the target of a redirect; null if the URL does not redirect. */
export type ResolveRedirect = (url: string, signal: AbortSignal) => Promise<string | null>

export type Question = {
  /** The system prompt; never contains foreign text. */
  instructions: string
  turns: Turn[]
  /** Whether the engine may search the web. */
  search: boolean
  /** Makes a web search mandatory, if the protocol has such an option. */
  forceSearch?: boolean
  /** Requests zero data retention, if the endpoint has such an option; for engines whose `zdr` is `some`. */
  requireZdr?: boolean
  /** Place and language for a page. Ignored by models. */
  page?: { place: Place; language: string }
  /** Resolves redirecting sources; without it at most their domains are known. */
  follow?: ResolveRedirect
  signal: AbortSignal
}

export type Source = { url: string; title: string | null; domain: string }

export type EngineAnswer = {
  text: string
  /** False if a page has no answer of an AI; the text is then empty. */
  shown: boolean
  /** Provider, place and device of a page; null for an API. Answers with different values are not compared. */
  page: string | null
  /** `stop`, `length` if it was cut off, or the endpoint's own value. */
  finishReason: string | null
  modelReported: string | null
  /** Whether it searched the web; null if the endpoint does not report it. */
  searched: boolean | null
  queries: string[]
  /** Sources cited in the answer, and sources that were only found. */
  cited: Source[]
  consulted: Source[]
  usage: { input: number; output: number; reasoning: number }
  /** Cost in cents, not rounded. */
  cents: number
}

/** A source as reported by an endpoint. */
export type FoundSource = { url: unknown; title?: unknown; domain?: unknown }

/** The content of a response, before its price is computed and its sources are normalized. */
export type ParsedAnswer = {
  text: string
  finishReason: string | null
  modelReported: string | null
  searched: boolean | null
  queries: string[]
  cited: FoundSource[]
  consulted: FoundSource[]
  tokens: { input: number; output: number; reasoning: number; cacheRead: number; cacheWrite: number }
  /** Number of billed searches. */
  searches: number
  /** Dollars, if the endpoint reports the cost. */
  cost: number | null
}
