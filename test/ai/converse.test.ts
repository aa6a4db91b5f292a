import { beforeEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { converse } from '../../src/ai/converse/converse.ts'
import { createThoughtReader } from '../../src/ai/converse/inline-thoughts.ts'
import type { Part } from '../../src/ai/converse/part.ts'
import type { OfferedTool } from '../../src/ai/converse/tools.ts'
import { ModelError } from '../../src/ai/error.ts'
import { limitStream } from '../../src/ai/limited-fetch.ts'
import type { Model } from '../../src/ai/models.ts'
import { type TestContext, testContext } from '../support/context.ts'
import { answer, call, done, end, say, startTalking, think } from '../support/talking.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})

const listPosts: OfferedTool = {
  name: 'list_posts',
  description: 'List posts.',
  inputSchema: {
    type: 'object',
    properties: { limit: { type: 'integer' } },
    required: [],
    additionalProperties: false,
  },
}

type Asked = Partial<Parameters<typeof converse>[2]>
type Endpoint = ReturnType<typeof startTalking>

function ask(endpoint: Endpoint, asked: Asked = {}) {
  return converse(ctx, endpoint.models().writer as Model, {
    instructions: 'Help.',
    messages: [{ role: 'user', content: 'Hello' }],
    tools: [listPosts],
    signal: new AbortController().signal,
    ...asked,
  })
}

/** All parts of an answer, with consecutive deltas of one kind joined. */
async function hear(endpoint: Endpoint, asked: Asked = {}): Promise<Part[]> {
  const parts: Part[] = []
  for await (const part of ask(endpoint, asked)) {
    const last = parts.at(-1)
    if ('delta' in part && last && 'delta' in last && last.type === part.type) last.delta += part.delta
    else parts.push({ ...part })
  }
  return parts
}

const failureOf = (endpoint: Endpoint, asked: Asked = {}): Promise<ModelError> =>
  hear(endpoint, asked).then(
    (parts) => Promise.reject(new Error(`It said ${JSON.stringify(parts)}.`)),
    (error) => error,
  )

const tokens = { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 }
const finish = (reason: string) =>
  ({ type: 'finish', reason, tokens, firstPartAt: expect.any(Date) }) as never

test('streams text delta by delta, then the finish reason and the usage', async () => {
  using endpoint = startTalking(answer('Hel', 'lo', '.'))
  const parts = await Array.fromAsync(ask(endpoint))
  expect(parts).toEqual([
    { type: 'text', delta: 'Hel' },
    { type: 'text', delta: 'lo' },
    { type: 'text', delta: '.' },
    finish('stop'),
  ])
  expect(endpoint.talks[0]?.body).toMatchObject({
    model: 'writer',
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: 'Help.' },
      { role: 'user', content: 'Hello' },
    ],
    tools: [{ type: 'function', function: { name: 'list_posts', parameters: listPosts.inputSchema } }],
  })
  expect(endpoint.talks[0]?.headers.get('authorization')).toBe('Bearer test-key')
})

test('cached input tokens are counted separately, because they have another price', async () => {
  const used = {
    ...{ prompt_tokens: 1000, completion_tokens: 1 },
    prompt_tokens_details: { cached_tokens: 900 },
  }
  using endpoint = startTalking([...say('Yes.'), ...end('stop', used)])
  expect((await hear(endpoint)).at(-1)).toMatchObject({
    tokens: { inputTokens: 1000, outputTokens: 1, cacheReadTokens: 900, cacheWriteTokens: 0 },
  })
})

test('tokens are estimated from the length when the endpoint does not count them', async () => {
  using endpoint = startTalking([...say('12345678'), ...end('stop', null)])
  const last = (await hear(endpoint)).at(-1)
  expect(last).toMatchObject({ type: 'finish', tokens: { inputTokens: 9, outputTokens: 2 } })
})

test('thoughts in a separate field, and thoughts inside the text, are reasoning', async () => {
  using endpoint = startTalking(
    [...think('So', '.'), ...answer('Yes.')],
    answer('<thi', 'nk>So', '.</th', 'ink>\n', '\nYes', '.'),
  )
  const expected = [
    { type: 'reasoning', delta: 'So.' },
    { type: 'text', delta: 'Yes.' },
    finish('stop'),
  ] as never
  expect(await hear(endpoint)).toEqual(expected)
  expect(await hear(endpoint)).toEqual(expected)
})

test('white space before a text is part of it, and is read in linear time', () => {
  const reader = createThoughtReader()
  // With 300,000 deltas, an algorithm of quadratic time would not end.
  const early = Array.from({ length: 300_000 }, () => reader.read('\n')).flat()
  const [said] = reader.read('Yes')
  expect([early.length, said?.type, said?.delta.length]).toEqual([0, 'text', 300_003])
})

