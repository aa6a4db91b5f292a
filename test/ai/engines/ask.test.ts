import { beforeEach, describe, expect, test } from 'bun:test'
import type { EngineAnswer, Question } from '../../../src/ai/engines/answer.ts'
import { askEngine } from '../../../src/ai/engines/ask.ts'
import type { Engine, ModelApi } from '../../../src/ai/engines/engine.ts'
import { ModelError } from '../../../src/ai/error.ts'
import { type TestContext, testContext } from '../../support/context.ts'
import { badDays, type EngineReply, engineServer } from '../../support/engine-server.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})

const apis: ModelApi[] = ['chat', 'responses', 'gemini', 'messages', 'conversations']

const question = (more: Partial<Question> = {}): Question => ({
  instructions: 'Answer directly.',
  turns: [{ role: 'user', content: 'What are the best tools?' }],
  search: true,
  signal: new AbortController().signal,
  ...more,
})

/** Asks a scripted server that gives one reply. */
async function answerOf(
  reply: EngineReply,
  entry: Partial<Engine> = {},
  more: Partial<Question> = {},
): Promise<EngineAnswer> {
  using server = engineServer(reply)
  return await askEngine(ctx, server.engine(entry), question(more))
}

async function failureOf(reply: EngineReply, entry: Partial<Engine> = {}): Promise<ModelError> {
  const error = await answerOf(reply, entry).then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(ModelError)
  return error
}

/** The request for a question of three turns, without a key. */
async function sentFor(entry: Partial<Engine>, more: Partial<Question> = {}) {
  using server = engineServer({})
  const turns = [
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: 'Which tool?' },
  ] as const
  await askEngine(ctx, server.engine(entry), question({ turns: [...turns], ...more }))
  return server.asked[0]?.body
}

const acme = { url: 'https://acme.example/pricing', title: 'Pricing of Acme', domain: 'acme.example' }
const reviews = { url: 'https://reviews.example/best', title: 'The best tools', domain: 'reviews.example' }

describe('a request to an engine', () => {
  const turns = [
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: 'Which tool?' },
  ]

  test.each([
    [
      'chat',
      {
        model: 'one',
        messages: [{ role: 'system', content: 'Answer directly.' }, ...turns],
        max_tokens: 4096,
      },
    ],
    [
      'responses',
      { model: 'one', instructions: 'Answer directly.', input: turns, max_output_tokens: 4096, store: false },
    ],
    [
      'gemini',
      {
        systemInstruction: { parts: [{ text: 'Answer directly.' }] },
        contents: [
          { role: 'user', parts: [{ text: 'Hello.' }] },
          { role: 'model', parts: [{ text: 'Yes.' }] },
          { role: 'user', parts: [{ text: 'Which tool?' }] },
        ],
        generationConfig: { maxOutputTokens: 4096 },
      },
    ],
    ['messages', { model: 'one', system: 'Answer directly.', messages: turns, max_tokens: 4096 }],
    [
      'conversations',
      {
        model: 'one',
        instructions: 'Answer directly.',
        inputs: turns,
        completion_args: { max_tokens: 4096 },
        stream: false,
        store: false,
      },
    ],
  ] as const)('%s: instructions, every turn and the token limit are sent', async (api, body) => {
    expect(await sentFor({ api })).toEqual(body)
  })

  test('the search settings are merged into the top of the body and replace its own fields', async () => {
    const search = { supported: true, body: { tools: [{ type: 'web_search' }], store: true } }
    expect(await sentFor({ api: 'responses', search })).toMatchObject(search.body)
  })

  test('nothing is merged without a search, or for an engine without one', async () => {
    const body = { tools: [{ type: 'web_search' }] }
    expect(await sentFor({ search: { supported: true, body } }, { search: false })).not.toHaveProperty(
      'tools',
    )
    expect(await sentFor({ search: { supported: false, body } })).not.toHaveProperty('tools')
  })

  test('a search is forced if the API has a parameter for it', async () => {
    const search = { supported: true, body: { tools: [{ type: 'web_search' }] } }
    const chosen = await Promise.all(
      apis.map(async (api) => (await sentFor({ api, search }, { forceSearch: true })).tool_choice),
    )
    expect(chosen).toEqual(['required', 'required', undefined, undefined, undefined])
    // A search parameter that is not a tool cannot be forced.
    const plain = { supported: true, body: { web_search_options: {} } }
    expect(await sentFor({ search: plain }, { forceSearch: true })).not.toHaveProperty('tool_choice')
  })

  test('a thinking model gets its token budget in the field that it accepts', async () => {
    const body = await sentFor({ thinking: true, maxOutputTokens: 9000 })
    expect([body.max_completion_tokens, body.max_tokens]).toEqual([9000, undefined])
  })

  test.each([
    ['chat', 'authorization', 'Bearer s3cret'],
    ['responses', 'authorization', 'Bearer s3cret'],
    ['gemini', 'x-goog-api-key', 's3cret'],
    ['messages', 'x-api-key', 's3cret'],
    ['conversations', 'authorization', 'Bearer s3cret'],
  ] as const)('%s: the key is sent in the header %s', async (api, header, value) => {
    using server = engineServer({})
    const engines = server.engines([{ api, keyVariable: 'TEST_KEY' }], { TEST_KEY: 's3cret' })
    await askEngine({ ...ctx, engines }, engines.list[0] as Engine, question())
    expect(server.asked[0]?.headers.get(header)).toBe(value)
  })

  test('no Authorization header is sent without a key', async () => {
    using server = engineServer({})
    await askEngine(ctx, server.engine(), question())
    expect(server.asked[0]?.headers.get('authorization')).toBeNull()
  })
})

