import type { Config } from '../../config.ts'
import { readCatalog } from './catalog.ts'
import type { Engine } from './engine.ts'
import { type Provider, providersOf } from './provider.ts'

export type Engines = {
  /** Whatever may be asked as an answer engine, whether or not it can be now. */
  list: Engine[]
  /** Whatever may be chosen to write, whether or not it can be now. */
  writers: Engine[]
  providers: Provider[]
  find(id: string): Engine | null
  /** The key of its endpoint; null where it takes none, or none is set. */
  keyOf(engine: Engine): string | null
  isAvailable(engine: Engine): boolean
  /** What the operator has to do before it can be asked; null where it can be. */
  missingFor(engine: Engine): string | null
}

type Settings = Pick<Config, 'enginesFile' | 'openaiBaseUrl' | 'readSecret'>

/** The answer engines of a configuration, with their keys. */
export function createEngines(config: Settings, catalog: Engine[] = readCatalog(config)): Engines {
  const list = catalog.filter(({ kind }) => kind !== 'writer')
  const writers = catalog.filter(({ kind, api }) => kind !== 'engine' && speaksChat(api))
  const variables = new Set(catalog.map(({ keyVariable }) => keyVariable).filter((each) => each !== null))
  const keys = new Map([...variables].map((name) => [name, config.readSecret(name)]))

  /** The writer's key is for the writer's endpoint; only the operator's own file may send it elsewhere. */
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
    // A server on one's own machine, which the writer is asked at too, may take no key.
    if (keyVariable === 'OPENAI_API_KEY' && config.openaiBaseUrl === baseUrl) return null
    return `set ${keyVariable}`
  }

  return {
    list,
    writers,
    providers: providersOf(list),
    find: (id) => list.find((each) => each.id === id) ?? null,
    keyOf,
    isAvailable: (engine) => missingFor(engine) === null,
    missingFor,
  }
}

/** The makers of the newer wire keep the older one beside it, at the same address. */
const speaksChat = (api: Engine['api']) => api === 'chat' || api === 'responses'
