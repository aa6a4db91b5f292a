import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalog } from '../../src/ai/engines/catalog.ts'
import { createEngines } from '../../src/ai/engines/engines.ts'
import { readConfig } from '../../src/config.ts'
import { command } from '../support/command.ts'
import { badDays, engineServer } from '../support/engine-server.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

/** The environment of a catalog of its own. */
function settings(entries: (object | string)[], more: Record<string, string> = {}) {
  const path = join(temporaryFolder(), 'engines.json')
  writeFileSync(path, JSON.stringify(entries))
  return { ENGINES_FILE: path, ...more }
}

describe('engines list', () => {
  test('lists which engines can be asked, and what the others are missing', async () => {
    const env = settings([
      { id: 'local', label: 'Our own', baseUrl: 'http://127.0.0.1:11434/v1', default: true },
      { id: 'acme/one', baseUrl: 'https://acme.example/v1', keyVariable: 'ACME_KEY', search: true },
      { id: 'acme/two', baseUrl: 'https://acme.example/v1', keyVariable: 'ACME_KEY' },
      { id: 'other/three', baseUrl: 'https://other.example/v1', keyVariable: 'OTHER_KEY', search: true },
      { id: 'writer', kind: 'writer' },
    ])
    expect(await command(['engines', 'list'], { ...env, OTHER_KEY: 'x' })).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: `2 of 4 engines are ready.
  local        Our own (API without search, default)
  other/three  other/three (API with web search)

Set ACME_KEY:
  acme/one     acme/one (API with web search)
  acme/two     acme/two (API without search)

To add your own engines, set ENGINES_FILE: see docs/configuration.md.
To check that they answer and return sources: herald engines check
`,
    })
  })

  test('works without a database and without any key', async () => {
    const { exitCode, stdout } = await command(['engines', 'list'], {})
    expect([exitCode, stdout.split('\n')[0]]).toEqual([0, '0 of 38 engines are ready.'])
  })

  test('--json prints entries that ENGINES_FILE accepts, with what is missing, and no key', async () => {
    const { stdout } = await command(['engines', 'list', '--json'], { XAI_API_KEY: 's3cret' })
    expect(stdout).not.toContain('s3cret')
    const entries = JSON.parse(stdout)
    const grok = entries.find(({ id }: { id: string }) => id === 'spacexai/grok-4.7')
    expect([grok.available, grok.missing, entries[0].missing]).toEqual([true, null, 'set ANTHROPIC_API_KEY'])
    const engines = createEngines(readConfig({})).list
    expect(readCatalog(readConfig(settings(entries)))).toEqual(
      engines.map((engine) => ({ ...engine, isBuiltIn: false })),
    )
  })

  test('an invalid file is reported with its lines', async () => {
    const env = settings([{ id: 'one', zdr: 'perhaps' }])
    expect(await command(['engines', 'list'], env)).toMatchObject({
      exitCode: 1,
      stderr: `herald: ENGINES_FILE ${env.ENGINES_FILE}, line 1: zdr must be all, some or none.\n`,
    })
  })
})

describe('engines check', () => {
  const entry = (baseUrl: string, id: string, more: object = {}) => ({
    id,
    baseUrl,
    model: id,
    search: { supported: true, body: { tools: [{ type: 'web_search' }] } },
    price: { input: 1, output: 4, perSearch: 0.01 },
    ...more,
  })
  const inSeconds = (text: string) => text.replace(/\d+\.\d s/g, 'N s')

  test('asks each for one answer with a forced search, and prints its sources, cost and time', async () => {
    using server = engineServer({})
    const env = settings([
      entry(server.baseUrl, 'one'),
      entry(server.baseUrl, 'two', { keyVariable: 'NONE' }),
    ])
    const { exitCode, stdout, stderr } = await command(['engines', 'check'], env)
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(inSeconds(stdout)).toBe(
      'ok one: 1 cited, 1 consulted (acme.example, reviews.example); 1.18 cents; N s; answered by one\n',
    )
    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]?.body).toMatchObject({ tools: [{ type: 'web_search' }], tool_choice: 'required' })
  })

  test('an endpoint that cannot force a search is asked to search in the prompt', async () => {
    using server = engineServer(Response.json({ error: { message: 'No tool_choice.' } }, { status: 400 }), {})
    expect((await command(['engines', 'check'], settings([entry(server.baseUrl, 'one')]))).exitCode).toBe(0)
    expect(server.asked.map(({ body }) => body.tool_choice)).toEqual(['required', undefined])
  })

  test("ends with 1 when one fails, and prints the endpoint's message, without the key", async () => {
    using good = engineServer({})
    const message = 'Bad key s3cret-0123456789.'
    using bad = engineServer(Response.json({ error: { message } }, { status: 401 }))
    const env = settings(
      [entry(good.baseUrl, 'good'), entry(bad.baseUrl, 'bad', { keyVariable: 'ACME_KEY' })],
      { ACME_KEY: 's3cret-0123456789' },
    )
    const { exitCode, stdout, stderr } = await command(['engines', 'check'], env)
    expect([exitCode, stderr]).toEqual([1, 'herald: 1 of 2 engines failed.\n'])
    expect(stdout).toContain(
      'failed bad: The endpoint of bad refuses the key: check ACME_KEY. It said: Bad key ….\n',
    )
    expect(stdout).not.toContain('s3cret')
  })

  test('an answer without sources fails if the engine can return sources, and passes otherwise', async () => {
    using server = engineServer({ cited: [], consulted: [] })
    const { exitCode, stdout } = await command(['engines', 'check'], settings([entry(server.baseUrl, 'one')]))
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('answered without sources')])
    const plain = settings([entry(server.baseUrl, 'one', { search: false })])
    expect((await command(['engines', 'check'], plain)).exitCode).toBe(0)
    server.replyWith(badDays.empty)
    expect((await command(['engines', 'check'], plain)).stdout).toContain('The answer is empty.')
  })

  test('a single engine is asked by its id, and --json prints the whole result', async () => {
    using server = engineServer({})
    const env = settings([entry(server.baseUrl, 'one'), entry(server.baseUrl, 'two')])
    const { exitCode, stdout } = await command(['engines', 'check', 'two', '--json'], env)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toEqual([
      {
        id: 'two',
        milliseconds: expect.any(Number),
        problem: null,
        said: null,
        answer: expect.objectContaining({ modelReported: 'two', searched: true }),
      },
    ])
    expect(server.asked.map(({ model }) => model)).toEqual(['two'])
  })

  test.each([
    [['check'], 1, 'No engine is configured. herald engines list shows what to set.'],
    [['check', 'acme/noe'], 1, 'There is no engine "acme/noe"; did you mean "acme/one"?'],
    [['check', 'acme/one'], 1, 'The engine acme/one is not configured: set ACME_KEY.'],
    [['check', 'a', 'b'], 2, "Unexpected argument 'b'; see: herald engines check --help"],
    [['list', 'a'], 2, "Unexpected argument 'a'; see: herald engines list --help"],
  ])('engines %p says what to do', async (words, exitCode, sentence) => {
    const env = settings([{ id: 'acme/one', baseUrl: 'https://acme.example/v1', keyVariable: 'ACME_KEY' }])
    expect(await command(['engines', ...words], env)).toEqual({
      exitCode,
      stdout: '',
      stderr: `herald: ${sentence}\n`,
    })
  })

  test('--help shows the argument for an engine', async () => {
    const { stdout } = await command(['engines', 'check', '--help'], {})
    expect(stdout).toContain('\n  herald engines check [ID] [--json]\n')
    expect(stdout).toContain('\n  ID      ID of one engine')
  })
})
