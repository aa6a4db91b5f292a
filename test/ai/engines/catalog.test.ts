import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtIn } from '../../../src/ai/engines/built-in.ts'
import { readCatalog } from '../../../src/ai/engines/catalog.ts'
import { chat } from '../../../src/ai/engines/chat.ts'
import type { Engine } from '../../../src/ai/engines/engine.ts'
import { createEngines } from '../../../src/ai/engines/engines.ts'
import { answerKindOf, isPage } from '../../../src/ai/engines/kind-of-answer.ts'
import { createModels } from '../../../src/ai/models.ts'
import { readConfig } from '../../../src/config.ts'
import { cleanUp, temporaryFolder } from '../../support/process.ts'

afterAll(cleanUp)

const folder = temporaryFolder()
let files = 0

/** The path of a file with a text, or with a list of entries. */
function write(content: string | object[]): string {
  const path = join(folder, `engines-${++files}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const read = (content: string | object[], env: Record<string, string> = {}) =>
  readCatalog(readConfig({ ENGINES_FILE: write(content), ...env }))

/** The error about a file, without its name. */
function faultsOf(content: string): string {
  const path = write(content)
  try {
    readCatalog(readConfig({ ENGINES_FILE: path }))
    return 'none'
  } catch (error) {
    return (error as Error).message.replace(path, 'FILE')
  }
}

describe('an entry of ENGINES_FILE', () => {
  test('sets every property of an engine', () => {
    const entry = {
      id: 'acme/one',
      kind: 'engine',
      provider: 'acme',
      label: 'Acme One',
      model: 'one-2026',
      baseUrl: 'https://api.acme.example/v1/',
      keyVariable: 'ACME_API_KEY',
      api: 'responses',
      search: { supported: true, body: { tools: [{ type: 'web_search' }] } },
      zdr: 'all',
      searchZdr: 'some',
      default: true,
      released: '2026-02-28',
      thinking: true,
      maxOutputTokens: 8000,
      timeoutSeconds: 60,
      price: { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.5, perSearch: 0.01 },
    }
    const { default: isDefault, ...same } = entry
    expect(read([entry])).toEqual([
      {
        ...same,
        api: 'responses',
        kind: 'engine',
        zdr: 'all',
        searchZdr: 'some',
        baseUrl: 'https://api.acme.example/v1',
        isDefault,
        isBuiltIn: false,
      },
    ])
  })

  test('needs only its id: the rest defaults to an OpenAI-compatible model at the endpoint of the writer', () => {
    expect(read([{ id: 'acme/one' }], { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' })).toEqual([
      {
        id: 'acme/one',
        kind: 'both',
        provider: 'acme',
        label: 'acme/one',
        model: 'acme/one',
        baseUrl: 'http://127.0.0.1:11434/v1',
        keyVariable: 'OPENAI_API_KEY',
        api: 'chat',
        search: { supported: false, body: {} },
        zdr: 'none',
        searchZdr: 'none',
        isDefault: false,
        released: null,
        thinking: false,
        maxOutputTokens: 4096,
        timeoutSeconds: 180,
        price: null,
        isBuiltIn: false,
      },
    ])
  })

  test('of a local server needs no key and may have a private address', () => {
    const [engine] = read([{ id: 'local', baseUrl: 'http://192.168.0.2:8080/v1' }])
    expect([engine?.keyVariable, engine?.baseUrl, engine?.provider]).toEqual([
      null,
      'http://192.168.0.2:8080/v1',
      'custom',
    ])
  })

  test('of an older file still loads', () => {
    const price = { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.5 }
    const old = [
      { id: 'one', name: 'One', zeroDataRetention: true, price, search: true },
      {
        id: 'two',
        zeroDataRetention: false,
        baseUrl: 'https://two.example/v1',
        keyVariable: 'TWO_KEY',
        search: false,
      },
    ]
    expect(read(old)).toMatchObject([
      {
        label: 'One',
        kind: 'both',
        zdr: 'all',
        searchZdr: 'all',
        price: { ...price, perSearch: 0 },
        search: { supported: true, body: {} },
      },
      { label: 'two', zdr: 'none', keyVariable: 'TWO_KEY', search: { supported: false }, price: null },
    ])
  })

  test('may have unknown fields, as the API returns them', () => {
    expect(read([{ id: 'one', gateways: ['x'], hidden: false }])).toHaveLength(1)
  })

  test('accepts null for a field that is left out', () => {
    expect(read([{ id: 'one', price: null, released: null, keyVariable: null }])[0]?.price).toBeNull()
  })

  test('a price of two numbers applies to fresh and cached input alike', () => {
    expect(read([{ id: 'one', price: { input: 3, output: 4 } }])[0]?.price).toEqual({
      input: 3,
      output: 4,
      cacheRead: 3,
      cacheWrite: 3,
      perSearch: 0,
    })
  })
})

describe('the file', () => {
  test('replaces the whole catalog and may have comments', () => {
    const text = '[\n  // Ours.\n  { "id": "one" }, /* and */ { "id": "two" },\n]'
    expect(read(text).map(({ id }) => id)).toEqual(['one', 'two'])
    expect(read('\uFEFF[]')).toEqual([])
  })

  test('can extend the built-in list and replaces entries with the same id', () => {
    const catalog = read(['built-in', { id: 'openai/gpt-5.6-sol', label: 'Mine' }] as object[])
    expect(catalog).toHaveLength(builtIn.length)
    expect(catalog.filter(({ id }) => id === 'openai/gpt-5.6-sol').map(({ label }) => label)).toEqual([
      'Mine',
    ])
  })

  test('reports every error with its line', () => {
    const text = `[
  { "id": "one", "zdr": "maybe", "timeoutSeconds": 0 },
  {
    "label": "Two",
    "price": { "input": "1" },
    "keyVariable": "sk-proj-123",
    "serach": true
  },
  7,
  { "id": "one" },
  { "id": "three",
    "baseUrl": "https://user:secret@three.example/v1", "released": "2026-02-30",
    "search": { "body": [] }, "kind": "judge", "default": "yes", "thinking": 1, "maxOutputTokens": 1.5,
    "api": "soap" }
]`
    expect(faultsOf(text)).toBe(
      [
        'ENGINES_FILE FILE has 16 errors.',
        'line 2: zdr must be all, some or none.',
        'line 2: timeoutSeconds must be a whole number from 1 to 900.',
        'line 3: an entry needs an ID.',
        'line 5: price must be dollars per million tokens, {"input": 1, "output": 4}, with cacheRead, cacheWrite and, per search, perSearch.',
        'line 6: keyVariable must be the name of an environment variable, such as OPENAI_API_KEY, and never a key itself.',
        'line 7: unknown field "serach"; did you mean "search".',
        'line 9: an entry must be an object.',
        'line 10: the ID "one" is already used on line 2.',
        'line 12: baseUrl must be an http or https URL without a user, a query or a fragment.',
        'line 12: released must be a day such as 2026-01-31.',
        'line 13: search must be true, false or {"supported": true, "body": {...}}.',
        'line 13: kind must be engine, writer or both.',
        'line 13: default must be true or false.',
        'line 13: thinking must be true or false.',
        'line 13: maxOutputTokens must be a whole number from 1 to 1000000.',
        'line 14: api must be chat, responses, gemini, messages, conversations, dataforseo or serpapi.',
      ].join('\n  '),
    )
  })

  test('with one error is reported in one sentence', () => {
    expect(faultsOf('[\n{ "id": "" }]')).toBe(
      'ENGINES_FILE FILE, line 2: id must be a string of 1 to 128 characters on one line.',
    )
    expect(faultsOf('{ "id": "one" }')).toBe(
      'ENGINES_FILE FILE, line 1: the file must contain a JSON array of entries.',
    )
    expect(faultsOf('')).toContain('line 1: invalid JSON')
  })

  test('with invalid JSON is reported with the invalid lines', () => {
    expect(faultsOf('[\n  { "id": "one" }\n  { "id": "two" }\n]')).toBe(
      'ENGINES_FILE FILE, line 3: invalid JSON (CommaExpected).',
    )
  })

  test('that does not exist is reported with its name', () => {
    expect(() => readCatalog(readConfig({ ENGINES_FILE: '/nowhere.json' }))).toThrow(
      'ENGINES_FILE cannot be read: there is no file /nowhere.json.',
    )
  })
})

/** The built-in engines, of pages with several sellers the first. */
const unique = [...new Map(builtIn.toReversed().map((each) => [each.id, each])).values()].reverse()

describe('the built-in list', () => {
  test('has unique ids and at least one engine of every required provider', () => {
    expect(new Set(builtIn.map(({ id }) => id)).size).toBe(unique.length)
    expect(new Set(builtIn.map(({ id, api }) => `${id} ${api}`)).size).toBe(builtIn.length)
    expect(new Set(builtIn.map(({ keyVariable }) => keyVariable as string))).toEqual(
      new Set([
        'ANTHROPIC_API_KEY',
        'OPENAI_API_KEY',
        'GEMINI_API_KEY',
        'PERPLEXITY_API_KEY',
        'XAI_API_KEY',
        'MISTRAL_API_KEY',
        'OPENROUTER_API_KEY',
        'DATAFORSEO_KEY',
        'SERPAPI_KEY',
      ]),
    )
  })

  test('is a file that parses back to itself', () => {
    const entries = unique.map(({ isDefault, isBuiltIn: _, ...entry }) => ({ ...entry, default: isDefault }))
    expect(read(entries)).toEqual(unique.map((engine) => ({ ...engine, isBuiltIn: false })))
  })

  test('asks OpenRouter for exactly one provider, and for a zero-retention one if that is required', () => {
    const engine = builtIn.find(({ id }) => id === 'zai/glm-5.3') as Engine
    const question = { instructions: '', turns: [], search: false, signal: new AbortController().signal }
    expect(chat.body(engine, question).provider).toEqual({ allow_fallbacks: false })
    expect(chat.body(engine, { ...question, requireZdr: true }).provider).toEqual({
      allow_fallbacks: false,
      zdr: true,
    })
    expect(chat.body({ ...engine, baseUrl: 'http://127.0.0.1/v1' }, question)).not.toHaveProperty('provider')
  })
})

describe('the engines of a configuration', () => {
  const enginesOf = (env: Record<string, string>) => createEngines(readConfig(env))

  test('are all listed, and can be asked once their key is set', () => {
    const engines = enginesOf({ PERPLEXITY_API_KEY: 'pplx' })
    expect(engines.list).toHaveLength(unique.filter(({ kind }) => kind !== 'writer').length)
    expect(engines.list.filter(engines.isAvailable).map(({ id }) => id)).toEqual(['perplexity/sonar'])
    const [sonar, grok] = ['perplexity/sonar', 'spacexai/grok-4.7'].map(engines.find) as [Engine, Engine]
    expect([engines.keyOf(sonar), engines.missingFor(sonar)]).toEqual(['pplx', null])
    expect([engines.keyOf(grok), engines.missingFor(grok)]).toEqual([null, 'set XAI_API_KEY'])
  })

  test('do not include models that only write', () => {
    const path = write([{ id: 'a', kind: 'writer' }, { id: 'b', kind: 'engine' }, { id: 'c' }])
    expect(enginesOf({ ENGINES_FILE: path }).list.map(({ id }) => id)).toEqual(['b', 'c'])
  })

  test('read a key from a file, like any secret', () => {
    const key = write('from-a-file\n')
    const engines = enginesOf({ XAI_API_KEY_FILE: key })
    expect(engines.keyOf(engines.find('spacexai/grok-4.7') as Engine)).toBe('from-a-file')
  })

  test('at a local server can be asked without a key', () => {
    const path = write([{ id: 'local', baseUrl: 'http://127.0.0.1:11434/v1' }, { id: 'beside' }])
    const engines = enginesOf({ ENGINES_FILE: path, OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' })
    expect(engines.list.map(engines.isAvailable)).toEqual([true, true])
  })

  test("do not send the writer's key of another endpoint to OpenAI", () => {
    const env = { OPENAI_API_KEY: 'sk-of-the-other', OPENAI_BASE_URL: 'https://other.example/v1' }
    const engines = enginesOf(env)
    const sol = engines.find('openai/gpt-5.6-sol') as Engine
    expect([engines.keyOf(sol), engines.missingFor(sol)]).toEqual([
      null,
      'OPENAI_API_KEY is the key of OPENAI_BASE_URL, https://other.example/v1, and is not sent to api.openai.com',
    ])
    const own = { id: 'own', baseUrl: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY' }
    const chosen = enginesOf({ ...env, ENGINES_FILE: write([own]) })
    expect(chosen.keyOf(chosen.list[0] as Engine)).toBe('sk-of-the-other')
  })

  test('are grouped by provider, in the order of the contract', () => {
    const { providers } = enginesOf({ ENGINES_FILE: write([{ id: 'acme/one' }, { id: 'openai/two' }]) })
    expect(providers).toEqual([
      { id: 'openai', label: 'OpenAI', brand: 'openai', featured: true },
      { id: 'acme', label: 'acme', brand: 'acme', featured: false },
    ])
  })
})

describe('an engine that reads a page', () => {
  test('needs only its provider and its page in the file', () => {
    const [engine] = read([{ id: 'acme/overview', api: 'serpapi', model: 'ai_overview' }])
    const builtInPage = builtIn.find(({ api, model }) => api === 'serpapi' && model === 'ai_overview')
    expect(engine).toEqual({
      ...(builtInPage as Engine),
      ...{ id: 'acme/overview', label: 'acme/overview', provider: 'acme', isBuiltIn: false },
    })
    const [own] = read([{ id: 'own', api: 'dataforseo', model: 'chatgpt', baseUrl: 'http://127.0.0.1:9' }])
    expect(own).toMatchObject({ keyVariable: null, timeoutSeconds: 120, price: { perSearch: 0.004 } })
  })

  test('must read a page that its provider has', () => {
    expect(faultsOf('[\n{ "id": "one", "api": "serpapi", "model": "chatgpt" }]')).toBe(
      'ENGINES_FILE FILE, line 2: with the api serpapi, model must be ai_overview, ai_mode or copilot.',
    )
  })

  test('is read by the first provider that has a key', () => {
    const of = (env: Record<string, string>) => {
      const engines = createEngines(readConfig(env))
      const overview = engines.find('google/ai-overview') as Engine
      return [overview.api, engines.missingFor(overview)]
    }
    expect(of({})).toEqual(['dataforseo', 'set DATAFORSEO_KEY or SERPAPI_KEY'])
    expect(of({ SERPAPI_KEY: 'x' })).toEqual(['serpapi', null])
    expect(of({ SERPAPI_KEY: 'x', DATAFORSEO_KEY: 'a:b' })).toEqual(['dataforseo', null])
  })

  test('states the kind of its answers', () => {
    expect(Object.fromEntries(unique.filter(isPage).map((each) => [each.id, answerKindOf(each)]))).toEqual({
      'google/ai-overview': 'results_page',
      'google/ai-mode': 'results_page',
      'openai/chatgpt-page': 'assistant_page',
      'microsoft/copilot-search': 'results_page',
    })
    expect(unique.filter((each) => !isPage(each)).map(answerKindOf)).not.toContain('results_page')
  })
})

describe('the models of a configuration', () => {
  const writerOf = (env: Record<string, string>) =>
    createModels(readConfig({ OPENAI_API_KEY: 'sk', ...env })).writer

  test('have the price of the built-in list at its own endpoint, and the standard price elsewhere', () => {
    expect(writerOf({ WRITER_MODEL: 'gpt-5' })?.price).toMatchObject({ input: 1.25, output: 10 })
    expect(writerOf({ WRITER_MODEL: 'gpt-6.1-sol' })).toMatchObject({ zdr: 'some', price: { input: 2 } })
    const elsewhere = { OPENAI_BASE_URL: 'https://other.example/v1', WRITER_MODEL: 'gpt-5' }
    expect(writerOf(elsewhere)).toMatchObject({ zdr: 'none', price: { input: 1, output: 4 } })
  })

  test('have the price that the operator sets in the file by id or by model, but not that of an engine', () => {
    const path = write([
      { id: 'writer', zeroDataRetention: true },
      { id: 'acme/small', model: 'small', kind: 'writer', zdr: 'some' },
      { id: 'asked', kind: 'engine', zdr: 'all' },
    ])
    const zdrOf = (WRITER_MODEL: string) => writerOf({ ENGINES_FILE: path, WRITER_MODEL })?.zdr
    expect(['writer', 'small', 'asked', 'unknown'].map(zdrOf)).toEqual(['all', 'some', 'none', 'none'])
  })
})

test('no model of an API is called ChatGPT, which is an app', () => {
  expect(builtIn.filter((engine) => !isPage(engine) && /chatgpt/i.test(engine.label))).toEqual([])
})
