import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { client } from './client'
import {
  commitOf,
  connectRepository,
  createTrigger,
  type DeliveryHeaders,
  deliver,
  pushOf,
  type Repository,
  triggerOn,
  writePost,
} from './deliveries'
import { sendRaw } from './oversize'
import { type Herald, type Organization, openOrganization, startHerald } from './support'
import type { Trigger } from './wire'

setDefaultTimeout(60_000)

const megabyte = 1024 * 1024

let herald: Herald
let acme: Organization
let widgets: Repository
let trigger: Trigger
let postId: string

beforeAll(async () => {
  herald = await startHerald()
  acme = await openOrganization(herald, 'acme')
  widgets = await connectRepository(herald, acme, 'acme/widgets')
  trigger = await createTrigger(acme, [widgets])
  postId = (await writePost(herald, acme, widgets, 'feat: stand firm')).id
})
afterAll(() => herald.stop())
afterEach(async () => {
  expect((await client(herald.url).get('/readyz')).status).toBe(200)
})

const routes = (): [string, string][] => [
  ['POST', '/v1/integrations/github'],
  ['POST', '/v1/event-triggers'],
  ['PATCH', `/v1/event-triggers/${trigger.id}`],
  ['PATCH', `/v1/posts/${postId}`],
]

const bodies: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['broken JSON', '{"title":'],
  ['a lone surrogate and more', '{"title":"\\ud800"'],
  ['bytes that are not UTF-8', new Uint8Array([0xff, 0xfe, 0x00, 0x80])],
  ['an object cut inside a character', new Uint8Array([...Buffer.from('{"title":"'), 0xc3])],
  ['NUL bytes', '\0\0\0\0'],
  ['very deep nesting', '['.repeat(100_000)],
  ['very deep closed nesting', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['a number', '1e999'],
  ['true', 'true'],
  ['a prototype', '{"__proto__":{"title":"x"},"constructor":{"prototype":{}}}'],
]

describe('a body', () => {
  test.each(bodies)('of %s is refused by every route', async (_, body) => {
    for (const [method, path] of routes()) {
      const answer = await acme.api.send(method, path, body)
      expect([path, answer.status]).toEqual([path, 400])
      expect(answer.body.error).toBeString()
    }
  })

  test('of another content type is refused by every route', async () => {
    const contents = [
      { owner: 'acme', repo: 'typed' },
      triggerOn([widgets]),
      triggerOn([widgets]),
      { title: 'Typed' },
    ]
    for (const [index, [method, path]] of routes().entries())
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
        const { status } = await acme.api.send(method, path, JSON.stringify(contents[index]), {
          'content-type': type,
        })
        expect([path, type, [400, 415].includes(status)]).toEqual([path, type, true])
      }
  })

  test('with NUL and control characters in its texts never breaks the server', async () => {
    for (const text of ['a\0b', '\0', '\u001b[31m', '\ud800', '\u202e', '💥'.repeat(30)]) {
      const answers = [
        await acme.api.patch(`/v1/posts/${postId}`, { title: text }),
        await acme.api.patch(`/v1/posts/${postId}`, { slug: text }),
        await acme.api.patch(`/v1/posts/${postId}`, { markdown: `# ${text}\n\n${text}` }),
        await acme.api.post('/v1/event-triggers', triggerOn([{ id: text }])),
        await acme.api.post('/v1/event-triggers', triggerOn([widgets], { outputType: text })),
      ]
      for (const { status } of answers) expect(status).toBeLessThan(500)
    }
    const connected = await acme.api.post('/v1/integrations/github', { owner: 'a\0b', repo: 'wid\0gets' })
    expect(connected.status).toBe(400)
  })

  test('with thousands of ids is answered', async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => ({ id: `id-${i}` }))
    const { status } = await acme.api.post('/v1/event-triggers', triggerOn(many))
    expect(status).toBe(400)
  })

  test('above 25 MB is 413 on every kind of route', async () => {
    const size = 26 * megabyte
    const content = new Uint8Array(size).fill(32)
    const requests: [string, string, string][] = [
      [
        'POST',
        widgets.path,
        'X-GitHub-Event: push\r\nX-GitHub-Delivery: big\r\nX-Hub-Signature-256: sha256=0\r\n',
      ],
      ['PATCH', `/v1/posts/${postId}`, `Authorization: Bearer ${acme.key}\r\n`],
    ]
    for (const [method, path, headers] of requests) {
      const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}`
      const whole = await sendRaw(herald.port, `${head}Content-Length: ${content.length}\r\n\r\n`, size)
      expect([path, whole.status]).toEqual([path, 413])
      expect(JSON.parse(whole.body)).toEqual({ error: expect.any(String) })
    }
  })

  test('above 25 MB in chunks is 413 too', async () => {
    const head = `POST ${widgets.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-GitHub-Event: push\r\nTransfer-Encoding: chunked\r\n\r\n`
    expect((await sendRaw(herald.port, head, 26 * megabyte, true)).status).toBe(413)
  })

  test('of 20 MB is a delivery like any other', async () => {
    const payload = pushOf('acme/widgets', [commitOf('docs: large')], { padding: 'x'.repeat(20 * megabyte) })
    const { status, body } = await deliver(herald, widgets, { event: 'push', payload })
    expect([status, body.processed?.type]).toEqual([200, 'push'])
  })
})

describe('Markdown made to exhaust a parser', () => {
  test.each([
    ['quotes', '>'.repeat(50_000)],
    ['lists', '- '.repeat(20_000)],
    ['brackets', '['.repeat(100_000)],
    ['stars', '*a '.repeat(30_000)],
    ['emphasis', '*a_ '.repeat(20_000)],
    ['angles', '<'.repeat(100_000)],
    ['tags', '<b>'.repeat(30_000)],
    ['links', '[a]('.repeat(25_000)],
    ['pictures', '![]('.repeat(25_000)],
    ['backticks', '`a'.repeat(40_000)],
    ['entities', '&#'.repeat(50_000)],
    ['tables', `${'|a'.repeat(10_000)}\n${'|-'.repeat(10_000)}\n`],
  ])('of many %s is answered', async (_, markdown) => {
    const { status, body } = await acme.api.patch(`/v1/posts/${postId}`, { markdown })
    expect([200, 400]).toContain(status)
    if (status === 400) expect(body.error).toBe('Invalid markdown content')
  })
})

