import { beforeEach, describe, expect, test } from 'bun:test'
import type { EngineAnswer, ParsedAnswer, Question } from '../../../src/ai/engines/answer.ts'
import { askEngine } from '../../../src/ai/engines/ask.ts'
import { centsOf } from '../../../src/ai/engines/cost.ts'
import type { Engine } from '../../../src/ai/engines/engine.ts'
import { isDeclined, noTokens, withoutImages } from '../../../src/ai/engines/pages/page-provider.ts'
import { textOfBlocks } from '../../../src/ai/engines/pages/text-blocks.ts'
import { ModelError } from '../../../src/ai/error.ts'
import { type TestContext, testContext } from '../../support/context.ts'
import { type PageReply, pageServer, task } from '../../support/page-server.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})

const berlin = { country: 'DE', location: 'Berlin, Berlin, Germany', device: 'mobile' } as const
const question = (more: Partial<Question> = {}): Question => ({
  instructions: 'Never sent.',
  turns: [{ role: 'user', content: '100% best C++ tools?' }],
  search: false,
  signal: new AbortController().signal,
  ...more,
})

type Page = Parameters<ReturnType<typeof pageServer>['engine']>
const overviews: Page = ['dataforseo', 'ai_overview']

/** What a page is read as, how often it was asked for, and the pauses between. */
async function read(page: Page, replies: PageReply[], more: Partial<Question> = {}) {
  using server = pageServer(...replies)
  const pauses: number[] = []
  const pause = async (milliseconds: number) => void pauses.push(milliseconds)
  const keyed = { keyVariable: 'PAGE_KEY' }
  const engine: Engine = server.engine(page[0], page[1], keyed)
  const engines = server.engines([engine], { PAGE_KEY: 'login-1:pass-2' })
  const result: EngineAnswer | ModelError = await askEngine(
    { ...ctx, engines, pause },
    engine,
    question(more),
  ).catch((error) => {
    if (error instanceof ModelError) return error
    throw error
  })
  return { result, asked: server.asked, pauses }
}

const acme = { url: 'https://acme.example/pricing#:~:text=best', title: 'Acme' }
const cited = { url: 'https://acme.example/pricing', title: 'Acme', domain: 'acme.example' }

describe('a request for a page', () => {
  test.each([
    ['ai_overview', '/v3/serp/google/organic/live/advanced'],
    ['ai_mode', '/v3/serp/google/ai_mode/live/advanced'],
    ['chatgpt', '/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced'],
  ] as const)(
    'of DataForSEO sends one task with the question, place and language: %s',
    async (kind, path) => {
      const { asked } = await read(['dataforseo', kind], [{ text: 'Acme.' }], {
        page: { place: berlin, language: 'de' },
      })
      const extra = {
        ai_overview: { device: 'mobile', depth: 10, load_async_ai_overview: true },
        ai_mode: { device: 'mobile' },
        chatgpt: { force_web_search: true },
      }[kind]
      expect(asked).toHaveLength(1)
      expect(asked[0]).toMatchObject({ path })
      expect(asked[0]?.body).toEqual([
        {
          keyword: '100%25 best C%2B%2B tools?',
          language_code: 'de',
          location_name: 'Berlin,Berlin,Germany',
          ...extra,
        },
      ])
      expect(asked[0]?.headers.get('authorization')).toBe(`Basic ${btoa('login-1:pass-2')}`)
    },
  )

  test('of DataForSEO names a whole country by its number', async () => {
    const { asked } = await read(overviews, ['nothing'], {
      page: { place: { country: 'GB', location: null, device: 'desktop' }, language: 'zh' },
    })
    expect(asked[0]?.body[0]).toMatchObject({ location_code: 2826, language_code: 'zh-CN' })
  })

  test.each([
    [
      'ai_overview',
      { engine: 'google', gl: 'de', hl: 'iw', location: 'Berlin, Berlin, Germany', device: 'mobile' },
    ],
    [
      'ai_mode',
      { engine: 'google_ai_mode', gl: 'de', hl: 'iw', location: 'Berlin, Berlin, Germany', device: 'mobile' },
    ],
    ['copilot', { engine: 'bing_copilot' }],
  ] as const)('of SerpApi asks for no copy, and has the key in its query: %s', async (kind, fields) => {
    const { asked } = await read(['serpapi', kind], [{ text: 'Acme.' }], {
      page: { place: berlin, language: 'he' },
    })
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({
      ...fields,
      q: '100% best C++ tools?',
      no_cache: 'true',
      api_key: 'login-1:pass-2',
    })
  })

  test('that its provider does not have is refused before it is sent', async () => {
    const { result, asked } = await read(['serpapi', 'chatgpt'], [{ text: 'Acme.' }])
    expect(result).toMatchObject({
      reason: 'refused',
      message: 'The provider of pages/chatgpt has no page "chatgpt".',
    })
    expect(asked).toEqual([])
  })

  test('with several turns is refused before it is sent', async () => {
    const { result, asked } = await read(overviews, ['nothing'], {
      turns: [
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: 'Which tool?' },
      ],
    })
    expect(result).toMatchObject({
      reason: 'refused',
      message: 'pages/ai-overview answers single questions only.',
    })
    expect(asked).toEqual([])
  })
})