describe('an answer of an engine', () => {
  test.each(apis)(
    '%s: text, usage, cost and sources are returned, cited and consulted ones separately',
    async (api) => {
      // Mistral returns no finish reason, no thoughts and no pages that were only read.
      const isSilent = api === 'conversations'
      expect(await answerOf({}, { api })).toEqual({
        text: 'Acme is one of the tools that teams name first.',
        ...{ shown: true, page: null },
        finishReason: isSilent ? null : 'stop',
        modelReported: 'one',
        searched: true,
        queries: api === 'chat' ? [] : ['best tools'],
        cited: [acme],
        // OpenAI returns only the URL.
        consulted: isSilent ? [] : [api === 'responses' ? { ...reviews, title: null } : reviews],
        usage: { input: 1000, output: 200, reasoning: isSilent ? 0 : 50 },
        // 1,000 tokens at $1 and 200 at $4 per million, and one search at 1 cent.
        cents: expect.closeTo(1.18, 10),
      })
    },
  )

  test.each(apis.filter((api) => api !== 'conversations'))(
    '%s: a truncated answer is reported',
    async (api) => {
      expect((await answerOf({ finish: 'length' }, { api })).finishReason).toBe('length')
    },
  )

  test.each(['chat', 'responses'] as const)('%s: the cost that the endpoint reports counts', async (api) => {
    expect((await answerOf({ cost: 0.0123 }, { api })).cents).toBeCloseTo(1.23, 10)
  })

  test('a model without a price costs the standard price', async () => {
    // 1,000 tokens at $1 and 200 at $4 per million.
    expect((await answerOf({}, { price: null })).cents).toBeCloseTo(0.18, 10)
  })

  test.each(apis)('%s: invalid sources do not invalidate the answer', async (api) => {
    const { text, cited, consulted } = await answerOf(badDays.malformed, { api })
    expect([text, cited, consulted]).toEqual(['Acme, I think.', [], []])
  })

  test.each(apis)('%s: an answer without a search is reported as such', async (api) => {
    const said = { queries: [], cited: [], consulted: [] }
    const { searched } = await answerOf(
      said,
      { api, search: { supported: false, body: {} } },
      { search: false },
    )
    expect(searched).toBe(false)
  })

  test('whether an endpoint searched is unknown if it does not count searches', async () => {
    const bare = { choices: [{ message: { content: 'Acme.' } }] }
    const { searched, usage } = await answerOf(Response.json(bare))
    expect([searched, usage]).toEqual([null, { input: 0, output: 0, reasoning: 0 }])
    expect((await answerOf(Response.json(bare), {}, { search: false })).searched).toBe(false)
  })

  test.each(apis)('%s: an empty answer is valid, and its usage is returned', async (api) => {
    const { text, usage } = await answerOf(badDays.empty, { api })
    expect([text, usage.input]).toEqual(['', 1000])
  })

  test('50 KB, another language and text that looks like a verdict are returned unchanged', async () => {
    for (const day of ['long', 'foreign', 'judging', 'commanding'] as const)
      expect((await answerOf(badDays[day])).text).toBe(badDays[day].text.trim())
    expect(badDays.long.text.length).toBeGreaterThan(50 * 1024)
  })

  test('thoughts that a model marks are not part of the answer', async () => {
    expect((await answerOf('<think>Acme? No.</think>\n\nOther is best.')).text).toBe('Other is best.')
    const content = [
      { type: 'thinking', thinking: [{ text: 'Acme?' }] },
      { type: 'text', text: 'Other.' },
    ]
    expect((await answerOf(Response.json({ choices: [{ message: { content } }] }))).text).toBe('Other.')
  })
})

