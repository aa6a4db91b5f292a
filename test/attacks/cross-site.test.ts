import { beforeAll, expect, test } from 'bun:test'
import { testApp } from '../support/app.ts'
import { addRecords, type Records } from './records.ts'
import { bodyOf, type Route, readTables, routesOf } from './requests.ts'

// A page of another site sends every request that a browser can send with the cookie of a signed-in owner.

let app: Awaited<ReturnType<typeof testApp>>
let acme: Records
let routes: Route[]
beforeAll(async () => {
  app = await testApp()
  acme = await addRecords(app, 'acme')
  routes = routesOf(app.api)
})

const refusal = {
  error: 'This request did not come from a page of this server. Open Herald at http://localhost:3000.',
}

/** Requests that need a key, a token or a signature, or that anyone may send: a cookie gives no rights there. */
const withoutCookies =
  /^\/mcp(\/|$)|^\/api\/geo\/ingest|^\/api\/webhooks\/|^\/v1\/feedback\/:organizationSlug$|^\/subscriptions\/|^\/oauth\//

const addressOf = (path: string) => path.replace(/:(\w+)/g, (_, name) => acme.ids[name] ?? name)

const foreign: Record<string, Record<string, string>> = {
  'from another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
  'from a sibling host': { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:3000' },
  'from another site, in an old browser': { origin: 'https://evil.test' },
  'from a page without an origin': { origin: 'null' },
  'from this host on another port': { origin: 'http://localhost:3001' },
  'with the own origin but another site': { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
  'without an origin': {},
}

test.each(Object.keys(foreign))('a request %s changes nothing', async (name) => {
  const before = await readTables(app.ctx)
  const changing = routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
  expect(changing.length).toBeGreaterThan(100)
  for (const route of changing) {
    const { method, path } = route
    for (const type of ['application/json', 'text/plain']) {
      const answer = await app.anonymous(method, addressOf(path), bodyOf(route), {
        ...{ cookie: acme.owner.cookie, 'content-type': type },
        ...foreign[name],
      })
      if (withoutCookies.test(path)) expect([path, answer.status >= 400]).toEqual([path, true])
      else expect([method, path, answer.status, answer.body]).toEqual([method, path, 403, refusal])
    }
  }
  expect(await readTables(app.ctx)).toEqual(before)
})

test('a link on another site changes nothing when it is opened', async () => {
  const before = await readTables(app.ctx)
  const headers = { cookie: acme.owner.cookie, 'sec-fetch-site': 'cross-site', accept: 'text/html' }
  const opened = routes.filter(
    ({ method, path }) => method === 'GET' && /^\/(v1|v2|api|c)\//.test(path) && !path.endsWith('/stream'),
  )
  expect(opened.length).toBeGreaterThan(100)
  for (const { path } of opened) await app.anonymous('GET', addressOf(path), undefined, headers)
  expect(await readTables(app.ctx)).toEqual(before)
})

test('no answer lets a page of another site read it with the cookie', async () => {
  for (const { method, path } of routes.filter(({ path }) => /^\/(v1|v2|api)\/(?!.*stream)/.test(path))) {
    const { headers } = await app.anonymous(
      method === 'GET' ? 'GET' : 'OPTIONS',
      addressOf(path),
      undefined,
      {
        ...{ cookie: acme.owner.cookie, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
        'access-control-request-method': method,
      },
    )
    expect([path, headers.get('access-control-allow-credentials')]).toEqual([path, null])
    expect([path, headers.get('access-control-allow-origin') === 'https://evil.test']).toEqual([path, false])
  }
})
