import type { Config } from '../config.ts'
import { readCatalog } from './engines/catalog.ts'
import { type Engine, type Price, standardPrice, type Zdr } from './engines/engine.ts'

export type Model = {
  id: string
  /** An OpenAI-compatible endpoint; without `baseURL`, OpenAI's own. */
  endpoint: { baseURL?: string; apiKey: string }
  /** Organizations with zero data retention use only models whose value is `all`. */
  zdr: Zdr
  price: Price
  /** Whether the model accepts a thinking level. */
  thinking: boolean
}
/** The models that write and classify; null if not configured. */
export type Models = { writer: Model | null; small: Model | null }

/** The configured models at the OpenAI-compatible endpoint. The writer is used if no small model is set. */
export function createModels(config: Config, catalog: Engine[] = readCatalog(config)): Models {
  const isConfigured = config.openaiBaseUrl !== null || config.openaiApiKey !== null
  const endpoint = {
    baseURL: config.openaiBaseUrl ?? undefined,
    // Local endpoints accept any key.
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

/**
 * A built-in entry describes only its own endpoint; an entry of ENGINES_FILE describes every model with its name.
 */
function speaksOfWriter({ isBuiltIn, baseUrl }: Engine, { openaiBaseUrl }: Config): boolean {
  return !isBuiltIn || baseUrl === (openaiBaseUrl ?? 'https://api.openai.com/v1')
}
