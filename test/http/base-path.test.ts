import { beforeAll, describe, expect, test } from 'bun:test'
import { createApi } from '../../src/api.ts'
import { readConfig } from '../../src/config.ts'
import { ownSegments } from '../../src/config-variables.ts'
import { createSetupLink } from '../../src/features/sessions/links.ts'
import { stripBasePath } from '../../src/http/base-path.ts'
import { clientAddress } from '../../src/http/client-address.ts'
import { standby } from '../../src/http/standby.ts'
import { startServer } from '../../src/server.ts'
import { ownPage, testApp } from '../support/app.ts'
import { atEnd } from '../support/cleanup.ts'
import { testContext } from '../support/context.ts'
import { goPublic, publish } from '../support/published.ts'
import { freePort } from '../support/sqld.ts'

test.each([
  ['http://a.test/herald/v1/posts?status=draft', 'http://a.test/v1/posts?status=draft'],
  ['http://a.test/herald', 'http://a.test/'],
  ['http://a.test/herald?a=/herald', 'http://a.test/?a=/herald'],
  ['http://a.test/herald/herald/x', 'http://a.test/herald/x'],
  ['http://a.test/v1/posts', 'http://a.test/v1/posts'],
  ['http://a.test/heralds/x', 'http://a.test/heralds/x'],
  ['http://herald/herald/x', 'http://herald/x'],
])('below /herald, %s is %s', (url, expected) => {
  const request = new Request(url)
  stripBasePath(request, '/herald')
  expect(request.url).toBe(expected)
})

test('a base path cannot begin like any path of the server', async () => {
  const { routes } = createApi(await testContext())
  const firsts = new Set(routes.map(({ path }) => path.split('/')[1] ?? '').filter(Boolean))
  expect(ownSegments.toSorted()).toEqual([...firsts].toSorted())
})

test('a server that migrates is healthy below its base path too', async () => {
  const answer = standby('/herald', () => ({ isHealthy: true, error: 'Migrating.' }))
  expect(answer(new Request('http://localhost/herald/healthz')).status).toBe(200)
})

describe('a server below /herald', () => {
  let url: string
  let app: Awaited<ReturnType<typeof testApp>>
  beforeAll(async () => {
    const port = await freePort()
    const { appUrl, baseUrl, basePath } = readConfig({ APP_URL: 'https://acme.test', BASE_PATH: '/herald' })
    app = await testApp({ appUrl, baseUrl, basePath, port })
    const server = await startServer(app.ctx)
    atEnd(() => server.stop())
    url = server.url
    const acme = await app.team('acme')
    await goPublic(app.ctx, acme)
    await publish(app.ctx, acme, { title: 'Exports' })
  }, 300_000)

  const get = (path: string, headers = {}) => fetch(url + path, { headers, redirect: 'manual' })
  const browser = { accept: 'text/html' }

  test('answers with the base path and without, for both kinds of proxies', async () => {
    expect(new URL(url).pathname).toBe('/herald')
    for (const base of [url, new URL(url).origin])
      for (const path of ['/healthz', '/openapi.json', '/c/acme', '/app', '/swagger', '/v1/status'])
        expect([base + path, (await fetch(base + path)).status]).toEqual([base + path, 200])
    expect((await get('/nowhere')).status).toBe(404)
  })

  test('redirects to addresses below it', async () => {
    const targets = [
      ['', '/herald/app'],
      ['/', '/herald/app'],
      ['/app/acme/?a=1', '/herald/app/acme?a=1'],
    ]
    for (const [path = '', target = ''] of targets) {
      const answer = await get(path, browser)
      expect([path, answer.headers.get('location')]).toEqual([path, target])
    }
  })

  test('its pages and files load every file from below it', async () => {
    for (const page of ['/app', '/c/acme', '/c/acme/exports']) {
      const html = await (await get(page, browser)).text()
      const linked = [...html.matchAll(/<(?:link|script)[^>]+(?:src|href)="(\/[^"]+)"/g)].map(
        ([, path]) => path,
      )
      expect(linked.length).toBeGreaterThan(1)
      for (const path of linked) {
        expect(path).toStartWith('/herald/')
        const file = await fetch(new URL(path ?? '', url))
        expect([path, file.status]).toEqual([path, 200])
        expect(await file.text()).not.toMatch(/["'(]\/app\/assets/)
      }
    }
    expect(await (await get('/app')).text()).toContain('data-base-path="/herald"')
  })

  test('the page of the API names its files relative to itself', async () => {
    const html = await (await get('/swagger')).text()
    for (const [, path = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await fetch(new URL(path, `${url}/swagger`))).status).toBe(200)
  })

  test('the public page, its feeds and its widget link below it', async () => {
    const html = await (await get('/c/acme', browser)).text()
    expect(html).toContain('<link rel="canonical" href="https://acme.test/herald/c/acme">')
    expect(html).toContain('<a href="/herald/c/acme/exports">')
    expect(await (await get('/c/acme/feed.xml')).text()).toContain('https://acme.test/herald/c/acme/exports')
    expect(((await (await get('/c/acme/news.json')).json()) as any).items[0].path).toBe(
      '/herald/c/acme/exports',
    )
  })

  test('the OpenAPI document, the discovery documents and setup links contain it', async () => {
    const { servers } = (await (await get('/openapi.json')).json()) as any
    expect(servers).toEqual([{ url: 'http://localhost:3000/herald' }])
    const { authentication } = (await (await get('/v1/status')).json()) as any
    expect(authentication.guide).toBe('http://localhost:3000/herald/swagger')
    expect(await createSetupLink(app.ctx)).toStartWith('https://acme.test/herald/app/setup#')
  })

  test('its cookies are limited to its path', async () => {
    const answer = await fetch(`${url}/api/app/session`, {
      method: 'DELETE',
      headers: { ...ownPage, cookie: '__Secure-herald_session=none' },
    })
    expect(answer.headers.get('set-cookie')).toMatch(/^__Secure-herald_session=; .*Path=\/herald; .*Secure/)
  })
})

test('a request below a base path keeps the address of its sender', async () => {
  using server = Bun.serve({
    port: 0,
    fetch(request, server) {
      stripBasePath(request, '/herald')
      return new Response(clientAddress(request, server, 0))
    },
  })
  expect(await (await fetch(`${server.url}herald/x`)).text()).not.toBe('unknown')
})
