import { beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { type InStatement, LibsqlError } from '@libsql/client/web'
import { eq } from 'drizzle-orm'
import { events } from '../../src/features/activity/table.ts'
import { accessToken } from '../../src/features/integrations/code-host-access.ts'
import { githubAppAttempts, githubApps, integrations } from '../../src/features/integrations/table.ts'
import { members } from '../../src/features/members/table.ts'
import { checkApp } from '../../src/features/webhooks/app-redelivery.ts'
import { checkHourly } from '../../src/features/webhooks/polling/queue-checks.ts'
import { deliveries } from '../../src/features/webhooks/table.ts'
import { jobs } from '../../src/jobs/table.ts'
import { type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { atEnd } from '../support/cleanup.ts'
import { drain } from '../support/context.ts'
import { signedRequest } from '../support/github-deliveries.ts'
import { recordLog } from '../support/log.ts'
import { releasePayload } from '../support/payloads.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  // The form in which GitHub sends keys.
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})

/** The account of the App at GitHub: what it has installed and selected. */
type Host = {
  url: string
  /** What it says of a new App, instead of the usual. */
  changes: object
  requests: string[]
  installations: { id: number; account: { login: string }; suspended_at?: string | null }[]
  repositories: object[]
  tokens: number
  hookUrl: string
  hookSecret: string | null
  events: string[]
  /** Newest first, in pages of two. */
  deliveries: object[]
  redelivered: number[]
}

const app1 = { id: 77, slug: 'herald-acme', html_url: '', pem: privateKey, webhook_secret: 'app-secret' }
const rocket = { id: 1, name: 'rocket', owner: { login: 'acme' }, default_branch: 'main' }

/** GitHub as far as Apps use it: it checks the signature of the App, and each code works once. */
function startHost(): Host {
  const codes = new Set(['code-1', 'code-2'])
  const host: Host = {
    ...{ url: '', changes: {}, requests: [] },
    ...{ installations: [], repositories: [rocket], tokens: 0 },
    ...{ hookUrl: '', hookSecret: null, events: [], deliveries: [], redelivered: [] },
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, searchParams, origin } = new URL(request.url)
      host.requests.push(pathname)
      const bearer = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
      const conversion = /^\/app-manifests\/([^/]+)\/conversions$/.exec(pathname)
      if (conversion) {
        if (!codes.delete(conversion[1] ?? '')) return new Response('{}', { status: 404 })
        const created = { ...app1, html_url: `${host.url}/apps/herald-acme`, ...host.changes }
        return Response.json(created, { status: 201 })
      }
      if (pathname === '/installation/repositories') {
        if (bearer !== `token-${host.tokens}`) return new Response('{}', { status: 401 })
        return Response.json({ total_count: host.repositories.length, repositories: host.repositories })
      }
      if (!isSigned(bearer)) return new Response('{}', { status: 401 })
      if (pathname === '/app/hook/config') {
        if (request.method === 'PATCH') {
          const { url, secret = host.hookSecret } = (await request.json()) as { url: string; secret?: string }
          Object.assign(host, { hookUrl: url, hookSecret: secret })
        }
        return Response.json({ url: host.hookUrl })
      }
      if (pathname === '/app') return Response.json({ events: host.events })
      if (pathname === '/app/hook/deliveries') {
        const start = Number(searchParams.get('cursor')?.replace('v1_', '') ?? 0)
        const next = `<${origin}${pathname}?per_page=100&cursor=v1_${start + 2}>; rel="next"`
        const headers = { link: start + 2 < host.deliveries.length ? next : '' }
        return Response.json(host.deliveries.slice(start, start + 2), { headers })
      }
      const attempt = /^\/app\/hook\/deliveries\/(\d+)\/attempts$/.exec(pathname)
      if (attempt && request.method === 'POST') {
        host.redelivered.push(Number(attempt[1]))
        return Response.json({}, { status: 202 })
      }
      if (pathname === '/app/installations') return Response.json(host.installations)
      if (/^\/app\/installations\/5\/access_tokens$/.test(pathname)) {
        host.tokens += 1
        const expires = new Date(app.ctx.now().getTime() + 3_600_000).toISOString()
        return Response.json({ token: `token-${host.tokens}`, expires_at: expires }, { status: 201 })
      }
      return new Response('{}', { status: 404 })
    },
  })
  atEnd(() => server.stop(true))
  host.url = `http://127.0.0.1:${server.port}`
  return host
}

