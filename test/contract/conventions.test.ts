import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { client } from './client'
import { connect } from './deliveries'
import { createKey, type Herald, type Organization, openOrganization, startHerald } from './support'

setDefaultTimeout(60_000)

const allowed = 'https://app.example.com'

let herald: Herald
let acme: Organization
let otherKey: string

beforeAll(async () => {
  herald = await startHerald({
    CORS_ORIGINS: `${allowed},http://localhost:5173`,
    BASE_URL: 'https://herald.example.com',
  })
  acme = await openOrganization(herald, 'acme')
  await connect(acme, 'acme/widgets')
  otherKey = await createKey(herald, 'acme', '--scope', 'skills.read')
})
afterAll(() => herald.stop())

describe('headers of every /v1 and /v2 answer', () => {
  const anyone = () => client(herald.url)
  const answers = {
    'a list': () => acme.api.get('/v1/posts'),
    'the public status': () => anyone().get('/v1/status'),
    'a missing key': () => anyone().get('/v1/posts'),
    'a wrong key': () => client(herald.url, 'wrong').get('/v1/posts'),
    'an unknown path': () => anyone().get('/v1/nothing'),
    'an unknown path of /v2': () => anyone().get('/v2/nothing'),
    'a validation error': () => acme.api.get('/v1/posts?limit=0'),
    'broken JSON': () => acme.api.post('/v1/event-triggers', '{'),
    'an unknown id': () => acme.api.delete('/v1/posts/unknown'),
    'a conflict': () => acme.api.post('/v1/integrations/github', { owner: 'acme', repo: 'widgets' }),
    'a missing scope': async () => client(herald.url, otherKey).get('/v1/posts'),
  }

  test.each(Object.entries(answers))('%s', async (_, ask) => {
    const { headers } = await ask()
    const vary = headers.get('vary')?.split(/,\s*/)
    expect(vary).toEqual(expect.arrayContaining(['Origin', 'Authorization']))
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('etag')).toBeNull()
    expect(headers.get('last-modified')).toBeNull()
  })
})

describe('CORS', () => {
  test.each([allowed, 'http://localhost:5173'])(
    'a preflight from %s, a configured origin, is 204 without a key',
    async (origin) => {
      const { status, headers } = await client(herald.url).send('OPTIONS', '/v1/posts', undefined, {
        origin,
        'access-control-request-method': 'GET',
      })
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE, OPTIONS')
      expect(headers.get('access-control-allow-headers')).toBe('Content-Type, Authorization')
    },
  )

  test.each([
    'https://evil.example',
    'https://app.example.com.evil.example',
    'http://app.example.com',
    'null',
  ])('a preflight from %s, not configured, is 403', async (origin) => {
    const { status, headers } = await client(herald.url).send('OPTIONS', '/v1/posts', undefined, { origin })
    expect(status).toBe(403)
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('a preflight without an origin is 403', async () => {
    expect((await client(herald.url).send('OPTIONS', '/v1/posts')).status).toBe(403)
  })

  test('answers and errors carry the configured origin and no other', async () => {
    const answer = await acme.api.get('/v1/posts', { origin: allowed })
    const refusal = await client(herald.url).get('/v1/posts', { origin: allowed })
    const stranger = await acme.api.get('/v1/posts', { origin: 'https://evil.example' })
    expect(answer.headers.get('access-control-allow-origin')).toBe(allowed)
    expect([refusal.status, refusal.headers.get('access-control-allow-origin')]).toEqual([401, allowed])
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('order of checks', () => {
  const broken: [string, string][] = [
    ['POST', '/v1/integrations/github'],
    ['POST', '/v1/event-triggers'],
    ['PATCH', '/v1/event-triggers/unknown'],
    ['PATCH', '/v1/posts/unknown'],
    ['GET', '/v1/posts?limit=abc'],
  ]
  const contentFor = (method: string) => (method === 'GET' ? undefined : '{"broken')

  test.each(broken)('%s %s without a key is 401 before other checks', async (method, path) => {
    const { status, body } = await client(herald.url).send(method, path, contentFor(method))
    expect([status, body.error]).toEqual([401, 'Missing API key'])
  })

  test.each(broken)('%s %s without the scope is 403 before other checks', async (method, path) => {
    const { status, body } = await client(herald.url, otherKey).send(method, path, contentFor(method))
    expect([status, body.error]).toEqual([403, 'Forbidden'])
  })

  test('a validation error names the field', async () => {
    const post = await acme.api.patch('/v1/posts/unknown', { title: 7 })
    const trigger = await acme.api.post('/v1/event-triggers', {
      sourceType: 'github_webhook',
      sourceConfig: { eventTypes: ['star'] },
      targets: { repositoryIds: ['x'] },
      outputType: 'changelog',
      enabled: true,
    })
    expect(post.body.error).toContain('title')
    expect(trigger.body.error).toContain('eventTypes')
  })

  test.each(broken)('%s %s with a key is 400 with an error text', async (method, path) => {
    const { status, body } = await acme.api.send(method, path, contentFor(method))
    expect(status).toBe(400)
    expect(body.error).toBeString()
  })
})
