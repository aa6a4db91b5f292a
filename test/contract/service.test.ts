import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { client } from './client'
import { type Herald, startHerald } from './support'

setDefaultTimeout(60_000)

let herald: Herald
let exitCode: number | undefined

beforeAll(async () => {
  herald = await startHerald()
})
afterAll(async () => {
  if (exitCode === undefined) await herald.stop()
})

const anyone = () => client(herald.url)

describe('endpoints that need no key', () => {
  test('the health routes report a working process and database', async () => {
    expect((await anyone().get('/healthz')).status).toBe(200)
    expect((await anyone().get('/readyz')).status).toBe(200)
  })

  test('the root answers ok and ping answers pong', async () => {
    const root = await anyone().get('/')
    const ping = await anyone().get('/ping')
    expect([root.status, root.text]).toEqual([200, 'ok'])
    expect([ping.status, ping.text]).toEqual([200, 'pong'])
  })

  test('the status names the service, its version and how to authenticate', async () => {
    const { status, body } = await anyone().get<Record<string, unknown>>('/v1/status')
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'ok',
      service: expect.stringMatching(/ API$/),
      version: '1.0.0',
      public: true,
      authentication: {
        type: 'bearer',
        resource_metadata: expect.stringMatching(/^https?:/),
        guide: expect.stringMatching(/^https?:/),
      },
    })
  })

  test('the OpenAPI document describes the routes and the bearer key', async () => {
    type Document = {
      openapi: string
      info: { version: string }
      paths: Record<string, Record<string, unknown>>
      components: { securitySchemes: Record<string, Record<string, unknown>> }
    }
    const { status, body } = await anyone().get<Document>('/openapi.json')
    expect(status).toBe(200)
    expect(body.openapi).toStartWith('3.1')
    expect(body.info.version).toBe('1.0.0')
    expect(body.components.securitySchemes.BearerAuth).toMatchObject({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'API Key',
    })
    const operations = Object.entries(body.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb} ${path}`),
    )
    expect(operations).toEqual(
      expect.arrayContaining([
        'get /v1/status',
        'get /v1/posts',
        'get /v1/posts/{postId}',
        'patch /v1/posts/{postId}',
        'delete /v1/posts/{postId}',
        'get /v1/integrations',
        'post /v1/integrations/github',
        'delete /v1/integrations/{integrationId}',
        'get /v1/event-triggers',
        'post /v1/event-triggers',
        'get /v1/event-triggers/{triggerId}',
        'patch /v1/event-triggers/{triggerId}',
        'delete /v1/event-triggers/{triggerId}',
      ]),
    )
  })

  test('the metadata named in a 401 describe how to send a key', async () => {
    const refusal = await anyone().get('/v1/posts')
    const address = /resource_metadata="([^"]+)"/.exec(refusal.headers.get('www-authenticate') ?? '')?.[1]
    const { status, body } = await anyone().get<Record<string, unknown>>(new URL(address ?? '').pathname)
    expect(status).toBe(200)
    expect(body).toMatchObject({ resource: expect.any(String), bearer_methods_supported: ['header'] })
    expect(body.scopes_supported).toEqual(expect.arrayContaining(['posts.read', 'event-triggers.write']))
  })

  test('the swagger page loads nothing from the internet', async () => {
    const page = await anyone().get('/swagger')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    const loaded = [...page.text.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"/g)].map(
      (m) => m[1],
    )
    expect(loaded.filter((address) => /^(https?:)?\/\//.test(address ?? ''))).toEqual([])
  })
})

describe('paths', () => {
  test.each(['/v1/nothing', '/v1', '/v1/posts/a/b/c', '/v2/nothing'])(
    'unknown path %s is 404 before any key is looked at',
    async (path) => {
      const anonymous = await anyone().get(path)
      const wrongKey = await client(herald.url, 'wrong').get(path)
      expect([anonymous.status, anonymous.body]).toEqual([404, { error: 'Not found' }])
      expect([wrongKey.status, wrongKey.body]).toEqual([404, { error: 'Not found' }])
    },
  )

  test('a broken body on an unknown path is still 404', async () => {
    const { status, body } = await anyone().post('/v1/nothing', '{')
    expect([status, body]).toEqual([404, { error: 'Not found' }])
  })

  test.each(['/v1/posts/', '/v1/status/'])('%s is redirected to the path without its slash', async (path) => {
    const { status, headers } = await anyone().get(path)
    expect([301, 308]).toContain(status)
    const target = new URL(headers.get('location') ?? '', herald.url)
    expect(target.pathname).toBe(path.slice(0, -1))
  })
})

// Last, because it ends the server.
test('SIGTERM ends the server with exit code 0', async () => {
  exitCode = (await herald.stop()).exitCode
  expect(exitCode).toBe(0)
  await expect(fetch(`${herald.url}/healthz`)).rejects.toThrow()
})
