import { builtInPages } from './built-in-pages.ts'
import {
  answerTokens,
  type Engine,
  type Price,
  standardTimeoutSeconds,
  thoughtTokens,
  toPrice,
} from './engine.ts'

/** The properties shared by the models of one endpoint, and those of each model. */
type EndpointFields = Pick<
  Engine,
  'provider' | 'baseUrl' | 'keyVariable' | 'api' | 'search' | 'zdr' | 'searchZdr'
>
type ModelFields = Pick<Engine, 'id' | 'label' | 'released'> &
  Partial<Pick<Engine, 'kind' | 'provider' | 'zdr' | 'searchZdr' | 'isDefault'>> & {
    /** Defaults to the part of the id after the provider. */
    model?: string
    /** Absent if only the endpoint reports the price. */
    price?: Partial<Price> & Pick<Price, 'input' | 'output'>
    /** True if it answers without thinking first. */
    isPlain?: boolean
  }

/**
 * Names, prices and protocols from the providers' own pages in November 2026. The ids are those of the contract, plus
 * newer models (contract 5: Catalog entry). `zdr` is the retention for a customer who only has a key: `some` if zero
 * retention needs an agreement.
 */
const endpoints: [EndpointFields, ModelFields[]][] = [
  [
    // https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool ($10 per 1,000 searches).
    // The newer web_search_20260209 runs code, which retains data; this version does not. The
    // OpenAI-compatible endpoint has no search.
    {
      provider: 'anthropic',
      baseUrl: 'https://api.anthropic.com/v1',
      keyVariable: 'ANTHROPIC_API_KEY',
      api: 'messages',
      search: {
        supported: true,
        body: { tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }] },
      },
      zdr: 'some',
      searchZdr: 'some',
    },
    // https://platform.claude.com/docs/en/about-claude/models/overview
    [
      {
        id: 'anthropic/claude-sonnet-5.5',
        label: 'Claude Sonnet 5.5',
        model: 'claude-sonnet-5-5',
        released: '2026-09-28',
        price: { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5, perSearch: 0.01 },
        isDefault: true,
      },
      {
        id: 'anthropic/claude-opus-5.5',
        label: 'Claude Opus 5.5',
        model: 'claude-opus-5-5',
        released: '2026-09-22',
        price: { input: 4, output: 20, cacheRead: 0.4, cacheWrite: 5, perSearch: 0.01 },
      },
      {
        id: 'anthropic/claude-opus-5',
        label: 'Claude Opus 5',
        released: '2026-07-24',
        price: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, perSearch: 0.01 },
      },
      {
        id: 'anthropic/claude-sonnet-5',
        label: 'Claude Sonnet 5',
        released: '2026-06-30',
        price: { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5, perSearch: 0.01 },
      },
      {
        id: 'anthropic/claude-haiku-4.5',
        label: 'Claude Haiku 4.5',
        model: 'claude-haiku-4-5',
        released: '2025-10-15',
        price: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25, perSearch: 0.01 },
        isPlain: true,
      },
      {
        id: 'anthropic/claude-fable-5',
        label: 'Claude Fable 5',
        released: '2026-06-09',
        zdr: 'none',
        searchZdr: 'none',
        price: { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5, perSearch: 0.01 },
      },
    ],
  ],
  [
    // https://developers.openai.com/api/docs/guides/tools-web-search ($10 per 1,000 searches). `include` adds
    // sources that were consulted but not cited.
    {
      provider: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      keyVariable: 'OPENAI_API_KEY',
      api: 'responses',
      search: {
        supported: true,
        body: {
          tools: [{ type: 'web_search' }],
          include: ['web_search_call.action.sources'],
          max_tool_calls: 4,
        },
      },
      zdr: 'some',
      searchZdr: 'some',
    },
    // https://developers.openai.com/api/docs/models and https://developers.openai.com/api/docs/pricing
    [
      {
        id: 'openai/gpt-6.1-sol',
        label: 'GPT-6.1 Sol',
        released: '2026-09-30',
        price: { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5, perSearch: 0.01 },
        isDefault: true,
      },
      {
        id: 'openai/gpt-6-astra',
        label: 'GPT-6 Astra',
        released: null,
        price: { input: 10, output: 50, cacheRead: 1, perSearch: 0.01 },
      },
      {
        id: 'openai/gpt-6-luna',
        label: 'GPT-6 Luna',
        released: '2026-09-22',
        price: { input: 0.1, output: 0.5, cacheRead: 0.01, perSearch: 0.01 },
      },
      {
        id: 'openai/gpt-5.6-sol',
        label: 'GPT-5.6 Sol',
        released: null,
        price: { input: 4, output: 20, cacheRead: 0.4, perSearch: 0.01 },
      },
      {
        id: 'openai/gpt-5.6-terra',
        label: 'GPT-5.6 Terra',
        released: null,
        price: { input: 2, output: 12, cacheRead: 0.2, perSearch: 0.01 },
      },
      {
        id: 'openai/gpt-5.6-luna',
        label: 'GPT-5.6 Luna',
        released: null,
        price: { input: 0.2, output: 1.2, cacheRead: 0.02, perSearch: 0.01 },
      },
      {
        id: 'openai/gpt-5.5',
        label: 'GPT-5.5',
        released: '2026-04-23',
        price: { input: 5, output: 30, cacheRead: 0.5, perSearch: 0.01 },
      },
      {
        id: 'openai/gpt-5.4',
        label: 'GPT-5.4',
        released: '2026-03-05',
        price: { input: 2.5, output: 15, cacheRead: 0.25, perSearch: 0.01 },
      },
      {
        id: 'openai/gpt-5.4-mini',
        label: 'GPT-5.4 mini',
        released: '2026-03-17',
        price: { input: 0.75, output: 4.5, cacheRead: 0.075, perSearch: 0.01 },
      },
      // Often used to write and classify, but no longer as an answer engine.
      {
        id: 'openai/gpt-5',
        kind: 'writer',
        label: 'GPT-5',
        released: '2025-08-07',
        price: { input: 1.25, output: 10, cacheRead: 0.125 },
      },
      {
        id: 'openai/gpt-5-mini',
        kind: 'writer',
        label: 'GPT-5 mini',
        released: '2025-08-07',
        price: { input: 0.25, output: 2, cacheRead: 0.025 },
      },
    ],
  ],
  [
    // https://ai.google.dev/gemini-api/docs/google-search ($14 per 1,000 queries of Gemini 3). Searches are
    // stored for 30 days: https://ai.google.dev/gemini-api/terms
    {
      provider: 'google',
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
      keyVariable: 'GEMINI_API_KEY',
      api: 'gemini',
      search: { supported: true, body: { tools: [{ google_search: {} }] } },
      zdr: 'some',
      searchZdr: 'none',
    },
    // https://ai.google.dev/gemini-api/docs/pricing; the price of 3.8 Flash doubles in 2027.
    [
      {
        id: 'google/gemini-3.8-flash',
        label: 'Gemini 3.8 Flash',
        released: '2026-09-02',
        price: { input: 0.75, output: 3.75, cacheRead: 0.075, perSearch: 0.014 },
        isDefault: true,
      },
      {
        id: 'google/gemini-3.5-flash',
        label: 'Gemini 3.5 Flash',
        released: '2026-05-19',
        price: { input: 1.5, output: 9, cacheRead: 0.15, perSearch: 0.014 },
      },
      {
        id: 'google/gemini-3-flash',
        label: 'Gemini 3 Flash',
        model: 'gemini-3-flash-preview',
        released: '2025-12-17',
        price: { input: 0.5, output: 3, cacheRead: 0.05, perSearch: 0.014 },
      },
      {
        id: 'google/gemini-3.1-pro-preview',
        label: 'Gemini 3.1 Pro',
        released: '2026-02-19',
        price: { input: 2, output: 12, cacheRead: 0.2, perSearch: 0.014 },
      },
    ],
  ],
  [
    // https://docs.perplexity.ai/docs/agent-api/migrate-from-sonar/overview: Chat Completions ended on
    // 2026-09-27, replaced by /v1/responses ($5 per 1,000 searches). The endpoint reports the cost.
    {
      provider: 'perplexity',
      baseUrl: 'https://api.perplexity.ai/v1',
      keyVariable: 'PERPLEXITY_API_KEY',
      api: 'responses',
      search: { supported: true, body: { tools: [{ type: 'web_search' }] } },
      zdr: 'none',
      searchZdr: 'none',
    },
    // https://docs.perplexity.ai/docs/agent-api/models
    [
      {
        id: 'perplexity/sonar',
        label: 'Perplexity Sonar',
        model: 'perplexity/sonar',
        released: null,
        price: { input: 0.25, output: 2.5, cacheRead: 0.0625, perSearch: 0.005 },
        isDefault: true,
        isPlain: true,
      },
    ],
  ],
  [
    // https://docs.x.ai/developers/tools/citations: `citations` lists everything found; sources cited in the
    // answer are in its annotations ($5 per 1,000 searches).
    {
      provider: 'spacexai',
      baseUrl: 'https://api.x.ai/v1',
      keyVariable: 'XAI_API_KEY',
      api: 'responses',
      search: { supported: true, body: { tools: [{ type: 'web_search' }] } },
      zdr: 'none',
      searchZdr: 'none',
    },
    // https://docs.x.ai/developers/models
    [
      {
        id: 'spacexai/grok-4.7',
        label: 'Grok 4.7',
        released: '2026-09-21',
        price: { input: 2, output: 6, cacheRead: 0.5, perSearch: 0.005 },
      },
      {
        id: 'spacexai/grok-4.6',
        label: 'Grok 4.6',
        released: null,
        price: { input: 2, output: 6, cacheRead: 0.5, perSearch: 0.005 },
      },
      {
        id: 'spacexai/grok-4.5',
        label: 'Grok 4.5',
        released: '2026-07-08',
        price: { input: 2, output: 6, cacheRead: 0.5, perSearch: 0.005 },
      },
    ],
  ],
  [
    // https://docs.mistral.ai/agents/tools/built-in/websearch ($30 per 1,000 searches), only in the
    // Conversations API.
    {
      provider: 'mistral',
      baseUrl: 'https://api.mistral.ai/v1',
      keyVariable: 'MISTRAL_API_KEY',
      api: 'conversations',
      search: { supported: true, body: { tools: [{ type: 'web_search' }] } },
      zdr: 'some',
      searchZdr: 'none',
    },
    // https://docs.mistral.ai/getting-started/models
    [
      {
        id: 'mistral/mistral-medium-3.5',
        label: 'Mistral Medium 3.5',
        model: 'mistral-medium-2604',
        released: '2026-04-29',
        price: { input: 1.5, output: 7.5, perSearch: 0.03 },
        isPlain: true,
      },
      {
        id: 'mistral/mistral-large-3',
        label: 'Mistral Large 3',
        model: 'mistral-large-2512',
        released: '2025-12-02',
        price: { input: 0.5, output: 1.5, perSearch: 0.03 },
        isPlain: true,
      },
      {
        id: 'mistral/mistral-small',
        label: 'Mistral Small',
        model: 'mistral-small-latest',
        released: '2026-03-16',
        price: { input: 0.15, output: 0.6, perSearch: 0.03 },
        isPlain: true,
      },
    ],
  ],
  [
    // https://openrouter.ai/docs/guides/features/server-tools/web-search; exceptions from ZDR:
    // https://openrouter.ai/docs/guides/privacy/zdr. The endpoint reports the cost; chat.ts excludes other
    // providers in each question.
    {
      provider: 'openrouter',
      baseUrl: 'https://openrouter.ai/api/v1',
      keyVariable: 'OPENROUTER_API_KEY',
      api: 'chat',
      search: {
        supported: true,
        body: { tools: [{ type: 'openrouter:web_search', parameters: { max_total_results: 15 } }] },
      },
      zdr: 'some',
      searchZdr: 'none',
    },
    // https://openrouter.ai/models
    [
      {
        id: 'moonshotai/kimi-k3',
        provider: 'moonshotai',
        label: 'Kimi K3',
        model: 'moonshotai/kimi-k3',
        released: null,
        isDefault: true,
      },
      {
        id: 'moonshotai/kimi-k2.6',
        provider: 'moonshotai',
        label: 'Kimi K2.6',
        model: 'moonshotai/kimi-k2.6',
        released: '2026-04-20',
        price: { input: 0.55, output: 3.2, cacheRead: 0.11, perSearch: 0.02 },
      },
      {
        id: 'zai/glm-5.3',
        provider: 'zai',
        label: 'GLM-5.3',
        model: 'z-ai/glm-5.3',
        released: null,
        isDefault: true,
      },
      {
        id: 'zai/glm-5.2',
        provider: 'zai',
        label: 'GLM-5.2',
        model: 'z-ai/glm-5.2',
        released: null,
        price: { input: 0.93, output: 3, cacheRead: 0.18, perSearch: 0.02 },
      },
      {
        id: 'zai/glm-5.1',
        provider: 'zai',
        label: 'GLM-5.1',
        model: 'z-ai/glm-5.1',
        released: null,
        price: { input: 0.975, output: 4.3, perSearch: 0.02 },
      },
      {
        id: 'deepseek/deepseek-v4.1-flash',
        provider: 'deepseek',
        label: 'DeepSeek V4.1 Flash',
        model: 'deepseek/deepseek-v4.1-flash',
        released: null,
      },
      {
        id: 'deepseek/deepseek-v4-pro',
        provider: 'deepseek',
        label: 'DeepSeek V4 Pro',
        model: 'deepseek/deepseek-v4-pro',
        released: '2026-04-24',
        price: { input: 0.435, output: 0.87, cacheRead: 0.003625, perSearch: 0.02 },
      },
      {
        id: 'deepseek/deepseek-v4-flash',
        provider: 'deepseek',
        label: 'DeepSeek V4 Flash',
        model: 'deepseek/deepseek-v4-flash',
        released: '2026-04-24',
        price: { input: 0.098, output: 0.196, cacheRead: 0.02, perSearch: 0.02 },
      },
    ],
  ],
]

/** The catalog used without ENGINES_FILE. */
export const builtIn: Engine[] = [...endpoints.flatMap(toModels), ...builtInPages]

function toModels([shared, models]: (typeof endpoints)[number]): Engine[] {
  return models.map(({ isPlain = false, price, ...own }) => ({
    kind: 'both',
    ...shared,
    ...own,
    model: own.model ?? own.id.slice(own.id.indexOf('/') + 1),
    isDefault: own.isDefault ?? false,
    thinking: !isPlain,
    maxOutputTokens: isPlain ? answerTokens : answerTokens + thoughtTokens,
    timeoutSeconds: standardTimeoutSeconds,
    price: price === undefined ? null : toPrice(price),
    isBuiltIn: true,
  }))
}
