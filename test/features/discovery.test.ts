import { beforeEach, expect, test } from 'bun:test'
import { testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
beforeEach(async () => {
  app = await testApp({ baseUrl: 'https://herald.example' })
})

test('the OpenAPI document lists every route under /v1 once, as JSON, with its responses described', async () => {
  const { body } = await app.anonymous('GET', '/openapi.json')
  expect(body.openapi).toBe('3.1.1')
  const described = Object.entries(body.paths as Record<string, Record<string, any>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        route: `${method.toUpperCase()} ${path}`,
        operation,
      })),
  )
  const routes = app.api.routes
    .filter(({ path }) => path.startsWith('/v1/'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')}`)
  expect(
    described
      .map(({ route }) => route)
      .filter((route) => route.includes('/v1/'))
      .sort(),
  ).toEqual(routes.sort())
  for (const { route, operation } of described) {
    for (const response of Object.values(operation.responses as Record<string, any>)) {
      expect([route, typeof response.description]).toEqual([route, 'string'])
      expect([
        route,
        Object.keys(response.content ?? {}).filter((type) => type !== 'application/json'),
      ]).toEqual([route, []])
    }
    expect([route, Object.keys(operation.requestBody?.content ?? { 'application/json': 1 })]).toEqual([
      route,
      ['application/json'],
    ])
  }
})

test('the document says how to authenticate, and which routes need no key', async () => {
  const { body } = await app.anonymous('GET', '/openapi.json')
  expect(body.components.securitySchemes.BearerAuth).toEqual({
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'API Key',
  })
  expect(body.security).toEqual([{ BearerAuth: [] }])
  expect(body.paths['/v1/status'].get.security).toEqual([])
  expect(body.paths['/v1/posts'].get.security).toBeUndefined()
})

test('the page of the API and all that it loads come from this server', async () => {
  const page = await app.anonymous('GET', '/swagger')
  expect(page.headers.get('content-type')).toContain('text/html')
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
  expect(loaded).toEqual(['/swagger/ui.css', '/swagger/ui.js'])
  expect(page.text).not.toMatch(/https?:\/\//)
  for (const address of loaded) expect((await app.anonymous('GET', address)).status).toBe(200)
})

test('the status tells where to go on', async () => {
  expect((await app.anonymous('GET', '/v1/status')).body).toEqual({
    status: 'ok',
    service: 'Herald API',
    version: '1.0.0',
    public: true,
    authentication: {
      type: 'bearer',
      resource_metadata: 'https://herald.example/.well-known/oauth-protected-resource',
      guide: 'https://herald.example/swagger',
    },
  })
})

test.each(['/.well-known/oauth-protected-resource', '/.well-known/api-catalog'])(
  '%s is served',
  async (path) => {
    const answer = await app.anonymous('GET', path)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('https://herald.example')
  },
)

test.each([
  ['//evil.example/', '/evil.example'],
  ['/v1/posts/?limit=5', '/v1/posts?limit=5'],
])('%s is redirected on this host, to %s', async (path, location) => {
  const response = await app.api.handle(new Request(`http://localhost${path}`))
  expect([response.status, response.headers.get('location')]).toEqual([308, location])
})