describe('a page', () => {
  test.each([
    ['dataforseo', 'ai_overview', 0.4],
    ['dataforseo', 'ai_mode', 0.4],
    ['dataforseo', 'chatgpt', 0.4],
    ['serpapi', 'ai_overview', 2.5],
    ['serpapi', 'ai_mode', 2.5],
    ['serpapi', 'copilot', 2.5],
  ] as const)('%s, %s: text, sources and cost are read', async (api, kind, cents) => {
    const { result } = await read([api, kind], [{ text: 'Try **Acme**.', references: [acme] }])
    expect(result).toEqual({
      text: 'Try **Acme**.',
      shown: true,
      page: api === 'serpapi' && kind === 'copilot' ? 'serpapi' : `${api}; US; desktop`,
      finishReason: 'stop',
      modelReported: kind === 'chatgpt' ? 'gpt-5-3' : null,
      searched: true,
      queries: kind === 'chatgpt' ? ['tools'] : [],
      cited: [cited],
      consulted: [],
      usage: { input: 0, output: 0, reasoning: 0 },
      cents: expect.closeTo(cents, 10),
    })
  })

  test('describes place and device, because answers with others are not alike', async () => {
    const { result } = await read(overviews, ['nothing'], { page: { place: berlin, language: 'de' } })
    expect(result).toMatchObject({ page: 'dataforseo; DE; Berlin, Berlin, Germany; mobile' })
  })

  test.each(['dataforseo', 'serpapi'] as const)(
    '%s: no overview is an answer without a text',
    async (api) => {
      const { result, asked } = await read([api, 'ai_overview'], ['nothing'])
      expect(result).toMatchObject({ shown: false, text: '', cited: [], finishReason: null })
      expect(asked).toHaveLength(1)
    },
  )

  test.each(['dataforseo', 'serpapi'] as const)(
    '%s: an overview that Google declines is not shown',
    async (api) => {
      const { result } = await read([api, 'ai_overview'], ['declined'])
      expect(result).toMatchObject({ shown: false, text: '', finishReason: 'declined' })
    },
  )

  test('that quotes the words of a refusal in a longer answer is shown', async () => {
    const text = 'An AI Overview is not available for this search, says Acme.'
    expect((await read(overviews, [{ text }])).result).toMatchObject({ shown: true, text })
  })

  test('of DataForSEO cites the references of its parts, and lists the others of the whole as consulted', async () => {
    const overview = {
      type: 'ai_overview',
      markdown: 'Acme ![logo](https://images.example/a.png) leads.',
      references: [acme, { url: 'https://other.example/', title: 'Other', domain: 'other.example' }],
      items: [
        { type: 'ai_overview_element', references: [{ url: 'https://nested.example/a', title: 'A' }] },
        { type: 'ai_overview_element', items: [{ references: [acme] }] },
      ],
    }
    const { result } = await read(overviews, [Response.json(task([{ items: [overview] }]))])
    expect(result).toMatchObject({
      text: 'Acme  leads.',
      cited: [{ url: 'https://nested.example/a' }, { url: 'https://acme.example/pricing' }],
      consulted: [{ url: 'https://other.example/' }],
    })
  })

  test('of SerpApi is read block by block, and cites what a block points at', async () => {
    const page = {
      search_metadata: { status: 'Success' },
      text_blocks: [
        { type: 'paragraph', snippet: 'Two tools stand out.', reference_indexes: [1] },
        { type: 'heading', snippet: 'Tools' },
        {
          type: 'list',
          list: [{ title: 'Acme:', snippet: 'fast', list: [{ snippet: 'and small' }] }, { snippet: 'Beta' }],
        },
        {
          type: 'table',
          table: [
            ['Name', 'Price'],
            ['Acme', ''],
          ],
        },
        { type: 'code_block', code: 'acme run' },
        { type: 'video', link: 'https://video.example' },
      ],
      references: [
        { index: 0, link: 'https://www.google.com/url?q=https%3A%2F%2Fread.example%2F&sa=U', title: 'Read' },
        { index: 1, link: 'https://cited.example/?utm_source=chatgpt.com', title: 'Cited' },
      ],
    }
    const { result } = await read(['serpapi', 'ai_mode'], [Response.json(page)])
    expect(result).toMatchObject({
      text: [
        'Two tools stand out.',
        '### Tools',
        '- Acme: fast\n  - and small\n- Beta',
        '| Name | Price |\n| --- | --- |\n| Acme |  |',
        '```\nacme run\n```',
      ].join('\n\n'),
      cited: [{ url: 'https://cited.example/', domain: 'cited.example' }],
      consulted: [{ url: 'https://read.example/', domain: 'read.example' }],
    })
  })

  test('of SerpApi that loads its overview later costs a second search', async () => {
    const overview = { text_blocks: [{ type: 'paragraph', snippet: 'Acme.' }] }
    const { result, asked } = await read(
      ['serpapi', 'ai_overview'],
      ['unloaded', Response.json({ ai_overview: overview })],
    )
    expect(result).toMatchObject({ text: 'Acme.', shown: true, cents: expect.closeTo(5, 10) })
    expect(asked[1]?.query.get('engine')).toBe('google_ai_overview')
    expect(asked[1]?.query.get('page_token')).toBe('token-1')
  })
})

