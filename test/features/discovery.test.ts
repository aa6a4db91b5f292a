import { beforeEach, expect, test } from 'bun:test'
import { testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
beforeEach(async () => {
  app = await testApp({ baseUrl: 'https://herald.example' })
})

test('the API page and all its files come from this server', async () => {
  const page = await app.anonymous('GET', '/swagger')
  expect(page.headers.get('content-type')).toContain('text/html')
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
  expect(loaded).toEqual(['swagger/icon.svg', 'swagger/ui.css', 'swagger/ui.js', 'swagger/start.js'])
  expect(page.text).not.toMatch(/https?:\/\//)
  for (const address of loaded) expect((await app.anonymous('GET', `/${address}`)).status).toBe(200)
})

test('the page has a filter, sends requests to where it came from, and does not persist the key', async () => {
  const { headers, text } = await app.anonymous('GET', '/swagger/start.js')
  expect(headers.get('content-type')).toStartWith('text/javascript')
  for (const setting of ['persistAuthorization: false', 'filter: true', "new URL('.', location.href)"])
    expect(text).toContain(setting)
  const icon = await app.anonymous('GET', '/swagger/icon.svg')
  expect([icon.headers.get('content-type'), icon.text.startsWith('<svg')]).toEqual(['image/svg+xml', true])
})

test('the page of the API allows no inline scripts or styles', async () => {
  const { headers, text } = await app.anonymous('GET', '/swagger')
  expect(headers.get('content-security-policy')).toStartWith("default-src 'self';")
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(text).not.toMatch(/<script>|<style|style=|onload=/)
})

test('the root says that its answer depends on Accept', async () => {
  for (const accept of ['text/html', '*/*'])
    expect((await app.anonymous('GET', '/', undefined, { accept })).headers.get('vary')).toBe('Accept')
})

test('the status shows the next steps', async () => {
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

test('the catalog has the API description as its one item', async () => {
  const { headers, text } = await app.anonymous('GET', '/.well-known/api-catalog')
  expect(headers.get('content-type')).toBe('application/linkset+json')
  const item = [{ href: `${app.ctx.config.baseUrl}/openapi.json`, type: 'application/json' }]
  expect(JSON.parse(text)).toEqual({
    linkset: [{ anchor: `${app.ctx.config.baseUrl}/.well-known/api-catalog`, item }],
  })
})

test('no other page may embed the API page', async () => {
  const { headers } = await app.anonymous('GET', '/swagger')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