test('thoughts are the same however they are split into deltas', () => {
  const texts = fc.constantFrom(
    '<think>a < b</thinx></think>\n\nYes <think>no</think>.',
    ' <THINKING>İ ok</THINKING><think>two</think>  Three',
    '<reasoning>never ends </reason',
    '<thinker>no thought',
    '<thi',
    '  plain',
  )
  const read = (deltas: string[]) => {
    const reader = createThoughtReader()
    const said = [...deltas.flatMap(reader.read), ...reader.end()]
    const join = (type: string) => said.flatMap((part) => (part.type === type ? part.delta : [])).join('')
    return [join('reasoning'), join('text')]
  }
  fc.assert(
    fc.property(texts, fc.array(fc.nat(60)), (text, cuts) => {
      const places = [...new Set([0, ...cuts, text.length])]
        .filter((at) => at <= text.length)
        .sort((a, b) => a - b)
      const deltas = places.slice(1).map((at, index) => text.slice(places[index], at))
      expect(read(deltas)).toEqual(read([text]))
    }),
  )
  expect(read(['<think>a</think> \n<think>b</think>\nc <think>d'])).toEqual(['ab', 'c <think>d'])
})

const called = { type: 'call', callId: 'call_1', toolName: 'list_posts', input: { limit: 3 } }
test.each([
  ['as the wire says', { index: 0, id: 'call_1' }, 'tool_calls'],
  ['without an index', { id: 'call_1' }, 'tool_calls'],
  ['under the reason stop', { index: 0, id: 'call_1' }, 'stop'],
])('a call of a tool is read %s', async (_, wire, reason) => {
  using endpoint = startTalking([call('list_posts', { limit: 3 }, wire), ...end(reason)])
  expect(await hear(endpoint)).toEqual([
    { type: 'call-start', callId: 'call_1', toolName: 'list_posts' },
    { type: 'call-delta', callId: 'call_1', delta: '{"limit":3}' },
    called,
    finish('tool-calls'),
  ] as never)
})

test.each([
  [
    'the same id twice',
    [
      { index: 0, id: 'x' },
      { index: 1, id: 'x' },
    ],
  ],
  ['no id', [{ index: 0 }, { index: 1 }]],
])('calls with %s get one each', async (_, [first, second]) => {
  using endpoint = startTalking([
    call('list_posts', { limit: 1 }, first),
    call('list_posts', { limit: 2 }, second),
    ...end('tool_calls'),
  ])
  const calls = (await hear(endpoint)).filter((part) => part.type === 'call')
  expect(calls.map(({ input }) => input)).toEqual([{ limit: 1 }, { limit: 2 }])
  expect(new Set(calls.map(({ callId }) => callId)).size).toBe(2)
})

test.each([
  ['no JSON', 'list_posts', '{"limit":', 'The input is not valid JSON.'],
  ['another shape', 'list_posts', '{"limit":"three"}', 'The input is invalid: input/limit must be integer.'],
  [
    'a field too many',
    'list_posts',
    '{"all":1}',
    'The input is invalid: input must NOT have additional properties.',
  ],
  ['an unknown tool', 'drop_table', '{}', 'There is no tool drop_table.'],
])('a call with %s is returned as one that cannot be run', async (_, name, input, error) => {
  using endpoint = startTalking([call(name, input), ...end('tool_calls')])
  const parts = await hear(endpoint)
  expect(parts.at(-2)).toMatchObject({ type: 'bad-call', callId: 'call_1', toolName: name, error })
  expect(parts.at(-1)).toEqual(finish('tool-calls'))
})

test('an answer that reached the length limit keeps that finish reason, so that its calls are not run', async () => {
  using endpoint = startTalking([call('list_posts', { limit: 3 }), ...end('length')])
  expect((await hear(endpoint)).at(-1)).toEqual(finish('length'))
})

const secret = { error: { message: 'the key sk-secret said no', type: 'server_error' } }
const failing = (status: number, headers: Record<string, string> = {}) =>
  Response.json(secret, { status, headers })

test.each([
  ['401', failing(401), 'unauthorized'],
  ['404', failing(404), 'not_found'],
  ['429', failing(429), 'rate_limited'],
  ['500', failing(500), 'unavailable'],
  ['a page', new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'unusable'],
  ['an error before the first word', [secret, done], 'unusable'],
  ['an error in mid-stream', [...say('Well'), secret, done], 'unavailable'],
  ['an end without finish', say('Well'), 'unavailable'],
  ['an end without a word', [done], 'unusable'],
  ['a line that is no JSON', [...say('Well'), 'data: {"cho\n\n', ...end()], 'unavailable'],
  ['an empty answer', answer('', '  '), 'unusable'],
  ['thoughts alone', [...think('Hm.'), ...end()], 'unusable'],
])('%s is a failure in a sentence of Herald', async (_, script, reason) => {
  using endpoint = startTalking(script)
  const error = await failureOf(endpoint)
  expect(error.reason).toBe(reason as ModelError['reason'])
  expect(error.message).toMatch(/^The .*\.$/)
  expect(error.message).not.toContain('sk-secret')
  expect(endpoint.talks).toHaveLength(1)
})