function isSigned(jwt: string): boolean {
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const key = createPublicKey(publicKey)
  const isGood = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${body}`),
    key,
    Buffer.from(signature, 'base64url'),
  )
  const { iss, iat, exp } = JSON.parse(Buffer.from(body, 'base64url').toString() || '{}')
  return isGood && iss === '77' && exp - iat <= 600
}

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
let host: Host
beforeEach(async () => {
  host = startHost()
  app = await testApp({
    githubApiUrl: host.url,
    appUrl: 'https://herald.example',
    baseUrl: 'https://herald.example',
  })
  acme = await app.team('acme')
  ada = await acme.person('owner', 'Ada')
})

const routes = '/api/integrations/github-app'
const visit = (path: string, person = ada) =>
  app.api.handle(new Request(`http://localhost${routes}${path}`, { headers: { cookie: person.cookie } }))

/** Opens the form, and returns where it leads, with what. */
async function begin(query = '', person = ada) {
  const answer = await visit(`/new?organizationId=${acme.id}${query}`, person)
  const page = await answer.text()
  const [, action = ''] = /action="([^"]*)"/.exec(page) ?? []
  const [, manifest = ''] = /name="manifest" value="([^"]*)"/.exec(page) ?? []
  const text = manifest.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return { answer, action, state: action.split('state=')[1] ?? '', manifest: JSON.parse(text || 'null') }
}

/** Creates and installs the App as a user does. */
async function connect() {
  const { state } = await begin()
  const created = await visit(`/created?code=code-1&state=${state}`)
  host.installations = [{ id: 5, account: { login: 'acme' } }]
  const installed = await visit('/installed?installation_id=999&setup_action=install')
  return { created, installed }
}

const listed = async () => (await ada.call('GET', '/api/app/integrations')).body.repositories

describe('connecting GitHub', () => {
  test('begins with a form that GitHub alone may receive, for a user or an organization', async () => {
    const { answer, action, manifest } = await begin()
    expect(action).toStartWith(`${host.url}/settings/apps/new?state=`)
    expect(answer.headers.get('content-security-policy')).toContain(`form-action ${host.url};`)
    expect(manifest).toMatchObject({
      redirect_url: `https://herald.example${routes}/created`,
      public: false,
      hook_attributes: { url: `https://herald.example/api/webhooks/github-app/${acme.id}` },
      default_permissions: { contents: 'write', pull_requests: 'write' },
    })
    expect(manifest.name.length).toBeLessThanOrEqual(34)
    expect((await begin('&account=acme-inc')).action).toStartWith(
      `${host.url}/organizations/acme-inc/settings`,
    )
    expect((await begin('&account=../x')).answer.status).toBe(400)
  })

  test('stores the App encrypted, and connects the selected repositories', async () => {
    const { created, installed } = await connect()
    expect(created.headers.get('location')).toStartWith(
      `${host.url}/apps/herald-acme/installations/new?state=`,
    )
    expect(installed.headers.get('location')).toBe(
      'https://herald.example/app/acme/repositories?github=connected',
    )
    const stored = JSON.stringify(await app.ctx.db.select().from(githubApps))
    for (const secret of ['PRIVATE KEY', 'app-secret']) expect(stored).not.toContain(secret)
    const { body, text } = await ada.call('GET', '/api/app/github-app')
    expect(body.app).toMatchObject({ name: 'herald-acme', account: 'acme' })
    expect(text).not.toContain('app-secret')
    expect(await listed()).toMatchObject([{ displayName: 'acme/rocket', hasToken: true }])
  })

  test('refuses a state of another browser, a used one and an expired one', async () => {
    const eve = await acme.person('admin', 'Eve')
    const { state } = await begin()
    const expired = 'https://herald.example/app/acme/repositories?github=expired'
    expect((await visit(`/created?code=code-1&state=${state}`, eve)).headers.get('location')).toBe(expired)
    expect((await visit('/created?code=code-1&state=x')).headers.get('location')).toBe(expired)
    app.ctx.clock.advance(61 * 60_000)
    expect((await visit(`/created?code=code-1&state=${state}`)).headers.get('location')).toBe(expired)
    expect(await app.ctx.db.select().from(githubApps)).toEqual([])
  })

  test('is for admins of the organization', async () => {
    const max = await acme.person('member', 'Max')
    const stranger = await (await app.team('other')).person('owner', 'stranger')
    for (const person of [max, stranger]) expect((await begin('', person)).answer.status).toBe(403)
    // A browser follows these addresses, so the refusal is a page.
    const { state } = await begin()
    await app.ctx.db.update(members).set({ role: 'member' }).where(eq(members.userId, ada.id))
    const refused = await visit(`/created?code=code-1&state=${state}`)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
    expect(await refused.text()).toContain('Only an owner or admin can do this. Ask an owner or admin')
    expect(
      (await app.api.handle(new Request(`http://localhost${routes}/new?organizationId=${acme.id}`))).status,
    ).toBe(303)
    expect(await app.ctx.db.select().from(githubAppAttempts)).toEqual([])
  })

  test('without a public address asks GitHub for no deliveries, and polls', async () => {
    app.ctx.config.appUrl = 'https://localhost'
    const { manifest } = await begin()
    expect([manifest.hook_attributes, manifest.default_events]).toEqual([undefined, undefined])
    await connect()
    expect((await app.ctx.db.select().from(integrations))[0]?.watchMinutes).toBe(5)
  })
})

