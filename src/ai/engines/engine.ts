/** Whether an endpoint keeps nothing of what it is sent: for everyone, for those it agreed it with, or for nobody. */
export type Zdr = 'all' | 'some' | 'none'

/** The wire that an endpoint speaks. */
export type Api = 'chat' | 'responses' | 'gemini' | 'messages' | 'conversations'

/** Dollars per million tokens, and dollars of one search. */
export type Price = {
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
  perSearch: number
}

/** An entry of the catalog: a model at an endpoint, what it takes to ask it, and what it costs. */
export type Engine = {
  id: string
  /** What it may be: an answer engine, the writer or small model, or both. */
  kind: 'engine' | 'writer' | 'both'
  provider: string
  label: string
  /** What the endpoint calls it. */
  model: string
  /** Ends in `/v1` or the like; a wire adds its own path. */
  baseUrl: string
  /** The environment variable that holds the key; null where the endpoint takes none. */
  keyVariable: string | null
  api: Api
  /** `body` is merged into a request that is to search, so that a new switch needs no release. */
  search: { supported: boolean; body: Record<string, unknown> }
  zdr: Zdr
  /** The same while it searches. */
  searchZdr: Zdr
  isDefault: boolean
  /** The day it came out; null where nobody says. */
  released: string | null
  /** True when it thinks before it answers, which takes more of the tokens that it may use. */
  thinking: boolean
  maxOutputTokens: number
  timeoutSeconds: number
  /** Null where nobody says: it is taken for the standard price then (contract 18.2). */
  price: Price | null
  /** False for what the operator's own file says. */
  isBuiltIn: boolean
}

/** For a model that the catalog does not price (contract 18.2). */
export const standardPrice: Price = { input: 1, output: 4, cacheRead: 0.1, cacheWrite: 1, perSearch: 0 }

/** A price in full: what is kept for the next question costs what any input does, unless somebody says. */
export function toPrice(price: Partial<Price> & Pick<Price, 'input' | 'output'>): Price {
  const { input, output, cacheRead = input, cacheWrite = input, perSearch = 0 } = price
  return { input, output, cacheRead, cacheWrite, perSearch }
}

/** How long an answer may take, and how long it may be (contract 7: Answer); thoughts need room of their own. */
export const standardTimeoutSeconds = 180
export const answerTokens = 4096
export const thoughtTokens = 12_288