test('a rate limit error has the time to retry after', async () => {
  using endpoint = startTalking(failing(429, { 'retry-after': '30' }))
  const { retryAt } = await failureOf(endpoint)
  expect(retryAt).toEqual(new Date(ctx.now().getTime() + 30_000))
})

test('an endpoint that closes its connection early is a failure', async () => {
  const endpoint = startTalking(() => thenSilence('Well'))
  const parts = ask(endpoint)
  expect((await parts.next()).value).toEqual({ type: 'text', delta: 'Well' })
  endpoint[Symbol.dispose]()
  expect(await parts.next().catch((error) => error)).toMatchObject({
    reason: 'unavailable',
    message: 'The model writer stopped in the middle of its answer.',
  })
})

const never = () => new Promise<never>(() => {})
async function* thenSilence(...texts: string[]) {
  yield* say(...texts)
  await never()
}

test.each([
  ['from the first', []],
  ['after a word', ['Well']],
])('silence %s ends the call', async (_, texts) => {
  using endpoint = startTalking(() => thenSilence(...texts))
  const error = await failureOf(endpoint, { silenceMilliseconds: 30 })
  expect(error).toMatchObject({ reason: 'timed_out', message: 'The model writer did not answer in time.' })
  await endpoint.talks[0]?.left
})

test('an abort ends the request to the endpoint and throws its own reason', async () => {
  using endpoint = startTalking(() => thenSilence('Well'))
  const abort = new AbortController()
  const reason = new Error('The person left.')
  const heard: Part[] = []
  const listening = (async () => {
    for await (const part of ask(endpoint, { signal: abort.signal })) {
      heard.push(part)
      abort.abort(reason)
    }
  })()
  expect(await listening.catch((error) => error)).toBe(reason)
  expect(heard).toEqual([{ type: 'text', delta: 'Well' }])
  await endpoint.talks[0]?.left
})

test('a reader that stops ends the request to the endpoint', async () => {
  using endpoint = startTalking(() => thenSilence('Well'))
  for await (const _ of ask(endpoint)) break
  await endpoint.talks[0]?.left
})

test('an answer of ten megabytes ends at the length limit', async () => {
  async function* endless() {
    for (let count = 0; count < 10_000; count++) yield* say('x'.repeat(1024))
    yield* end()
  }
  using endpoint = startTalking(() => endless())
  const parts = await hear(endpoint, { maxCharacters: 100_000 })
  expect(parts[0]).toMatchObject({ type: 'text', delta: 'x'.repeat(98 * 1024) })
  expect(parts[1]).toMatchObject({ type: 'finish', reason: 'length', tokens: { outputTokens: 25_088 } })
  await endpoint.talks[0]?.left
  expect(endpoint.talks[0]?.sent).toBeLessThan(10_000)
})

test.each([
  [true, 'high', 'high'],
  [true, 'off', 'none'],
  [false, 'high', undefined],
] as const)(
  'the thinking level is sent if the model supports levels: %p, %s',
  async (thinking, thinkingLevel, sent) => {
    using endpoint = startTalking(answer('Yes.'))
    const model = { ...(endpoint.models().writer as Model), thinking }
    const asked = { instructions: 'Help.', messages: [{ role: 'user' as const, content: 'Hello' }] }
    const { signal } = new AbortController()
    await Array.fromAsync(converse(ctx, model, { ...asked, signal, thinkingLevel }))
    expect(endpoint.talks.at(-1)?.body.reasoning_effort).toBe(sent as never)
  },
)

test('an event of more than 4 MB ends the answer, before and after its first part', async () => {
  const line = `data: ${'x'.repeat(5 * 1024 * 1024)}`
  const message = 'The response of the model server is larger than 4 MB.'
  using silent = startTalking([line])
  expect(await failureOf(silent)).toMatchObject({ reason: 'unusable', message })
  using speaking = startTalking([...say('Hello'), line])
  expect(await failureOf(speaking)).toMatchObject({ reason: 'unusable', message })
})

const readLimited = (text: string, maxBytes: number, maxEventBytes: number) =>
  new Response(new Response(text).body?.pipeThrough(limitStream(maxBytes, maxEventBytes))).text()

test('a stream ends at its limit even if its events are short', async () => {
  expect(await readLimited('a\n\nb\n\n', 6, 2)).toBe('a\n\nb\n\n')
  await expect(readLimited('a\n\nb\n\n', 5, 2)).rejects.toBeInstanceOf(ModelError)
})

test('the size limit of an event also applies to an event of many short lines', async () => {
  await expect(readLimited('ab\ncd\n', 100, 3)).rejects.toBeInstanceOf(ModelError)
  await expect(readLimited('abcd\n\n', 100, 3)).rejects.toBeInstanceOf(ModelError)
})

test.each(['\n\n', '\r\n\r\n', '\r\r'])('after a blank line, %j, another event begins', async (blank) => {
  const text = `abc${blank}`.repeat(9)
  expect(await readLimited(text, 100, 6)).toBe(text)
})
