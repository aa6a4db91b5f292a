import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Answer, client } from './client'
import { connectRepository, createTrigger, type Repository, writePost } from './deliveries'
import {
  at,
  createKey,
  type Herald,
  minutes,
  type Organization,
  openOrganization,
  startHerald,
} from './support'

setDefaultTimeout(60_000)

let herald: Herald
let acme: Organization
let widgets: Repository
let postId: string

beforeAll(async () => {
  herald = await startHerald()
  acme = await openOrganization(herald, 'acme')
  widgets = await connectRepository(herald, acme, 'acme/widgets')
  await createTrigger(acme, [widgets])
  postId = (await writePost(herald, acme, widgets, 'feat: a post to edit')).id
})
afterAll(() => herald.stop())

const names = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const
const limitHeaders = [...names, ...names.map((name) => `X-${name}`)]

// How far the server's clock is ahead.
let ahead = 0
const now = () => Date.now() + ahead

async function restart(shift: number) {
  ahead = shift
  await herald.restart(at(shift))
}

async function freshApi() {
  return client(herald.url, await createKey(herald, 'acme'))
}

let count = 0
function connect(api: ReturnType<typeof client>) {
  count += 1
  return api.post('/v1/integrations/github', { owner: 'acme', repo: `limited-${count}` })
}

function budget({ headers }: Answer) {
  return { limit: headers.get('ratelimit-limit'), remaining: headers.get('ratelimit-remaining') }
}

function expectLimitHeaders({ headers, status, sentAt }: Answer) {
  expect(headers.get('x-ratelimit-limit')).toBe(headers.get('ratelimit-limit'))
  expect(headers.get('x-ratelimit-remaining')).toBe(headers.get('ratelimit-remaining'))
  for (const name of limitHeaders)
    expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(/^\d+$/)])
  const seconds = Number(headers.get('ratelimit-reset'))
  expect(seconds).toBeLessThanOrEqual(60)
  // The two headers agree on when the server answered, in whole seconds.
  const answeredAt = Number(headers.get('x-ratelimit-reset')) - seconds
  expect(answeredAt).toBeWithin(Math.floor((sentAt + ahead) / 1000) - 1, now() / 1000 + 1)
  if (status !== 429) expect(headers.get('retry-after')).toBeNull()
}

function expectExhausted(answer: Answer, limit: number) {
  expectLimitHeaders(answer)
  expect(answer.status).toBe(429)
  expect(answer.body).toEqual({
    error: 'Rate limit exceeded',
    limit,
    remaining: 0,
    reset: expect.any(Number),
  })
  const reset = answer.body.reset ?? 0
  expect(reset).toBeGreaterThanOrEqual(answer.sentAt + ahead)
  expect(reset).toBeLessThanOrEqual(now() + minutes(1))
  expect(budget(answer)).toEqual({ limit: String(limit), remaining: '0' })
  const retryAfter = answer.headers.get('retry-after') ?? ''
  expect(retryAfter).toMatch(/^[1-9]\d?$/)
  expect(Number(retryAfter)).toBeLessThanOrEqual(60)
}