describe('sources', () => {
  /** The sources of a chat answer that contains more than text. */
  const sourcesOf = async (message: object, more: object = {}) => {
    const body = { choices: [{ message: { content: 'Acme.', ...message } }], ...more }
    const { cited, consulted } = await answerOf(Response.json(body))
    return { cited: cited.map(({ url }) => url), consulted: consulted.map(({ url }) => url) }
  }
  const [a, b] = ['https://a.example/', 'https://b.example/']

  test.each([
    [
      'message.annotations, nested',
      { annotations: [{ type: 'url_citation', url_citation: { url: a } }] },
      {},
    ],
    [
      'message.annotations, flat and without an index',
      { annotations: [{ type: 'url_citation', url: a }] },
      {},
    ],
    ['message.citations as addresses', { citations: [a] }, {}],
    ['message.citations as objects', { citations: [{ url: a, title: 'A' }] }, {}],
    ['citations beside the choices', {}, { citations: [a] }],
  ])('are read from %s', async (_, message, more) => {
    expect(await sourcesOf(message, more)).toEqual({ cited: [a], consulted: [] })
  })

  test('listed in search_results but not cited are consulted sources', async () => {
    const more = { citations: [a], search_results: [{ url: a }, { url: b }] }
    expect(await sourcesOf({}, more)).toEqual({ cited: [a], consulted: [b] })
  })

  test('are returned once each, without fragments and tracking parameters, and only for http URLs', async () => {
    const citations = [a, `${a}#part`, `${a}?utm_source=openai`, 'javascript:alert(1)', 'ftp://c.example/', b]
    expect(await sourcesOf({ citations })).toEqual({ cited: [a, b], consulted: [] })
  })

  test('of Responses count as a search, though the endpoint reports none', async () => {
    const annotations = [{ type: 'url_citation', url: a }]
    const output = [{ type: 'message', content: [{ type: 'output_text', text: 'Acme.', annotations }] }]
    expect(await answerOf(Response.json({ output }), { api: 'responses' })).toMatchObject({ searched: true })
    const none = Response.json({
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'Acme.' }] }],
    })
    expect((await answerOf(none, { api: 'responses' })).searched).toBe(false)
    expect(
      (await answerOf(Response.json({ output_text: 'Acme.' }), { api: 'responses' })).searched,
    ).toBeNull()
  })

  test('of Responses include opened pages and search results, and the final answer has no other items', async () => {
    const output = [
      { type: 'message', phase: 'commentary', content: [{ type: 'output_text', text: 'Let me look.' }] },
      { type: 'web_search_call', name: 'web_search', arguments: '{"query": "xai"}' },
      { type: 'web_search_call', action: { type: 'open_page', url: a } },
      { type: 'search_results', queries: ['acme'], results: [{ url: b, title: 'B' }] },
      { type: 'message', content: [{ type: 'output_text', text: 'Acme.', annotations: [] }] },
    ]
    const answer = await answerOf(Response.json({ output }), { api: 'responses', price: null })
    expect(answer).toMatchObject({ text: 'Acme.', searched: true, queries: ['xai', 'acme'], cited: [] })
    expect(answer.consulted.map(({ url, title }) => [url, title])).toEqual([
      [a, null],
      [b, 'B'],
    ])
  })

  const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ'
  const redirected = { cited: [{ url: redirect, title: 'acme.example' }], consulted: [] }

  test('of Gemini that redirect get the domain from their title', async () => {
    const { cited } = await answerOf(redirected, { api: 'gemini' })
    expect(cited).toEqual([{ url: redirect, title: 'acme.example', domain: 'acme.example' }])
  })

  test('of Gemini that redirect are resolved if a resolver is given, and no others', async () => {
    const asked: string[] = []
    const follow = async (url: string) => {
      asked.push(url)
      return 'https://www.acme.example/pricing#top'
    }
    const two = { ...redirected, consulted: [{ url: a }, { url: `${redirect}2` }] }
    const { cited, consulted } = await answerOf(two, { api: 'gemini' }, { follow })
    expect(cited).toEqual([
      { url: 'https://www.acme.example/pricing', title: 'acme.example', domain: 'acme.example' },
    ])
    expect(consulted.map(({ url }) => url)).toEqual([a])
    expect(asked.sort()).toEqual([redirect, `${redirect}2`])
  })

  test('that cannot be resolved stay unchanged', async () => {
    for (const follow of [async () => null, () => Promise.reject(new Error('no'))]) {
      const { cited } = await answerOf(redirected, { api: 'gemini' }, { follow })
      expect(cited.map(({ url, domain }) => [url, domain])).toEqual([[redirect, 'acme.example']])
    }
  })
})

