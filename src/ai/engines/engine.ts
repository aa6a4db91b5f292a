/** Zero data retention of an endpoint: for all customers, for some by agreement, or for none. */
export type Zdr = 'all' | 'some' | 'none'

/** The protocols of models, and of companies that sell copies of pages that people use. */
export const modelApis = ['chat', 'responses', 'gemini', 'messages', 'conversations'] as const
export const pageApis = ['dataforseo', 'serpapi'] as const
export type ModelApi = (typeof modelApis)[number]
export type PageApi = (typeof pageApis)[number]
/** The protocol of an endpoint. */
export type Api = ModelApi | PageApi

export const isPageApi = (api: Api): api is PageApi => pageApis.some((each) => each === api)

/** Dollars per million tokens, and dollars per search. */
export type Price = {
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
  perSearch: number
}

/** An entry of the catalog: a model at an endpoint, how to ask it, and its price. */
export type Engine = {
  id: string
  /** Used as an answer engine, as writer or small model, or both. */
  kind: 'engine' | 'writer' | 'both'
  provider: string
  label: string
  /** The model's name at the endpoint, or the page that a result provider reads. */
  model: string
  /** Ends in `/v1` or similar; a protocol appends its own path. */
  baseUrl: string
  /** The environment variable with the key; null if the endpoint needs none. */
  keyVariable: string | null
  api: Api
  /** `body` is merged into requests with search, so that a new option needs no release. */
  search: { supported: boolean; body: Record<string, unknown> }
  zdr: Zdr
  /** Zero data retention while searching. */
  searchZdr: Zdr
  isDefault: boolean
  /** The release day; null if unknown. */
  released: string | null
  /** True if the model thinks before it answers, which uses more output tokens. */
  thinking: boolean
  maxOutputTokens: number
  timeoutSeconds: number
  /** Null if unknown: the standard price is used (contract 18.2). */
  price: Price | null
  /** False for entries of ENGINES_FILE. */
  isBuiltIn: boolean
}

/** For a model without a price in the catalog (contract 18.2). */
export const standardPrice: Price = { input: 1, output: 4, cacheRead: 0.1, cacheWrite: 1, perSearch: 0 }

/** A complete price: cached input costs the same as other input unless stated. */
export function toPrice(price: Partial<Price> & Pick<Price, 'input' | 'output'>): Price {
  const { input, output, cacheRead = input, cacheWrite = input, perSearch = 0 } = price
  return { input, output, cacheRead, cacheWrite, perSearch }
}

/** Default time-out and length of an answer (contract 7: Answer); thinking needs additional tokens. */
export const standardTimeoutSeconds = 180
export const answerTokens = 4096
export const thoughtTokens = 12_288