describe('POST /v1/integrations/github: 20 a minute for a key', () => {
  test('each connection uses one, the 21st is refused, another key is not affected', async () => {
    const api = await freshApi()
    for (let spent = 1; spent <= 20; spent++) {
      const answer = await connect(api)
      expect(answer.status).toBe(201)
      expectLimitHeaders(answer)
      expect(budget(answer)).toEqual({ limit: '20', remaining: String(20 - spent) })
    }
    expectExhausted(await connect(api), 20)
    expect((await connect(await freshApi())).status).toBe(201)
  })

  test('is exact for concurrent requests', async () => {
    const api = await freshApi()
    const answers = await Promise.all(Array.from({ length: 30 }, () => connect(api)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test('a request refused earlier uses nothing and returns the remaining requests', async () => {
    const api = await freshApi()
    const refusals = [
      ['{', 400],
      [{ owner: 'acme' }, 400],
      [{ owner: 'acme', repo: 'limited', token: 'not-a-token' }, 400],
      [{ owner: 'acme', repo: 'widgets' }, 409],
    ] as const
    for (const [content, status] of refusals) {
      const answer = await api.post('/v1/integrations/github', content)
      expect(answer.status).toBe(status)
      expectLimitHeaders(answer)
      expect(budget(answer)).toEqual({ limit: '20', remaining: '20' })
    }
    expect(budget(await connect(api)).remaining).toBe('19')
  })

  test('a duplicate is reported even when the limit is used up', async () => {
    const api = await freshApi()
    await Promise.all(Array.from({ length: 20 }, () => connect(api)))
    expectExhausted(await connect(api), 20)
    const duplicate = await api.post('/v1/integrations/github', { owner: 'acme', repo: 'widgets' })
    expect(duplicate.status).toBe(409)
    expectLimitHeaders(duplicate)
  })
})

describe('PATCH /v1/posts/{postId}: 60 a minute for a key', () => {
  test('60 edits pass, the 61st is refused after the checks that come before it', async () => {
    const api = await freshApi()
    const edit = (id: string, content: unknown) => api.patch(`/v1/posts/${id}`, content)
    const unknown = await edit('unknown', { title: 'x' })
    expect(unknown.status).toBe(404)
    expect(budget(unknown)).toEqual({ limit: '60', remaining: '60' })
    expectLimitHeaders(unknown)
    const invalid = await edit(postId, { title: '' })
    expect(invalid.status).toBe(400)
    expect(budget(invalid)).toEqual({ limit: '60', remaining: '60' })
    const edits = await Promise.all(
      Array.from({ length: 60 }, (_, i) => edit(postId, { title: `Title ${i}` })),
    )
    expect(edits.map(({ status }) => status)).toEqual(Array(60).fill(200))
    expect(edits.map((answer) => Number(budget(answer).remaining)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, i) => i),
    )
    expectExhausted(await edit(postId, { title: 'One too many' }), 60)
    expect((await edit('unknown', { title: 'x' })).status).toBe(404)
    expect((await edit(postId, { title: '' })).status).toBe(400)
  })
})

describe('endpoints without a limit', () => {
  const requests: [string, string][] = [
    ['GET', '/v1/posts'],
    ['GET', '/v1/posts/unknown'],
    ['DELETE', '/v1/posts/unknown'],
    ['GET', '/v1/integrations'],
    ['DELETE', '/v1/integrations/unknown'],
    ['GET', '/v1/event-triggers'],
    ['GET', '/v1/event-triggers/unknown'],
    ['DELETE', '/v1/event-triggers/unknown'],
    ['GET', '/v1/status'],
  ]

  test.each(requests)('%s %s sends no rate limit header', async (method, path) => {
    const { headers } = await acme.api.send(method, path)
    for (const name of [...limitHeaders, 'Retry-After'])
      expect([name, headers.get(name)]).toEqual([name, null])
  })
})

test('the window slides: a use is free again a minute later, not before', async () => {
  const api = await freshApi()
  const spendTen = () => Promise.all(Array.from({ length: 10 }, () => connect(api)))
  await spendTen()
  await restart(40_000)
  await spendTen()
  const refused = await connect(api)
  expectExhausted(refused, 20)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(20)
  await restart(61_000)
  const later = await spendTen()
  expect(later.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expectExhausted(await connect(api), 20)
  await restart(0)
})

test('a window survives a restart and ends after its minute', async () => {
  const api = await freshApi()
  await Promise.all(Array.from({ length: 20 }, () => connect(api)))
  expectExhausted(await connect(api), 20)
  await restart(0)
  expectExhausted(await connect(api), 20)
  await restart(61_000)
  const answer = await connect(api)
  expect([answer.status, budget(answer).remaining]).toEqual([201, '19'])
})