describe('a signed delivery', () => {
  test('that is not UTF-8 is reported as invalid JSON, because the signature covers the raw bytes', async () => {
    const payload = new Uint8Array([0xff, 0xfe, 0x7b, 0x7d])
    const { status, body } = await deliver(herald, widgets, { event: 'push', payload })
    expect([status, body.error]).toEqual([400, 'Invalid JSON payload'])
  })

  test('with a stray byte inside a text is still verified over the raw bytes', async () => {
    const [before, after] = JSON.stringify(pushOf('acme/widgets', [commitOf('docs: caf~')])).split('~')
    const payload = new Uint8Array([...Buffer.from(before ?? ''), 0xe9, ...Buffer.from(after ?? '')])
    const { status } = await deliver(herald, widgets, { event: 'push', payload })
    expect([200, 400]).toContain(status)
  })

  test('with deep nesting, NULs or odd values is answered without an internal error', async () => {
    const odd = [
      '['.repeat(100_000),
      '\0',
      '{"ref":"\\u0000"}',
      '{"commits":[null]}',
      '{"commits":{"length":1e9}}',
    ]
    for (const payload of odd) {
      const { status } = await deliver(herald, widgets, { event: 'push', payload })
      expect(status).toBeLessThan(500)
    }
  })

  test('with headers that are too long or empty is answered without an internal error', async () => {
    const payload = pushOf('acme/widgets', [commitOf('docs: headers')])
    const variants: DeliveryHeaders[] = [
      { 'x-github-delivery': 'd'.repeat(4000) },
      { 'x-github-delivery': null },
      { 'x-github-delivery': '' },
      { 'x-github-event': 'e'.repeat(4000) },
      { 'x-github-event': '__proto__' },
    ]
    for (const headers of variants) {
      const { status } = await deliver(herald, widgets, { event: 'push', payload, headers })
      expect(status).toBeLessThan(500)
    }
  })
})

describe('an address', () => {
  const lists = ['/v1/posts', '/v1/integrations', '/v1/event-triggers']

  test.each(lists)('%s with thousands of query parameters is answered', async (path) => {
    const query = Array.from({ length: 3000 }, (_, i) => `q${i}=`).join('&')
    const repeated = Array(1000).fill('status=draft').join('&')
    for (const text of [query, repeated, `limit=${'1'.repeat(8000)}`]) {
      const { status } = await acme.api.get(`${path}?${text}`)
      expect(status).toBeLessThan(500)
    }
  })

  test.each(lists)('%s with odd characters in its query is answered', async (path) => {
    for (const text of [
      'status=%00',
      'status=%ff',
      'status=%',
      'repositoryIds=%00',
      '%00=%00',
      'page[]=1',
      '?&&=&',
    ])
      expect((await acme.api.get(`${path}?${text}`)).status).toBeLessThan(500)
  })

  test.each([
    'x'.repeat(150),
    '%00',
    '%ff',
    '%',
    '..%2f..%2fetc%2fpasswd',
    "1'%20or%20'1'='1",
    '__proto__',
    'constructor',
    '💥',
  ])('with the id %p is answered with a 4xx or an unknown post', async (id) => {
    for (const path of ['/v1/posts', '/v1/event-triggers', '/v1/integrations'])
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const content = method === 'PATCH' ? { title: 'x' } : undefined
        const { status, body } = await acme.api.send<{ post?: null }>(method, `${path}/${id}`, content)
        const isUnknownPost = status === 200 && body.post === null
        expect([method, path, isUnknownPost || (status >= 400 && status < 500)]).toEqual([method, path, true])
      }
    for (const method of ['GET', 'POST']) {
      const { status } = await client(herald.url).send(method, `/api/webhooks/github/${id}/${id}/${id}`)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })

  test('with an id of eight thousand characters is answered with a 4xx', async () => {
    const id = 'x'.repeat(8000)
    for (const path of [`/v1/posts/${id}`, `/v1/event-triggers/${id}`, `/api/webhooks/github/${id}/x/x`]) {
      const { status } = await acme.api.send(path.startsWith('/api') ? 'POST' : 'GET', path)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })

  test('asked with an unusual method is answered', async () => {
    for (const method of ['PUT', 'HEAD', 'TRACE', 'PROPFIND']) {
      for (const path of ['/v1/posts', `/v1/posts/${postId}`, widgets.path, '/']) {
        const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${acme.key}\r\nConnection: close\r\n\r\n`
        expect((await sendRaw(herald.port, head, 0)).status).toBeLessThan(500)
      }
    }
  })
})

test('afterwards the post and the trigger still exist', async () => {
  expect((await acme.api.get(`/v1/event-triggers/${trigger.id}`)).status).toBe(200)
  const { body } = await acme.api.get<{ post: { id: string } }>(`/v1/posts/${postId}`)
  expect(body.post.id).toBe(postId)
})