describe('a failure', () => {
  test.each([
    ['silent', 'timed_out', 'test/one did not answer within 1 seconds.'],
    [
      'garbage',
      'unusable',
      'The endpoint of test/one answered with a web page instead of JSON: check its baseUrl, or a proxy in front of it.',
    ],
    ['half', 'unusable', 'The endpoint of test/one returned a response that cannot be parsed.'],
    ['unauthorized', 'unauthorized', 'The endpoint of test/one refuses the key: set its keyVariable.'],
    ['limited', 'rate_limited', 'The provider of "test/one" is limiting requests.'],
    ['broken', 'unavailable', 'The endpoint of test/one returned status 500.'],
  ] as const)('of an engine that is %s is reported as %s', async (day, reason, message) => {
    const error = await failureOf(badDays[day], { timeoutSeconds: 1 })
    expect([error.reason, error.message]).toEqual([reason, message])
    expect(error.retryAt).toEqual(day === 'limited' ? new Date(ctx.now().getTime() + 30_000) : undefined)
  })

  test.each([
    [400, 'refused'],
    [402, 'refused'],
    [403, 'unauthorized'],
    [404, 'not_found'],
    [408, 'timed_out'],
    [422, 'refused'],
    [503, 'unavailable'],
    [504, 'timed_out'],
    [302, 'unusable'],
  ] as const)('of status %i is reported as %s', async (status, reason) => {
    const headers = { location: 'http://127.0.0.1:1/' }
    expect((await failureOf(Response.json({ error: 'no' }, { status, headers }))).reason).toBe(reason)
  })

  test.each([
    [{ code: 429, message: 'slow down' }, 'rate_limited'],
    [{ code: 'rate_limit_exceeded' }, 'rate_limited'],
    [{ code: 'server_error' }, 'unavailable'],
    ['overloaded', 'unavailable'],
  ] as const)('in an answer of status 200 is a failure: %o', async (error, reason) => {
    expect((await failureOf(Response.json({ error, choices: [] }))).reason).toBe(reason)
  })

  test('of a busy server has the time to retry after', async () => {
    const busy = Response.json({ error: 'overloaded' }, { status: 529, headers: { 'retry-after': '7' } })
    const { reason, retryAt } = await failureOf(busy)
    expect([reason, retryAt]).toEqual(['unavailable', new Date(ctx.now().getTime() + 7000)])
  })

  test('of a server that is down is reported as unavailable', async () => {
    const server = engineServer({})
    server.stop()
    const error = await askEngine(ctx, server.engine(), question()).catch((thrown) => thrown)
    expect([error.reason, error.message]).toEqual([
      'unavailable',
      'The endpoint of test/one cannot be reached.',
    ])
  })

  test('is an answer of more than 1 MiB', async () => {
    const error = await failureOf('x'.repeat(1024 * 1024))
    expect([error.reason, error.message]).toEqual([
      'unusable',
      'The endpoint of test/one returned a response of more than 1 MiB.',
    ])
  })

  test('is never retried by the request itself', async () => {
    using server = engineServer(badDays.broken)
    await askEngine(ctx, server.engine(), question()).catch(() => {})
    expect(server.asked).toHaveLength(1)
  })

  test('includes the message of the endpoint separately, on one line and never with the key', async () => {
    const key = 'sk-proj-0123456789abcdef'
    const message = `Bad key ${key},\nor its start sk-proj-0123…, of ${'x'.repeat(400)}`
    using server = engineServer(Response.json({ error: { message } }, { status: 401 }))
    const engines = server.engines([{ keyVariable: 'TEST_KEY' }], { TEST_KEY: key })
    const error = await askEngine({ ...ctx, engines }, engines.list[0] as Engine, question()).catch((e) => e)
    expect(error.message).toBe('The endpoint of test/one refuses the key: check TEST_KEY.')
    expect(error.said).toBe(`Bad key …, or its start … of ${'x'.repeat(400)}`.slice(0, 300))
    expect(JSON.stringify([error.message, error.said, error.stack])).not.toContain('sk-proj')
  })

  test('the end of the job aborts the question with its own reason', async () => {
    using server = engineServer(badDays.silent)
    const job = new AbortController()
    const asked = askEngine(ctx, server.engine(), question({ signal: job.signal }))
    job.abort(new Error('The server stops.'))
    expect(await asked.catch((error) => error.message)).toBe('The server stops.')
  })
})
