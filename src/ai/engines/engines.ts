import type { Config } from '../../config.ts'
import { readCatalog } from './catalog.ts'
import type { Engine } from './engine.ts'
import { type Provider, providersOf } from './provider.ts'

export type Engines = {
  /** Every engine that can answer questions, available or not. */
  list: Engine[]
  /** Every model that can write, available or not. */
  writers: Engine[]
  providers: Provider[]
  find(id: string): Engine | null
  /** The key of the engine's endpoint; null if it needs none, or none is set. */
  keyOf(engine: Engine): string | null
  isAvailable(engine: Engine): boolean
  /** What the operator has to do before the engine can be used; null if it is available. */
  missingFor(engine: Engine): string | null
}

type Settings = Pick<Config, 'enginesFile' | 'openaiBaseUrl' | 'readSecret'>

/** The configured answer engines with their keys. */
export function createEngines(config: Settings, catalog: Engine[] = readCatalog(config)): Engines {
  const all = catalog.filter(({ kind }) => kind !== 'writer')
  const writers = catalog.filter(({ kind, api }) => kind !== 'engine' && speaksChat(api))
  const variables = new Set(catalog.map(({ keyVariable }) => keyVariable).filter((each) => each !== null))
  const keys = new Map([...variables].map((name) => [name, config.readSecret(name)]))

  /** The writer's key is sent only to the writer's endpoint, unless ENGINES_FILE says otherwise. */
  const isOfWriter = ({ keyVariable, baseUrl, isBuiltIn }: Engine) =>
    isBuiltIn &&
    keyVariable === 'OPENAI_API_KEY' &&
    config.openaiBaseUrl !== null &&
    config.openaiBaseUrl !== baseUrl

  const keyOf = (engine: Engine) =>
    engine.keyVariable === null || isOfWriter(engine) ? null : (keys.get(engine.keyVariable) ?? null)

  function missingFor(engine: Engine): string | null {
    const { keyVariable, baseUrl } = engine
    if (keyVariable === null || keyOf(engine) !== null) return null
    if (isOfWriter(engine))
      return `OPENAI_API_KEY is the key of OPENAI_BASE_URL, ${config.openaiBaseUrl}, and is not sent to ${new URL(baseUrl).host}`
    // A local server that is also the writer's endpoint may need no key.
    if (keyVariable === 'OPENAI_API_KEY' && config.openaiBaseUrl === baseUrl) return null
    return `set ${keyVariable}`
  }

  /** Several providers may sell the same page: the first with a key is asked. */
  const sellersOf = Map.groupBy(all, ({ id }) => id)
  const isAvailable = (engine: Engine) => missingFor(engine) === null
  const list = [...sellersOf.values()].flatMap((same) => same.find(isAvailable) ?? same.slice(0, 1))
  const missingForAny = (engine: Engine) =>
    isAvailable(engine)
      ? null
      : (sellersOf.get(engine.id) ?? [engine])
          .map((each, index) => (missingFor(each) ?? '').replace(index > 0 ? /^set / : '', ''))
          .join(' or ')

  return {
    list,
    writers,
    providers: providersOf(list),
    find: (id) => list.find((each) => each.id === id) ?? null,
    keyOf,
    isAvailable,
    missingFor: missingForAny,
  }
}

/** Providers of the Responses API also offer Chat Completions at the same address. */
const speaksChat = (api: Engine['api']) => api === 'chat' || api === 'responses'
