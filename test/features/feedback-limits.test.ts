import { beforeEach, describe, expect, test } from 'bun:test'
import { type Answer, type Team, testApp } from '../support/app.ts'
import type { TestContext } from '../support/context.ts'

let app: Awaited<ReturnType<typeof testApp>>
let ctx: TestContext
let acme: Team
beforeEach(async () => {
  app = await testApp({ trustProxy: 2 })
  ctx = app.ctx
  acme = await app.team('acme')
})

const entry = { message: 'm', title: 't', kind: 'bug', sentiment: 'neutral' }
const minute = 60_000
const send = (address: string, slug = 'acme', body: unknown = entry) =>
  app.anonymous('POST', `/v1/feedback/${slug}`, body, { 'x-forwarded-for': `${address}, 10.0.0.1` })

function standingOf({ headers }: Answer) {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    Number(headers.get(`RateLimit-${name}`)),
  )
  expect(Number(headers.get('X-RateLimit-Limit'))).toBe(limit as number)
  expect(Number(headers.get('X-RateLimit-Remaining'))).toBe(remaining as number)
  expect(Number(headers.get('X-RateLimit-Reset'))).toBe(
    Math.ceil(ctx.now().getTime() / 1000) + (reset as number),
  )
  return { limit, remaining, reset }
}

function expectRefusal(answer: Answer, limit: number, reset: number) {
  expect(answer.status).toBe(429)
  expect(answer.body).toEqual({
    error: 'Rate limit exceeded',
    limit,
    remaining: 0,
    reset: ctx.now().getTime() + reset * 1000,
  })
  expect(standingOf(answer)).toEqual({ limit, remaining: 0, reset })
  expect(answer.headers.get('retry-after')).toBe(String(reset))
}

describe('the public intake', () => {
  test('allows an address 30 in 10 minutes, reported in the headers of each answer', async () => {
    for (let sent = 1; sent <= 30; sent++) {
      const answer = await send('192.0.2.1')
      expect(answer.status).toBe(202)
      expect(standingOf(answer)).toEqual({ limit: 30, remaining: 30 - sent, reset: 600 })
      expect(answer.headers.get('retry-after')).toBeNull()
    }
    await app.team('other')
    expectRefusal(await send('192.0.2.1', 'other'), 30, 600)
    ctx.clock.advance(10 * minute)
    expect((await send('192.0.2.1')).status).toBe(202)
  })

  test('allows an organization 200 in an hour from all addresses together, and reports the window that is used up', async () => {
    for (let sent = 0; sent < 200; sent++) expect((await send(`192.0.2.${sent}`)).status).toBe(202)
    expectRefusal(await send('192.0.2.201'), 200, 3600)
    const other = await app.team('other')
    expect((await send('192.0.2.201', other.slug)).status).toBe(202)
    ctx.clock.advance(60 * minute)
    expect((await send('192.0.2.201')).status).toBe(202)
  })

  test('does not let one address silence an organization', async () => {
    for (let sent = 0; sent < 60; sent++) await send('192.0.2.1')
    expect((await send('192.0.2.2')).status).toBe(202)
  })

  test('reports the limit of address or organization with fewer requests left', async () => {
    for (let sent = 0; sent < 3; sent++) await send('192.0.2.1')
    expect(standingOf(await send('192.0.2.1'))).toEqual({ limit: 30, remaining: 26, reset: 600 })
    for (let sent = 0; sent < 175; sent++) await send(`192.0.2.${10 + sent}`)
    expect(standingOf(await send('192.0.2.200'))).toEqual({ limit: 200, remaining: 20, reset: 3600 })
  })

  test('charges the address before the slug is looked up, and nothing for an invalid request', async () => {
    expect((await send('192.0.2.1', 'acme', { message: '' })).status).toBe(400)
    const lost = await send('192.0.2.1', 'nobody')
    expect([lost.status, standingOf(lost).remaining]).toEqual([404, 29])
    expect(standingOf(await send('192.0.2.1')).remaining).toBe(28)
    const invalid = await send('192.0.2.1', 'acme', { message: '' })
    expect([invalid.status, standingOf(invalid).remaining]).toEqual([400, 28])
  })

  test('charges a duplicate too', async () => {
    await send('192.0.2.1', 'acme', { ...entry, idempotencyKey: 'k' })
    expect(standingOf(await send('192.0.2.1', 'acme', { ...entry, idempotencyKey: 'k' })).remaining).toBe(28)
  })

  test('is exact for a hundred concurrent requests, and stores no more than allowed', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => send('192.0.2.1')))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(70)
    expect((await acme.call('GET', '/v1/feedback')).body.pagination.totalItems).toBe(30)
  })

  test('ignores X-Forwarded-For unless a proxy is trusted', async () => {
    app = await testApp()
    await app.team('acme')
    const remaining = []
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      remaining.push((await send(address)).headers.get('ratelimit-remaining'))
    expect(remaining).toEqual(['29', '28', '27'])
  })

  test('sends no rate-limit headers on the routes of triage', async () => {
    const { headers } = await acme.call('GET', '/v1/feedback')
    expect(headers.get('ratelimit-limit')).toBeNull()
  })
})

describe('the intake with a key', () => {
  test('allows a key 120 a minute and is not affected by public bursts', async () => {
    for (let sent = 0; sent < 31; sent++) await send('192.0.2.1')
    for (let sent = 1; sent <= 120; sent++) {
      const answer = await acme.call('POST', '/v1/feedback', entry)
      expect([answer.status, standingOf(answer).remaining]).toEqual([202, 120 - sent])
    }
    expectRefusal(await acme.call('POST', '/v1/feedback', entry), 120, 60)
    ctx.clock.advance(minute)
    expect((await acme.call('POST', '/v1/feedback', entry)).status).toBe(202)
  })

  test('returns a known key its remaining requests when it refuses', async () => {
    const { call } = await app.team('reader', ['feedback.read'])
    const answer = await call('POST', '/v1/feedback', entry)
    expect([answer.status, answer.body.code, standingOf(answer).remaining]).toEqual([403, 'FORBIDDEN', 120])
    expect(answer.body.recovery).toBe('Use a key that has the scope feedback.write or feedback.send.')
    const stranger = await app.anonymous('POST', '/v1/feedback', entry)
    expect([stranger.status, stranger.body.code]).toEqual([401, 'MISSING_API_KEY'])
    expect(stranger.body.recovery).toMatch(/under API keys in the dashboard .*herald key create/)
  })
})
