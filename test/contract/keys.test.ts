import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Answer, client } from './client'
import { eventually } from './eventually'
import {
  at,
  createKey,
  days,
  type Herald,
  type Organization,
  openOrganization,
  runProcess,
  startHerald,
} from './support'
import { isoTime, type KeyEntry } from './wire'

setDefaultTimeout(60_000)

let herald: Herald
let acme: Organization

beforeAll(async () => {
  herald = await startHerald()
  acme = await openOrganization(herald, 'acme')
})
afterAll(() => herald.stop())

function expectRefusal({ status, body, headers }: Answer, wanted: number, error: string) {
  expect(status).toBe(wanted)
  expect(Object.keys(body).sort()).toEqual(['code', 'error', 'recovery'])
  expect(body.error).toBe(error)
  expect(body.code).toBe(error.toUpperCase().replace(/[^A-Z0-9]+/g, '_'))
  expect(body.recovery).toBeString()
  if (wanted !== 401) return
  expect(body.recovery).toContain('on the server with: herald key create --org SLUG --name NAME')
  expect(headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="https?:\/\/[^"]+"$/)
}

async function keyList(): Promise<KeyEntry[]> {
  const printed: unknown = JSON.parse(await herald.done('key', 'list', '--org', 'acme', '--json'))
  const list = Array.isArray(printed) ? printed : Object.values(printed as object).find(Array.isArray)
  return list as KeyEntry[]
}

async function entryOf(key: string) {
  const entry = (await keyList()).find(({ start }) => key.startsWith(start))
  if (!entry) throw new Error('The key is not listed.')
  return entry
}

describe('credentials', () => {
  test('no key at all', async () => {
    expectRefusal(await client(herald.url).get('/v1/posts'), 401, 'Missing API key')
  })

  test('another scheme counts as no key', async () => {
    const answer = await client(herald.url).get('/v1/posts', { authorization: 'Basic YTpi' })
    expectRefusal(answer, 401, 'Missing API key')
  })

  test.each(['wrong', `herald_${'0'.repeat(48)}`, "' or 1=1 --", 'nfb_token'])(
    'an unknown key is invalid: %p',
    async (key) => {
      expectRefusal(await client(herald.url, key).get('/v1/posts'), 401, 'Invalid API key')
    },
  )

  test('a very long key is invalid', async () => {
    const answer = await client(herald.url, 'x'.repeat(5000)).get('/v1/posts')
    expectRefusal(answer, 401, 'Invalid API key')
  })

  test('a real key with one character added, removed or changed is invalid', async () => {
    const last = acme.key.endsWith('0') ? '1' : '0'
    for (const key of [`${acme.key}0`, acme.key.slice(0, -1), acme.key.slice(0, -1) + last])
      expectRefusal(await client(herald.url, key).get('/v1/posts'), 401, 'Invalid API key')
  })

  test('the scheme is case-insensitive', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer'])
      expect(
        (await client(herald.url).get('/v1/posts', { authorization: `${scheme} ${acme.key}` })).status,
      ).toBe(200)
  })

  test('a revoked key is invalid at once', async () => {
    const key = await createKey(herald, 'acme')
    expect((await client(herald.url, key).get('/v1/posts')).status).toBe(200)
    await herald.done('key', 'revoke', '--org', 'acme', '--id', (await entryOf(key)).id)
    expectRefusal(await client(herald.url, key).get('/v1/posts'), 401, 'Invalid API key')
  })

  test('an expired key is invalid, one that has not expired works', async () => {
    const args = ['key', 'create', '--org', 'acme', '--name', 'monthly', '--expires', '30d']
    const old = await runProcess(args, { ...herald.settings, ...at(-days(31)) })
    const recent = await runProcess(args, { ...herald.settings, ...at(-days(29)) })
    expectRefusal(await client(herald.url, old.stdout.trim()).get('/v1/posts'), 401, 'Invalid API key')
    expect((await client(herald.url, recent.stdout.trim()).get('/v1/posts')).status).toBe(200)
  })
})

