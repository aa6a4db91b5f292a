import { beforeAll, expect, test } from 'bun:test'
import { createApi } from '../../src/api.ts'
import { loadBundle } from '../../src/assets/load.ts'
import { testApp } from '../support/app.ts'
import { testContext } from '../support/context.ts'

let ask: (headers: Record<string, string>) => Promise<Response>
let etag: string
beforeAll(async () => {
  const { publicStyle } = await loadBundle('')
  const api = createApi(await testContext())
  ask = async (headers) => api.handle(new Request(`http://localhost${publicStyle}`, { headers }))
  etag = (await ask({})).headers.get('etag') ?? ''
}, 300_000)

test.each([
  ['gzip, deflate, br', 'gzip'],
  ['br;q=1, gzip;q=0.5', 'gzip'],
  ['BR, GZIP', 'gzip'],
  ['br, Gzip;Q=0', null],
  ['br, gzip;q=0', null],
  ['gzip; q=0.000, br', null],
  ['identity', null],
])('a file of the dashboard for a browser that accepts %s', async (encodings, encoding) => {
  const answer = await ask({ 'accept-encoding': encodings })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
})

test('a client that has a file is not sent it again, also through a proxy or with several ETags', async () => {
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`])
    expect((await ask({ 'if-none-match': known })).status).toBe(304)
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
})

test.each(['/geo', '/geo/gaps?type=search', '/geo/settings', '/geo/write'])(
  '%s leads a signed-in browser to its organization, and others to the sign-in page',
  async (path) => {
    const app = await testApp()
    const acme = await app.team('acme')
    const { cookie } = await acme.person('member')
    const visit = async (headers: Record<string, string>) => {
      const answer = await app.api.handle(new Request(`http://localhost${path}`, { headers }))
      return [answer.status, answer.headers.get('location')]
    }
    const browser = { accept: 'text/html,*/*' }
    expect(await visit({ ...browser, cookie })).toEqual([302, `/app/acme${path}`])
    expect(await visit(browser)).toEqual([302, '/app'])
    expect(await visit({ accept: 'application/json', cookie })).toEqual([404, null])
  },
)
