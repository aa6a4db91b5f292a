/**
 * A group of engines in the catalog. `brand` is the family of its icon; featured providers are listed first.
 */
export type Provider = { id: string; label: string; brand: string; featured: boolean }

/** The providers of the contract (contract 5: Catalog entry), and Perplexity. */
const known: Provider[] = [
  { id: 'anthropic', label: 'Anthropic', brand: 'claude', featured: true },
  { id: 'openai', label: 'OpenAI', brand: 'openai', featured: true },
  { id: 'google', label: 'Google', brand: 'gemini', featured: true },
  { id: 'perplexity', label: 'Perplexity', brand: 'perplexity', featured: true },
  { id: 'moonshotai', label: 'Moonshot AI', brand: 'moonshot', featured: true },
  { id: 'microsoft', label: 'Microsoft', brand: 'copilot', featured: false },
  { id: 'meta', label: 'Meta', brand: 'meta', featured: false },
  { id: 'zai', label: 'Z.AI', brand: 'zai', featured: false },
  { id: 'spacexai', label: 'SpaceXAI', brand: 'grok', featured: false },
  { id: 'deepseek', label: 'DeepSeek', brand: 'deepseek', featured: false },
  { id: 'mistral', label: 'Mistral AI', brand: 'mistral', featured: false },
]

/** The providers of the engines, in a fixed order; an unknown provider has its id as label. */
export function providersOf(engines: { provider: string }[]): Provider[] {
  const named = new Set(engines.map(({ provider }) => provider))
  const others = [...named].filter((id) => !known.some((each) => each.id === id))
  return [
    ...known.filter(({ id }) => named.has(id)),
    ...others.map((id) => ({ id, label: id, brand: id, featured: false })),
  ]
}