describe('an attacker', () => {
  const failed = 'https://herald.example/app/acme/repositories?github=failed'
  const locationOf = (answer: Response) => answer.headers.get('location')

  test.each(['..', '.', '../../user', 'a/b', '', 'x'.repeat(201)])(
    'cannot lead the exchange of a code to another address: %j',
    async (code) => {
      const { state } = await begin()
      const answer = await visit(`/created?code=${encodeURIComponent(code)}&state=${state}`)
      expect([locationOf(answer), host.requests]).toEqual([failed, []])
    },
  )

  test('whose page opens the form in a browser does not end the attempt in progress', async () => {
    const { state } = await begin()
    const headers = { cookie: ada.cookie, 'sec-fetch-site': 'cross-site' }
    const url = `http://localhost${routes}/new?organizationId=${acme.id}`
    expect((await app.api.handle(new Request(url, { headers }))).status).toBe(303)
    expect(locationOf(await visit(`/created?code=code-1&state=${state}`))).toStartWith(`${host.url}/apps/`)
  })

  test('who replays an answer of GitHub changes nothing', async () => {
    const { state } = await begin()
    await visit(`/created?code=code-1&state=${state}`)
    const before = await app.ctx.db.select().from(githubApps)
    const again = await visit(`/created?code=code-2&state=${state}`)
    expect(locationOf(again)).toEndWith('github=expired')
    expect(await app.ctx.db.select().from(githubApps)).toEqual(before)
  })

  test('who is no admin any more finishes nothing', async () => {
    const eve = await acme.person('admin', 'Eve')
    const { state } = await begin('', eve)
    await app.ctx.db.update(members).set({ role: 'member' }).where(eq(members.role, 'admin'))
    expect((await visit(`/created?code=code-1&state=${state}`, eve)).status).toBe(403)
    expect(locationOf(await visit('/installed', eve))).toEndWith('github=expired')
    expect(host.requests).toEqual([])
  })

  test('who began earlier does not replace the App that another admin has connected', async () => {
    const eve = await acme.person('admin', 'Eve')
    const { state } = await begin('', eve)
    await connect()
    const [before] = await app.ctx.db.select().from(githubApps)
    expect(locationOf(await visit(`/created?code=code-2&state=${state}`, eve))).toBe(failed)
    expect(await app.ctx.db.select().from(githubApps)).toEqual([before as never])
  })

  test('who names the installation of another account connects nothing of it', async () => {
    await connect()
    const other = await (await app.team('other')).person('owner', 'stranger')
    const requests = host.requests.length
    await visit('/installed?installation_id=5&setup_action=install', other)
    expect([
      host.requests.length,
      (await other.call('GET', '/api/app/integrations')).body.repositories,
    ]).toEqual([requests, []])
  })

  test('who answers instead of GitHub leads users and links nowhere else', async () => {
    host.changes = { html_url: 'javascript:alert(1)', slug: '../../evil' }
    const { state } = await begin()
    const answer = await visit(`/created?code=code-1&state=${state}`)
    expect(locationOf(answer)).toStartWith(`${host.url}/apps/..%2F..%2Fevil/installations/new`)
    expect((await ada.call('GET', '/api/app/github-app')).body.app.url).toStartWith(`${host.url}/apps/`)
  })

  test('gets no secret from a failure or a log', async () => {
    const lines = spyOn(app.ctx.log, 'warn')
    host.changes = { pem: '-----BEGIN RSA PRIVATE KEY-----\nsecret-key\n-----END RSA PRIVATE KEY-----' }
    const { state } = await begin()
    const answer = await visit(`/created?code=code-1&state=${state}`)
    expect(locationOf(answer)).toBe(failed)
    expect(lines.mock.calls).toHaveLength(1)
    for (const secret of ['secret-key', 'app-secret', 'code-1', state])
      expect(JSON.stringify(lines.mock.calls)).not.toContain(secret)
    expect(await app.ctx.db.select().from(githubApps)).toEqual([])
  })
})

