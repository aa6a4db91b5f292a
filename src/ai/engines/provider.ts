/** Whose engines a catalog groups: `brand` is the family of its icon, and the featured ones are shown first. */
export type Provider = { id: string; label: string; brand: string; featured: boolean }

/** Those of the contract's table (contract 5: Catalog entry), and Perplexity, which answers by itself. */
const known: Provider[] = [
  { id: 'anthropic', label: 'Anthropic', brand: 'claude', featured: true },
  { id: 'openai', label: 'OpenAI', brand: 'openai', featured: true },
  { id: 'google', label: 'Google', brand: 'gemini', featured: true },
  { id: 'perplexity', label: 'Perplexity', brand: 'perplexity', featured: true },
  { id: 'moonshotai', label: 'Moonshot AI', brand: 'moonshot', featured: true },
  { id: 'meta', label: 'Meta', brand: 'meta', featured: false },
  { id: 'zai', label: 'Z.AI', brand: 'zai', featured: false },
  { id: 'spacexai', label: 'SpaceXAI', brand: 'grok', featured: false },
  { id: 'deepseek', label: 'DeepSeek', brand: 'deepseek', featured: false },
  { id: 'mistral', label: 'Mistral AI', brand: 'mistral', featured: false },
]

/** The providers that engines name, in a fixed order; one that nobody knows is called by its id. */
export function providersOf(engines: { provider: string }[]): Provider[] {
  const named = new Set(engines.map(({ provider }) => provider))
  const others = [...named].filter((id) => !known.some((each) => each.id === id))
  return [
    ...known.filter(({ id }) => named.has(id)),
    ...others.map((id) => ({ id, label: id, brand: id, featured: false })),
  ]
}
