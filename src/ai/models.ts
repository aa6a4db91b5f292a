import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModel } from 'ai'
import type { Config } from '../config.ts'
import { type Price, readCatalog, standardPrice } from './catalog.ts'

export type Model = {
  id: string
  language: Exclude<LanguageModel, string>
  zeroDataRetention: boolean
  price: Price
}
/** The models that write and classify; null where none is configured. */
export type Models = { writer: Model | null; small: Model | null }

/** The models that the configuration names, at its OpenAI-compatible endpoint; the small one stands in with the writer. */
export function createModels(config: Config): Models {
  const catalog = readCatalog(config.enginesFile)
  const isConfigured = config.openaiBaseUrl !== null || config.openaiApiKey !== null
  const endpoint = createOpenAI({
    baseURL: config.openaiBaseUrl ?? undefined,
    // Endpoints on one's own machine take any key.
    apiKey: config.openaiApiKey ?? 'none',
  })

  function model(id: string | null): Model | null {
    if (!isConfigured || !id) return null
    const known = catalog.find((each) => each.id === id)
    // `chat`, since plain `endpoint(id)` speaks the Responses API, which compatible servers do not have.
    return {
      id,
      language: endpoint.chat(id),
      zeroDataRetention: known?.zeroDataRetention ?? false,
      price: known?.price ?? standardPrice,
    }
  }
  return { writer: model(config.writerModel), small: model(config.smallModel ?? config.writerModel) }
}