describe('an App', () => {
  test('reads with tokens of an hour, which are renewed before they end', async () => {
    await connect()
    const [row] = await app.ctx.db.select().from(integrations)
    const read = () => accessToken(app.ctx, row as never)
    expect([await read(), await read(), host.tokens]).toEqual(['token-1', 'token-1', 1])
    app.ctx.clock.advance(56 * 60_000)
    expect([await read(), host.tokens]).toEqual(['token-2', 2])
  })

  test('loses repositories that are no longer selected, and all of them when it is removed', async () => {
    await connect()
    host.repositories = [{ ...rocket, id: 2, name: 'probe' }]
    expect((await ada.call('POST', '/api/app/github-app/sync')).status).toBe(200)
    const rows = await app.ctx.db.select().from(integrations).orderBy(integrations.repo)
    expect(rows.map(({ repo, viaApp }) => [repo, viaApp])).toEqual([
      ['probe', true],
      ['rocket', false],
    ])
    expect((await ada.call('DELETE', '/api/app/github-app')).body.app).toBe(null)
    const [probe] = await app.ctx.db.select().from(integrations).where(eq(integrations.repo, 'probe'))
    expect(await accessToken(app.ctx, probe as never)).toBe(null)
  })

  test('asks again each hour for the deliveries that failed, and corrects their address', async () => {
    await connect()
    host.hookUrl = 'https://old.example/api/webhooks/github-app/x'
    const failed = (id: number, more: object = {}) => ({
      ...{ id, guid: `guid-${id}`, event: 'push', status_code: 502, repository_id: 1 },
      delivered_at: new Date(app.ctx.now().getTime() - 3_600_000).toISOString(),
      ...more,
    })
    const long = new Date(app.ctx.now().getTime() - 4 * 24 * 3_600_000).toISOString()
    host.deliveries = [
      failed(9),
      failed(8, { status_code: 200 }),
      failed(7, { repository_id: 999 }),
      failed(6, { event: 'ping' }),
      failed(5, { guid: 'arrived' }),
      failed(4),
      failed(3, { delivered_at: long }),
    ]
    const [row] = await app.ctx.db.select().from(integrations)
    await app.ctx.db.insert(deliveries).values({
      ...{ deliveryId: 'arrived', integrationId: row?.id ?? '', triggerIds: [], receivedAt: app.ctx.now() },
    })
    await checkHourly(app.ctx)
    await drain(app.ctx)
    expect(host.redelivered).toEqual([4, 9])
    expect(host.hookUrl).toBe(`https://herald.example/api/webhooks/github-app/${acme.id}`)
    // Its answer may still be on its way.
    await checkHourly(app.ctx)
    await drain(app.ctx)
    expect(host.redelivered).toEqual([4, 9])
    app.ctx.clock.advance(3_600_000)
    await checkHourly(app.ctx)
    await drain(app.ctx)
    expect(host.redelivered).toEqual([4, 9, 4, 9])
  })

  test('gets a secret and an address later if the server was not reachable when it was created', async () => {
    app.ctx.config.appUrl = 'https://localhost'
    host.changes = { webhook_secret: null }
    await connect()
    await checkHourly(app.ctx)
    await drain(app.ctx)
    expect([host.hookUrl, host.hookSecret]).toEqual(['', null])

    app.ctx.config.appUrl = 'https://herald.example'
    await checkHourly(app.ctx)
    await drain(app.ctx)
    expect(host.hookUrl).toBe(`https://herald.example/api/webhooks/github-app/${acme.id}`)
    const secret = host.hookSecret ?? ''
    expect(secret).not.toBe('')
    const url = `http://localhost/api/webhooks/github-app/${acme.id}`
    const answer = await app.api.handle(signedRequest(url, secret, 'ping', {}, 'd-1'))
    expect(answer.status).toBe(200)
    // It has one now.
    await checkHourly(app.ctx)
    await drain(app.ctx)
    expect(host.hookSecret).toBe(secret)
  })

  test.each([
    { events: [], missing: ['push', 'release', 'pull_request', 'repository'] },
    { events: ['push', 'release', 'repository'], missing: ['pull_request'] },
    { events: ['push', 'release', 'pull_request', 'repository'], missing: null },
  ])(
    'that gets an address later and subscribes to $events is logged with those that it misses',
    async (each) => {
      app.ctx.config.appUrl = 'https://localhost'
      host.changes = { webhook_secret: null }
      host.events = [...each.events]
      await connect()
      app.ctx.config.appUrl = 'https://herald.example'
      const recorded = recordLog('warn')
      await checkApp({ ...app.ctx, log: recorded.log }, { organizationId: acme.id }, { key: null })
      const msg =
        'A GitHub App is not subscribed to every event. Subscribe it to the missing ones under "Permissions & events" of its settings at GitHub.'
      expect(recorded.lines).toMatchObject(each.missing ? [{ missing: each.missing, msg }] : [])
    },
  )

  test('that is suspended reads nothing', async () => {
    await connect()
    host.installations = [{ id: 5, account: { login: 'acme' }, suspended_at: '2026-01-01T00:00:00Z' }]
    await ada.call('POST', '/api/app/github-app/sync')
    expect((await ada.call('GET', '/api/app/github-app')).body.app.account).toBe(null)
  })
})