describe('a page that cannot be read', () => {
  test('because its overview was not loaded is asked for three times, and never counts as not shown', async () => {
    const { result, asked, pauses } = await read(overviews, ['unloaded'])
    expect(result).toMatchObject({
      reason: 'unavailable',
      message: 'The provider of pages/ai-overview could not load the AI answer of the page.',
    })
    expect([asked.length, pauses]).toEqual([3, [1500, 3000]])
  })

  test.each([
    ['dataforseo', ['unloaded', { text: 'Acme.' }], 0.8],
    ['serpapi', ['unloaded', 'nothing', { text: 'Acme.' }], 7.5],
  ] as const)('%s: costs what all its attempts cost', async (api, replies, cents) => {
    const { result } = await read([api, 'ai_overview'], [...replies])
    expect(result).toMatchObject({ text: 'Acme.', cents: expect.closeTo(cents, 10) })
  })

  test('is read at a later attempt', async () => {
    const failed = Response.json({
      tasks: [{ status_code: 50000, status_message: 'Internal SE Server Error' }],
    })
    const { result, pauses } = await read(overviews, [failed, { text: 'Acme.' }])
    expect(result).toMatchObject({ text: 'Acme.' })
    expect(pauses).toEqual([1500])
  })

  test.each([
    [40100, 'unauthorized', 'The endpoint of pages/ai-overview refuses the key: check PAGE_KEY.'],
    [40200, 'refused', 'The endpoint of pages/ai-overview requires payment: top up the account.'],
    [40202, 'rate_limited', 'The provider of "pages/ai-overview" is limiting requests.'],
    [40501, 'refused', 'The endpoint of pages/ai-overview refused the question with status 400.'],
  ] as const)(
    'DataForSEO: a task with the code %d has failed although its HTTP status is 200',
    async (code, reason, message) => {
      const reply = Response.json({
        status_code: 20000,
        tasks: [{ status_code: code, status_message: 'login-1 may not: pass-2.', result: null }],
      })
      const { result } = await read(overviews, [reply])
      expect(result).toMatchObject({ reason, message, said: '… may not: ….' })
    },
  )

  test('DataForSEO: "no results" is a page without an overview, but no page of AI Mode', async () => {
    const reply = Response.json(task([], { status_code: 40102, result: null }))
    expect((await read(overviews, [reply])).result).toMatchObject({ shown: false })
    expect((await read(['dataforseo', 'ai_mode'], [reply])).result).toMatchObject({ reason: 'unusable' })
  })

  test.each([
    [401, 'Invalid API key. Your API key should be here: login-1:pass-2', 'unauthorized'],
    [429, 'Your account has run out of searches.', 'refused'],
    [429, 'You are exceeding the throughput.', 'rate_limited'],
    [400, 'Unsupported `location`.', 'refused'],
  ] as const)('SerpApi: status %d, %s', async (status, error, reason) => {
    const { result } = await read(['serpapi', 'ai_overview'], [Response.json({ error }, { status })])
    expect(result).toMatchObject({ reason })
    expect(JSON.stringify([result, (result as ModelError).said])).not.toContain('pass-2')
  })

  test('SerpApi: "no results" is a page without an overview, and an empty page is a failure', async () => {
    const none = Response.json({ error: "Google hasn't returned any results for this query." })
    expect((await read(['serpapi', 'ai_overview'], [none])).result).toMatchObject({ shown: false })
    const empty = Response.json({ search_metadata: { status: 'Success' } })
    expect((await read(['serpapi', 'ai_overview'], [empty])).result).toMatchObject({ reason: 'unusable' })
  })

  test.each(['dataforseo', 'serpapi'] as const)('%s: an empty page is a failure', async (api) => {
    const empty = api === 'dataforseo' ? task([{ items: [] }]) : { search_metadata: { status: 'Success' } }
    expect((await read([api, 'ai_mode'], [Response.json(empty)])).result).toMatchObject({
      reason: 'unusable',
    })
  })
})

test('a page with hostile Markdown and lists is read in linear time, and its text is cut', async () => {
  const nested = (depth: number): object => ({
    snippet: 'x',
    ...(depth > 0 ? { list: [nested(depth - 1)] } : {}),
  })
  const list = textOfBlocks([{ type: 'list', list: [nested(2000)] }])
  expect(list.split('\n').length).toBeLessThan(20)
  expect(withoutImages('!['.repeat(500_000)).length).toBe(200_000)
  expect(withoutImages('a ![b](c) d')).toBe('a  d')
  expect(isDeclined(`a${'.'.repeat(100_000)}x`)).toBe(false)
})

test('a cost that no answer can have is not believed', () => {
  const answer = { cost: 1e308, tokens: noTokens, searches: 0 } as ParsedAnswer
  expect(centsOf(answer, null)).toBe(0)
})
