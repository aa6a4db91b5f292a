import type { Config } from '../config.ts'
import { type Price, readCatalog, standardPrice } from './catalog.ts'

export type Model = {
  id: string
  /** An OpenAI-compatible one; OpenAI's own without a `baseURL`. */
  endpoint: { baseURL?: string; apiKey: string }
  zeroDataRetention: boolean
  price: Price
}
/** The models that write and classify; null where none is configured. */
export type Models = { writer: Model | null; small: Model | null }

/** The models that the configuration names, at its OpenAI-compatible endpoint; the small one stands in with the writer. */
export function createModels(config: Config): Models {
  const catalog = readCatalog(config.enginesFile)
  const isConfigured = config.openaiBaseUrl !== null || config.openaiApiKey !== null
  const endpoint = {
    baseURL: config.openaiBaseUrl ?? undefined,
    // Endpoints on one's own machine take any key.
    apiKey: config.openaiApiKey ?? 'none',
  }

  function model(id: string | null): Model | null {
    if (!isConfigured || !id) return null
    const known = catalog.find((each) => each.id === id)
    return {
      id,
      endpoint,
      zeroDataRetention: known?.zeroDataRetention ?? false,
      price: known?.price ?? standardPrice,
    }
  }
  return { writer: model(config.writerModel), small: model(config.smallModel ?? config.writerModel) }
}