describe('a delivery', () => {
  const send = (event: string, payload: object, secret = 'app-secret', id: string = crypto.randomUUID()) =>
    app.api.handle(
      signedRequest(`http://localhost/api/webhooks/github-app/${acme.id}`, secret, event, payload, id),
    )
  const release = (repositoryId: number) => {
    const payload = releasePayload() as { repository: object }
    return {
      ...payload,
      repository: { ...payload.repository, id: repositoryId, name: 'rocket', full_name: 'acme/rocket' },
    }
  }

  test('of a connected repository is processed once, with the secret of the App', async () => {
    await connect()
    expect((await listed())[0].webhook).toBe('waiting')
    const first = await send('release', release(1), 'app-secret', 'delivery-1')
    expect([first.status, await first.json()]).toMatchObject([
      200,
      { event: 'release', processed: { type: 'release' } },
    ])
    expect(await (await send('release', release(1), 'app-secret', 'delivery-1')).json()).toMatchObject({
      duplicate: true,
    })
    expect((await listed())[0].webhook).toBe('working')
  })

  test('with another signature is refused, and one of an unknown repository is ignored', async () => {
    await connect()
    expect((await send('release', release(1), 'wrong')).status).toBe(401)
    expect(await (await send('release', release(999))).json()).toMatchObject({ ignored: true })
    const url = 'http://localhost/api/webhooks/github-app/unknown'
    expect((await app.api.handle(signedRequest(url, 'app-secret', 'release', release(1)))).status).toBe(404)
  })

  test('is answered before GitHub hangs up, if the database takes four seconds for the App and four for the repository', async () => {
    await connect()
    const client = app.ctx.db.$client
    const { execute } = client
    let waited = performance.now()
    const clock = spyOn(performance, 'now').mockImplementation(() => waited)
    try {
      client.execute = async (statement: InStatement) => {
        const answer = await execute.call(client, statement as string)
        waited += 4001
        return answer
      }
      expect((await send('release', release(1))).status).toBe(500)
    } finally {
      clock.mockRestore()
      client.execute = execute
    }
    expect(await app.ctx.db.$count(events)).toBe(0)
  })

  test('whose connection to the database is lost once is processed', async () => {
    await connect()
    const client = app.ctx.db.$client
    const { execute } = client
    const lost = new Set<string>()
    try {
      client.execute = (statement: InStatement) => {
        const text = JSON.stringify(statement)
        if (lost.has(text)) return execute.call(client, statement as string)
        lost.add(text)
        return Promise.reject(new LibsqlError('The connection was lost.', 'SERVER_LOST'))
      }
      expect((await send('release', release(1))).status).toBe(200)
    } finally {
      client.execute = execute
    }
    expect(await app.ctx.db.$count(events)).toBe(1)
  })

  test('signed with the secret of another organization is refused', async () => {
    await connect()
    const other = await app.team('other')
    host.changes = { id: 78, webhook_secret: 'other-secret' }
    const owner = await other.person('owner', 'Bea')
    const page = await (await visit(`/new?organizationId=${other.id}`, owner)).text()
    const [, state = ''] = /state=(\w+)"/.exec(page) ?? []
    await visit(`/created?code=code-2&state=${state}`, owner)
    expect((await send('release', release(1), 'other-secret')).status).toBe(401)
    const url = `http://localhost/api/webhooks/github-app/${other.id}`
    const crossed = await app.api.handle(signedRequest(url, 'other-secret', 'release', release(1)))
    expect([crossed.status, await crossed.json()]).toMatchObject([200, { ignored: true }])
  })

  test('without a signature, too large, or of another form is refused or ignored', async () => {
    await connect()
    const url = `http://localhost/api/webhooks/github-app/${acme.id}`
    const post = (body: string | Uint8Array, headers = {}) =>
      app.api.handle(
        new Request(url, { method: 'POST', body, headers: { 'x-github-event': 'push', ...headers } }),
      )
    expect((await post('{}')).status).toBe(400)
    const large = { 'x-hub-signature-256': 'sha256=0', 'content-length': String(26 * 1024 * 1024) }
    expect((await post(new Uint8Array(26 * 1024 * 1024), large)).status).toBe(413)
    for (const payload of [null, [], 'text', { repository: 1 }, { repository: { id: '1' } }])
      expect((await send('push', payload as never)).status).toBe(200)
    expect(await app.ctx.db.$count(events)).toBe(0)
  })

  test('about access that is sent again with other ids queues one job until that starts', async () => {
    await connect()
    const queued = async () =>
      (await app.ctx.db.select().from(jobs)).filter(({ name }) => name === 'integrations.app').length
    for (let n = 0; n < 5; n++) await send('installation', { action: 'created' })
    expect(await queued()).toBe(1)
    await drain(app.ctx)
    const done = await queued()
    await send('installation', { action: 'created' })
    expect((await queued()) - done).toBe(1)
  })

  test('about access connects newly selected repositories', async () => {
    await connect()
    host.repositories.push({ ...rocket, id: 2, name: 'probe' })
    await send('installation_repositories', { action: 'added' })
    await drain(app.ctx)
    expect((await listed()).map(({ displayName }: { displayName: string }) => displayName)).toEqual([
      'acme/probe',
      'acme/rocket',
    ])
  })
})
