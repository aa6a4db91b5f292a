import { type Engine, type PageApi, toPrice } from './engine.ts'
import type { PageKind } from './pages/page-kinds.ts'

/** Pages that people use, with an id that is the same for every provider. */
const pages: Record<PageKind, Pick<Engine, 'id' | 'provider' | 'label'>> = {
  ai_overview: { id: 'google/ai-overview', provider: 'google', label: 'Google AI Overviews' },
  ai_mode: { id: 'google/ai-mode', provider: 'google', label: 'Google AI Mode' },
  chatgpt: { id: 'openai/chatgpt-page', provider: 'openai', label: 'ChatGPT page' },
  copilot: { id: 'microsoft/copilot-search', provider: 'microsoft', label: 'Bing Copilot Search' },
}

type Seller = Pick<Engine, 'baseUrl' | 'keyVariable'> & {
  /** Dollars per page. */
  prices: Partial<Record<PageKind, number>>
}

/**
 * Result providers, the preferred one first, with their prices of November 2026. They have no agreement with the owners
 * of the pages, and no zero data retention.
 */
export const sellers: Record<PageApi, Seller> = {
  // https://dataforseo.com/pricing: an overview costs a search and its loading.
  dataforseo: {
    baseUrl: 'https://api.dataforseo.com',
    keyVariable: 'DATAFORSEO_KEY',
    prices: { ai_overview: 0.004, ai_mode: 0.004, chatgpt: 0.004 },
  },
  // https://serpapi.com/pricing: at most; larger plans cost less.
  serpapi: {
    baseUrl: 'https://serpapi.com',
    keyVariable: 'SERPAPI_KEY',
    prices: { ai_overview: 0.025, ai_mode: 0.025, copilot: 0.025 },
  },
}

/** The time-out of a page; the page of ChatGPT is written while the provider waits. */
export const pageTimeoutSeconds = (model: string) => (model === 'chatgpt' ? 120 : 60)

/** The price of a page; a provider that reports its cost has precedence. */
export const pagePrice = (api: PageApi, model: string) =>
  toPrice({ input: 0, output: 0, perSearch: sellers[api].prices[model as PageKind] ?? 0 })

/** The engines that read pages. The same page may have several sellers. */
export const builtInPages: Engine[] = Object.entries(sellers).flatMap(([api, { prices, ...endpoint }]) =>
  Object.keys(prices).map(
    (model): Engine => ({
      ...pages[model as PageKind],
      ...endpoint,
      api: api as PageApi,
      model,
      kind: 'engine',
      search: { supported: false, body: {} },
      zdr: 'none',
      searchZdr: 'none',
      isDefault: false,
      released: null,
      thinking: false,
      maxOutputTokens: 1,
      timeoutSeconds: pageTimeoutSeconds(model),
      price: pagePrice(api as PageApi, model),
      isBuiltIn: true,
    }),
  ),
)
