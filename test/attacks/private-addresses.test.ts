import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { postJson } from '../../src/net/post-json.ts'
import { type Answer, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { addRecords, type Records } from './records.ts'
import { fieldsIn, routesOf } from './requests.ts'

// Every field that makes the server contact an address, with addresses inside its network.

let app: Awaited<ReturnType<typeof testApp>>
let acme: Records
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  acme = await addRecords(app, `acme-${crypto.randomUUID().slice(0, 8)}`)
})

/** A server on the loopback address that nothing may reach. */
const requested: string[] = []
const inside = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch({ url }) {
    requested.push(url)
    return new Response('secret')
  },
})
afterAll(() => inside.stop(true))

const hosts = [
  ...['127.0.0.1', 'localhost', 'LOCALHOST.', 'api.localhost', '2130706433', '0x7f.1', '0177.0.0.1', '127.1'],
  ...['0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '169.254.169.254'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:a00:1]', '[64:ff9b::7f00:1]', '[fe80::1]', '[fd00::1]'],
  ...[
    'metadata.google.internal',
    'printer.local',
    'intranet',
    '①②⑦.0.0.1',
    '127。0。0。1',
    'public.example@127.0.0.1',
  ],
]
const addresses = hosts.flatMap((host) => [`http://${host}/a`, `https://${host}:${inside.port}/a`])

type Place = { field: string; send: (url: string) => Promise<Answer> }

/** The fields whose address the server contacts. */
const places: Place[] = [
  {
    field: 'POST /v1/brand-identities/generate websiteUrl',
    send: (websiteUrl) => acme.team.call('POST', '/v1/brand-identities/generate', { websiteUrl }),
  },
  {
    field: 'PATCH /v1/brand-identities/:brandIdentityId websiteUrl',
    send: (websiteUrl) =>
      acme.team.call('PATCH', `/v1/brand-identities/${acme.ids.brandIdentityId}`, { websiteUrl }),
  },
  {
    field: 'POST /v1/brand-identities/:brandIdentityId/facts url',
    send: (url) => acme.team.call('POST', `/v1/brand-identities/${acme.ids.brandIdentityId}/facts`, { url }),
  },
  {
    field: 'PATCH /v1/brand-identities/:brandIdentityId/facts/:factId url',
    send: (url) =>
      acme.team.call('PATCH', `/v1/brand-identities/${acme.ids.brandIdentityId}/facts/${acme.ids.factId}`, {
        url,
      }),
  },
  {
    field: 'POST /v1/projects/:projectId/geo/sitemaps url',
    send: (url) => acme.team.call('POST', `/v1/projects/${acme.ids.projectId}/geo/sitemaps`, { url }),
  },
  {
    field: 'POST /api/app/images/copies url',
    send: (url) => acme.owner.call('POST', '/api/app/images/copies', { url }),
  },
  {
    field: 'POST /api/app/destinations url',
    send: (url) => acme.owner.call('POST', '/api/app/destinations', { url, name: 'x' }),
  },
]

test.each(places)('$field refuses every private address', async ({ send }) => {
  for (const address of addresses) {
    const answer = await send(address)
    const isClear =
      /public internet|must begin with http|must not contain|is not allowed|website|enter a URL/i
    expect([address, answer.status, answer.body.error]).toEqual([
      address,
      400,
      expect.stringMatching(isClear),
    ])
  }
  await drain(app.ctx)
  expect(requested).toEqual([])
})

/** Fields with an address that is only stored, shown or compared. */
const notContacted = [
  'POST /v1/feedback contextUrl',
  'POST /v1/feedback/:organizationSlug contextUrl',
  'PATCH /v1/projects/:projectId/geo/settings domains',
  'PUT /v1/projects/:projectId/geo/competitors domain',
  'POST /v1/projects/:projectId/geo/competitors/import rows.domain',
  'POST /api/app/visibility-set-up competitors.domain',
  // The model gets the domain, nothing else.
  'GET /v1/projects/:projectId/geo/competitors/suggestions domain',
  'POST /v1/projects/:projectId/geo/briefs existingPageUrl',
  'GET /v1/projects/:projectId/geo/traffic/log host',
  'GET /v1/projects/:projectId/geo/traffic/pages host',
  // Google gets the name of the property.
  'PUT /api/app/projects/:projectId/search-console/property siteUrl',
  'PATCH /api/app/projects/:projectId/briefs/:briefId internalLinks.url',
  'PATCH /api/app/public-page links.url',
  // Name servers are asked about it.
  'PUT /api/app/public-page/domain domain',
  // Only the owner of the only organization sets these: they configure the server, as its environment does.
  'PUT /api/app/server/address url',
  'PUT /api/app/server/mail url',
  'PUT /api/app/server/model baseUrl',
]

test('every field with an address is in a list of this test', () => {
  const fields = fieldsIn(routesOf(app.api), /(?:^|[a-z])url$|^(?:url|host|domains?|website)$/i)
  expect(fields.sort()).toEqual([...places.map(({ field }) => field), ...notContacted].sort())
})

test('a stored destination is checked again when a message is sent to it', async () => {
  for (const address of addresses)
    await expect(postJson(app.ctx, address, { body: '{}', headers: {} } as never)).rejects.toThrow()
  expect(requested).toEqual([])
})

test('no feature opens a connection itself: src/net does, and the clients of configured servers', async () => {
  const features = new URL('../../src/features/', import.meta.url).pathname
  const found: string[] = []
  for await (const file of new Glob('**/*.ts').scan(features)) {
    const text = await Bun.file(features + file).text()
    if (/(?<![\w.])fetch\(|from 'node:(?:https?|tls|dns)|Bun\.connect/.test(text)) found.push(file)
  }
  // A script for browsers, an example for readers, and the client of `herald mcp`.
  expect(found.sort()).toEqual(['discovery/swagger-start.ts', 'manual/request-code.ts', 'tools/remote.ts'])
})
