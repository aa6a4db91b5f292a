import type { Config } from '../config.ts'
import { readCatalog } from './engines/catalog.ts'
import { type Engine, type Price, standardPrice, type Zdr } from './engines/engine.ts'

export type Model = {
  id: string
  /** An OpenAI-compatible one; OpenAI's own without a `baseURL`. */
  endpoint: { baseURL?: string; apiKey: string }
  /** Where an organization wants nothing kept, only a model of `all` may be asked. */
  zdr: Zdr
  price: Price
  /** Whether it takes a word on how long to think. */
  thinking: boolean
}
/** The models that write and classify; null where none is configured. */
export type Models = { writer: Model | null; small: Model | null }

/** The models that the configuration names, at its OpenAI-compatible endpoint; the small one stands in with the writer. */
export function createModels(config: Config, catalog: Engine[] = readCatalog(config)): Models {
  const isConfigured = config.openaiBaseUrl !== null || config.openaiApiKey !== null
  const endpoint = {
    baseURL: config.openaiBaseUrl ?? undefined,
    // Endpoints on one's own machine take any key.
    apiKey: config.openaiApiKey ?? 'none',
  }
  const known = catalog.filter((entry) => entry.kind !== 'engine' && speaksOfWriter(entry, config))

  function model(id: string | null): Model | null {
    if (!isConfigured || !id) return null
    const entry = known.find((each) => each.id === id) ?? known.find((each) => each.model === id)
    return {
      id,
      endpoint,
      zdr: entry?.zdr ?? 'none',
      price: entry?.price ?? standardPrice,
      thinking: entry?.thinking ?? false,
    }
  }
  return { writer: model(config.writerModel), small: model(config.smallModel ?? config.writerModel) }
}

/** A built-in entry speaks of its own endpoint alone; one of the operator's of whatever they call by its name. */
function speaksOfWriter({ isBuiltIn, baseUrl }: Engine, { openaiBaseUrl }: Config): boolean {
  return !isBuiltIn || baseUrl === (openaiBaseUrl ?? 'https://api.openai.com/v1')
}