describe('scopes', () => {
  const routes: [string, string, string][] = [
    ['posts.read', 'GET', '/v1/posts'],
    ['posts.read', 'GET', '/v1/posts/unknown'],
    ['posts.write', 'PATCH', '/v1/posts/unknown'],
    ['posts.write', 'DELETE', '/v1/posts/unknown'],
    ['integrations.read', 'GET', '/v1/integrations'],
    ['integrations.write', 'POST', '/v1/integrations/github'],
    ['integrations.write', 'DELETE', '/v1/integrations/unknown'],
    ['event-triggers.read', 'GET', '/v1/event-triggers'],
    ['event-triggers.read', 'GET', '/v1/event-triggers/unknown'],
    ['event-triggers.write', 'POST', '/v1/event-triggers'],
    ['event-triggers.write', 'PATCH', '/v1/event-triggers/unknown'],
    ['event-triggers.write', 'DELETE', '/v1/event-triggers/unknown'],
  ]
  const ask = (key: string, method: string, path: string) =>
    client(herald.url, key).send(method, path, /POST|PATCH/.test(method) ? {} : undefined)

  test.each([...new Set(routes.map(([scope]) => scope))])(
    '%s opens its own routes and no other',
    async (scope) => {
      const key = await createKey(herald, 'acme', '--scope', scope)
      for (const [needed, method, path] of routes) {
        const answer = await ask(key, method, path)
        if (needed === scope) expect([401, 403]).not.toContain(answer.status)
        else expectRefusal(answer, 403, 'Forbidden')
      }
    },
  )

  test('api.read opens every read and no write', async () => {
    const key = await createKey(herald, 'acme', '--scope', 'api.read')
    for (const [needed, method, path] of routes) {
      const answer = await ask(key, method, path)
      if (needed.endsWith('.read')) expect([401, 403]).not.toContain(answer.status)
      else expectRefusal(answer, 403, 'Forbidden')
    }
  })

  test('api.write opens everything', async () => {
    const key = await createKey(herald, 'acme', '--scope', 'api.write')
    for (const [, method, path] of routes)
      expect([401, 403]).not.toContain((await ask(key, method, path)).status)
  })

  test('several scopes add up', async () => {
    const key = await createKey(herald, 'acme', '--scope', 'posts.read', '--scope', 'integrations.read')
    expect((await ask(key, 'GET', '/v1/posts')).status).toBe(200)
    expect((await ask(key, 'GET', '/v1/integrations')).status).toBe(200)
    expectRefusal(await ask(key, 'GET', '/v1/event-triggers'), 403, 'Forbidden')
  })
})

describe('throttle of a key', () => {
  test('the request above the limit is refused by the auth layer', async () => {
    const { get } = client(herald.url, await createKey(herald, 'acme', '--per-minute', '3'))
    for (let request = 0; request < 3; request++) expect((await get('/v1/posts')).status).toBe(200)
    expectRefusal(await get('/v1/posts'), 429, 'API key rate limit exceeded')
  })

  test('is exact for concurrent requests', async () => {
    const { get } = client(herald.url, await createKey(herald, 'acme', '--per-minute', '5'))
    const answers = await Promise.all(Array.from({ length: 25 }, () => get('/v1/integrations')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  test('does not touch other keys of the organization', async () => {
    const { get } = client(herald.url, await createKey(herald, 'acme', '--per-minute', '1'))
    await get('/v1/posts')
    expect((await get('/v1/posts')).status).toBe(429)
    expect((await acme.api.get('/v1/posts')).status).toBe(200)
  })
})

describe("the operator's view of a key", () => {
  test('key create prints the key and nothing else', async () => {
    const { exitCode, stdout } = await herald.cli('key', 'create', '--org', 'acme', '--name', 'plain')
    expect(exitCode).toBe(0)
    expect(stdout.trimEnd()).toMatch(/^\S+$/)
    expect((await client(herald.url, stdout.trim()).get('/v1/posts')).status).toBe(200)
  })

  test('key list shows its fields and only the first characters of the key', async () => {
    const key = await createKey(herald, 'acme', '--scope', 'posts.read', '--scope', 'skills.write')
    const entry = await entryOf(key)
    expect(Object.keys(entry).sort()).toEqual(
      ['createdAt', 'expiresAt', 'id', 'lastUsedAt', 'name', 'scopes', 'start'].sort(),
    )
    expect(entry).toMatchObject({ name: 'contract', expiresAt: null, lastUsedAt: null })
    expect(entry.scopes.toSorted()).toEqual(['posts.read', 'skills.write'])
    expect(entry.createdAt).toMatch(isoTime)
    expect(entry.start.length).toBeLessThan(key.length / 2)
    expect(JSON.stringify(await keyList())).not.toContain(key)
  })

  test('the expiry is the given time ahead', async () => {
    const entry = await entryOf(await createKey(herald, 'acme', '--expires', '30d'))
    expect(entry.expiresAt).toMatch(isoTime)
    const lifetime = Date.parse(entry.expiresAt ?? '') - Date.parse(entry.createdAt)
    expect(Math.round(lifetime / days(1))).toBe(30)
  })

  test('the last use of a key is stored', async () => {
    const key = await createKey(herald, 'acme')
    await client(herald.url, key).get('/v1/posts')
    const usedAt = await eventually('lastUsedAt', async () => (await entryOf(key)).lastUsedAt)
    expect(usedAt).toMatch(isoTime)
  })
})
