import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq, isNull } from 'drizzle-orm'
import { scopes } from '../../src/features/keys/model.ts'
import { apiKeys } from '../../src/features/keys/table.ts'
import { oauthClients, oauthGrants } from '../../src/features/oauth/table.ts'
import { sweepSessions } from '../../src/features/sessions/job.ts'
import { type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { approve, callback, loginClients, loginStore, openConsent } from '../support/mcp-login.ts'
import { redirect, startSite } from '../support/site.ts'

type App = Awaited<ReturnType<typeof testApp>>

let shared: App
let app: App
let acme: Team
let owner: SignedInPerson
let teams = 0
beforeAll(async () => {
  shared = await testApp()
})
beforeEach(() => enter(shared))

/** Goes on in an app with an organization of its own, an hour later: registrations are limited by the hour. */
async function enter(entered: App) {
  app = entered
  app.ctx.clock.advance(60 * 60 * 1000)
  acme = await app.team(`acme-${++teams}`)
  owner = await acme.person('owner')
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
const token = (fields: Record<string, string>) => app.anonymous('POST', '/oauth/token', form(fields), asForm)
const verifier = 'v'.repeat(43)
const challenge = new Bun.CryptoHasher('sha256').update(verifier).digest('base64url').replace(/=+$/, '')

async function register(changes: object = {}): Promise<string> {
  const body = { client_name: 'Editor', redirect_uris: [callback], ...changes }
  return (await app.anonymous('POST', '/oauth/register', body)).body.client_id
}

const requestOf = (clientId: string, changes: Record<string, string> = {}) =>
  form({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: callback, state: 's' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', scope: 'posts.read posts.write' },
    ...changes,
  })

/** A client with a code of the owner. */
async function getCode(by: SignedInPerson = owner) {
  const clientId = await register()
  const code = (await approve(by, requestOf(clientId))).get('code') ?? ''
  const fields = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
  return { clientId, fields }
}

/** A client with tokens of the owner. */
async function connect(by: SignedInPerson = owner) {
  const { clientId, fields } = await getCode(by)
  const { body } = await token(fields)
  const refresh = (refresh_token: string) =>
    token({ grant_type: 'refresh_token', client_id: clientId, refresh_token })
  return {
    clientId,
    fields,
    refresh,
    access: body.access_token as string,
    refreshToken: body.refresh_token as string,
  }
}

const list = (access: string) => mcp(access, 'tools/list')
const mcp = (access: string, method: string, params: object = {}) =>
  app.anonymous(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method, params },
    {
      authorization: `Bearer ${access}`,
      accept: 'application/json, text/event-stream',
    },
  )

const keysOf = async (person = owner) => (await person.call('GET', '/api/app/keys')).body.keys

test.each(loginClients)(
  '%s connects with only the address, publishes a post, refreshes, and loses its access',
  async (_, revision, login) => {
    const { store, provider } = loginStore()
    const first = login(app, provider)
    await expect(first.connect()).rejects.toThrow('Unauthorized')
    const answer = await approve(owner, await openConsent(app, store.opened as URL))
    expect([answer.get('state'), answer.get('iss')]).toEqual(['state-1', 'http://localhost:3000'])
    await first.finish(answer)

    const client = login(app, provider)
    await client.connect()
    expect(client.revision()).toBe(revision)
    expect(await client.names()).toContain('create_post')
    const post = { title: 'Hello', markdown: 'Hello.', contentType: 'changelog' }
    const { structuredContent } = await client.call('create_post', post)
    expect(structuredContent).toMatchObject({ post: { title: 'Hello', status: 'draft' } })
    const { id } = (structuredContent as { post: { id: string } }).post
    await client.call('update_post', { postId: id, status: 'published' })
    expect((await acme.call('GET', `/v1/posts/${id}`)).body.post).toMatchObject({ status: 'published' })
    expect(await keysOf()).toMatchObject([{ name: 'Editor' }, { name: 'test' }])

    const before = store.tokens?.access_token
    app.ctx.clock.advance(61 * 60 * 1000)
    await client.call('list_posts', {})
    expect(store.tokens?.access_token).not.toBe(before)

    const fields = { token: store.tokens?.refresh_token ?? '' }
    expect((await app.anonymous('POST', '/oauth/revoke', form(fields), asForm)).status).toBe(200)
    expect((await list(store.tokens?.access_token ?? '')).status).toBe(401)
    expect(await keysOf()).toMatchObject([{ name: 'test' }])
  },
)

describe('a code', () => {
  test('needs the verifier of its challenge, and ends after a minute', async () => {
    const { fields } = await getCode()
    expect(await token({ ...fields, code_verifier: 'w'.repeat(43) })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    app.ctx.clock.advance(60_000)
    expect((await token(fields)).body.error).toBe('invalid_grant')
    expect(await keysOf()).toHaveLength(1)
  })

  test('that is used again ends the access that it gave', async () => {
    const { fields, access, refresh, refreshToken } = await connect()
    expect((await list(access)).status).toBe(200)
    expect((await token(fields)).body.error).toBe('invalid_grant')
    expect((await list(access)).status).toBe(401)
    expect((await refresh(refreshToken)).body.error).toBe('invalid_grant')
  })

  test('belongs to its client and its redirect', async () => {
    const { fields } = await getCode()
    const other = await register({ client_name: 'Other' })
    expect((await token({ ...fields, client_id: other })).body.error).toBe('invalid_grant')
    expect((await token({ ...fields, redirect_uri: 'https://evil.example/' })).body.error).toBe(
      'invalid_grant',
    )
    expect((await token({ ...fields, resource: 'https://evil.example/mcp' })).body.error).toBe(
      'invalid_target',
    )
    expect(await token({ ...fields, client_id: 'client_gone' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    expect((await token(fields)).status).toBe(200)
  })
})

describe('a refresh token', () => {
  test('is replaced when it is used, and the one before is accepted for another minute', async () => {
    const { refresh, refreshToken } = await connect()
    const { body } = await refresh(refreshToken)
    app.ctx.clock.advance(59_000)
    const again = await refresh(refreshToken)
    expect([again.status, again.body.refresh_token === body.refresh_token]).toEqual([200, false])
    expect((await list(again.body.access_token)).status).toBe(200)
  })

  test('that is used again later ends the access', async () => {
    const { refresh, refreshToken } = await connect()
    const { body } = await refresh(refreshToken)
    app.ctx.clock.advance(60_000)
    expect((await refresh(refreshToken)).body.error).toBe('invalid_grant')
    expect((await list(body.access_token)).status).toBe(401)
    expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('ends with its key, which an admin revokes in the list', async () => {
    const { access, refresh, refreshToken } = await connect()
    const [key] = await keysOf()
    expect(key).toMatchObject({ name: 'Editor', scopes: ['posts.read', 'posts.write'] })
    expect(Date.parse(key.expiresAt) - app.ctx.now().getTime()).toBe(60 * 24 * 60 * 60 * 1000)
    await owner.call('DELETE', `/api/app/keys/${key.id}`)
    expect((await list(access)).status).toBe(401)
    expect((await refresh(refreshToken)).body.error).toBe('invalid_grant')
  })
})

describe('access', () => {
  test('ends after an hour, and is valid at /mcp only', async () => {
    const { access } = await connect()
    const elsewhere = await app.anonymous('GET', '/v1/posts', undefined, {
      authorization: `Bearer ${access}`,
    })
    expect([elsewhere.status, elsewhere.body.error]).toEqual([401, 'Invalid token audience'])
    app.ctx.clock.advance(60 * 60 * 1000)
    const { status, headers } = await list(access)
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token", error_description="Invalid API key"'),
    ])
  })

  test('ends with the membership, and does not return with it', async () => {
    const member = await acme.person('member')
    const { access, refresh, refreshToken } = await connect(member)
    expect((await list(access)).status).toBe(200)
    await owner.call('DELETE', `/api/app/members/${member.id}`)
    expect((await list(access)).status).toBe(401)
    expect((await refresh(refreshToken)).body.error).toBe('invalid_grant')
    await app.ctx.db.run(`insert into members values ('${member.id}', '${acme.id}', 'member', 1)`)
    expect((await list(access)).status).toBe(401)
  })

  test('never exceeds the role that the user has now', async () => {
    const admin = await acme.person('admin')
    const clientId = await register()
    const request = requestOf(clientId, { scope: 'integrations.read integrations.write' })
    const code = (await approve(admin, request)).get('code') ?? ''
    const { body } = await token({
      ...{ grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier },
    })
    expect((await list(body.access_token)).text).toContain('disconnect_integration')
    await owner.call('PATCH', `/api/app/members/${admin.id}`, { role: 'member' })
    expect((await list(body.access_token)).text).not.toContain('disconnect_integration')
  })

  test('asks for more scopes when a call needs them', async () => {
    const { access } = await connect()
    const { status, headers } = await mcp(access, 'tools/call', { name: 'create_skill', arguments: {} })
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toBe(
      'Bearer resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp", error="insufficient_scope", scope="posts.read posts.write skills.write"',
    )
  })
})

describe('a user can only approve', () => {
  test('what the app asked for and the role includes, in an organization of theirs', async () => {
    const member = await acme.person('member')
    const request = requestOf(await register(), { scope: 'posts.read integrations.write' })
    const look = await member.call('POST', '/api/app/oauth/look', { request })
    expect(look.body.organizations).toEqual([
      { id: acme.id, name: `Team ${acme.slug}`, scopes: ['posts.read'], refusal: null },
    ])
    for (const scope of ['integrations.write', 'skills.write', 'feedback.send', '*'])
      await expect(approve(member, request, ['posts.read', scope])).rejects.toThrow('did not ask for these')
    const other = await app.team(`other-${teams}`)
    await expect(approve(member, request, undefined, other.id)).rejects.toThrow('access revoked')
    expect(await app.ctx.db.$count(oauthGrants, eq(oauthGrants.userId, member.id))).toBe(0)
  })

  test.each([
    ['an unknown client', { client_id: 'client_none' }, 'not registered here'],
    ['a foreign redirect', { redirect_uri: 'https://evil.example/callback' }, 'not registered'],
    ['another path', { redirect_uri: 'http://127.0.0.1:33418/other' }, 'not registered'],
    ['another name of the computer', { redirect_uri: 'http://localhost:33418/callback' }, 'not registered'],
  ])('known addresses: %s gets nothing, not even an error', async (_, changes, why) => {
    const request = requestOf(await register(), changes)
    for (const path of ['look', 'approve']) {
      const body = { request, organizationId: acme.id, scopes: ['posts.read'] }
      const answer = await owner.call('POST', `/api/app/oauth/${path}`, path === 'look' ? { request } : body)
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(why)])
    }
  })

  test.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_target', { resource: 'https://other.example/mcp' }],
    ['invalid_scope', { scope: 'everything' }],
  ])('complete requests: %s goes back to the app', async (error, changes) => {
    const request = requestOf(await register(), changes)
    const { body } = await owner.call('POST', '/api/app/oauth/look', { request })
    const back = new URL(body.denyUrl)
    expect([back.host, back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([
      ...['127.0.0.1:33418', error, 's'],
    ])
    await expect(approve(owner, request, ['posts.read'])).rejects.toThrow()
  })

  test('while the organization has room for a key, which the consent page says before', async () => {
    const request = requestOf(await register())
    const row = { organizationId: acme.id, name: 'full', start: 'x', scopes: ['posts.read'] }
    const rows = Array.from({ length: 499 }, (_, index) => {
      const id = `${acme.id}-${index}`
      return { ...row, id, hash: id, createdAt: app.ctx.now() }
    })
    await app.ctx.db.insert(apiKeys).values(rows)
    const { body } = await owner.call('POST', '/api/app/oauth/look', { request })
    const sentence = 'This organization has 500 API keys and feedback tokens, the maximum. Revoke one first.'
    expect(body.organizations).toMatchObject([{ id: acme.id, refusal: sentence }])
    await expect(approve(owner, request, ['posts.read'])).rejects.toThrow(sentence)
    expect(await app.ctx.db.$count(oauthGrants, eq(oauthGrants.organizationId, acme.id))).toBe(0)
  })

  test('a program on this computer at any port', async () => {
    const request = requestOf(await register(), { redirect_uri: 'http://127.0.0.1:5555/callback' })
    expect((await approve(owner, request)).get('code')).toHaveLength(64)
  })
})

const appsOf = async (person: SignedInPerson) =>
  (await person.call('GET', '/api/app/oauth/connections')).body.connections
const revoke = (person: SignedInPerson, id: string) =>
  person.call('DELETE', `/api/app/oauth/connections/${id}`)

describe('the connected apps of a user', () => {
  test('are only theirs, and end immediately when they revoke them', async () => {
    const member = await acme.person('member')
    const connected = await connect(member)
    await connect(owner)
    const apps = await appsOf(member)
    expect(apps).toMatchObject([
      { name: 'Editor', organization: `Team ${acme.slug}`, scopes: ['posts.read', 'posts.write'] },
    ])
    const [{ id }] = apps
    expect(await revoke(owner, id)).toMatchObject({ status: 404, body: { error: 'App not found' } })
    expect((await list(connected.access)).status).toBe(200)
    expect(await revoke(member, id)).toMatchObject({ status: 200, body: { id } })
    expect((await list(connected.access)).status).toBe(401)
    expect((await connected.refresh(connected.refreshToken)).body.error).toBe('invalid_grant')
    expect(await appsOf(member)).toEqual([])
    expect(await appsOf(owner)).toHaveLength(1)
  })

  test('have no keys, and no apps whose access ended', async () => {
    await connect()
    await owner.call('POST', '/api/app/keys', { name: 'mine', scopes: ['posts.read'], expiresInDays: null })
    expect(await appsOf(owner)).toMatchObject([{ name: 'Editor' }])
    const [key] = await keysOf()
    expect(await revoke(owner, key.id)).toMatchObject({ status: 404 })
    const ended = { expiresAt: app.ctx.now() }
    await app.ctx.db.update(apiKeys).set(ended).where(eq(apiKeys.organizationId, acme.id))
    expect(await appsOf(owner)).toEqual([])
  })
})

describe('registration', () => {
  test.each([
    'http://evil.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'evil:/callback',
    'https://a.example/callback#part',
    'https://user@a.example/callback',
    `https://a.example/${'x'.repeat(512)}`,
  ])('refuses the redirect %s', async (uri) => {
    const answer = await app.anonymous('POST', '/oauth/register', { redirect_uris: [uri] })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  test('refuses a body that cannot be read with a code of OAuth', async () => {
    for (const [body, sentence] of [
      ['{', 'The body is not valid JSON.'],
      [JSON.stringify({ client_name: 'x'.repeat(16 * 1024) }), 'The body is larger than 16384 bytes.'],
    ]) {
      const answer = await app.anonymous('POST', '/oauth/register', body)
      const refused = { error: 'invalid_client_metadata', error_description: sentence }
      expect([answer.status, answer.body]).toEqual([400, refused])
    }
    const json = await app.anonymous('POST', '/oauth/token', { grant_type: 'refresh_token' })
    expect([json.status, json.body]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description: 'The body must be a form, sent as application/x-www-form-urlencoded.',
      },
    ])
  })

  test('gives an equal registration the same client, stores at most 1,000, and forgets unused ones', async () => {
    const first = await register()
    expect(await register()).toBe(first)
    await app.ctx.db.run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into oauth_clients (id, name, redirect_uris, created_at, expires_at)
      select 'filler-' || i, 'x', '[]', 1, ${app.ctx.now().getTime() + 24 * 60 * 60 * 1000} from n`)
    await register({ client_name: 'Second' })
    expect(await app.ctx.db.$count(oauthClients, isNull(oauthClients.approvedAt))).toBe(1000)
    app.ctx.clock.advance(24 * 60 * 60 * 1000)
    const look = await owner.call('POST', '/api/app/oauth/look', { request: requestOf(first) })
    expect(look.body.error).toContain('not registered here')
  })

  test('is limited to 20 an hour from one address', async () => {
    for (let sent = 0; sent < 20; sent++) await register({ client_name: `Editor ${sent}` })
    expect((await app.anonymous('POST', '/oauth/register', { redirect_uris: [callback] })).status).toBe(429)
  })

  test('gives a client that wants one a secret, which its tokens need', async () => {
    const { body } = await app.anonymous('POST', '/oauth/register', {
      ...{ redirect_uris: [callback], token_endpoint_auth_method: 'client_secret_basic' },
    })
    const code = (await approve(owner, requestOf(body.client_id))).get('code') ?? ''
    const fields = { grant_type: 'authorization_code', code, code_verifier: verifier }
    expect((await token({ ...fields, client_id: body.client_id })).status).toBe(401)
    const basic = `Basic ${btoa(`${body.client_id}:${body.client_secret}`)}`
    const answer = await app.anonymous('POST', '/oauth/token', form(fields), {
      ...asForm,
      authorization: basic,
    })
    expect(answer.status).toBe(200)
  })
})

test('expired codes, clients and tokens are deleted', async () => {
  await connect()
  await getCode()
  app.ctx.clock.advance(91 * 24 * 60 * 60 * 1000)
  await sweepSessions.insert(app.ctx, {})
  await drain(app.ctx)
  for (const table of [oauthClients, oauthGrants]) expect(await app.ctx.db.$count(table)).toBe(0)
  const isEditor = and(eq(apiKeys.organizationId, acme.id), eq(apiKeys.name, 'Editor'))
  const [key] = await app.ctx.db.select().from(apiKeys).where(isEditor)
  expect(key?.revokedAt).not.toBeNull()
})

describe('a metadata document', () => {
  const json = (value: unknown, headers = {}) => new Response(JSON.stringify(value), { headers })
  let inNetwork: App
  beforeAll(async () => {
    inNetwork = await testApp({ allowPrivateNetwork: true })
  })
  const look = (clientId: string) =>
    owner.call('POST', '/api/app/oauth/look', { request: requestOf(clientId) })

  test('identifies a client by its host, is fetched once, and gives tokens without a secret', async () => {
    using site = startSite({})
    await enter(inNetwork)
    const clientId = `${site.url}/client.json`
    const described = { client_id: clientId, client_name: 'Editor', redirect_uris: [callback] }
    site.pages['/client.json'] = () => json(described, { 'cache-control': 'max-age=600' })
    const { body } = await look(clientId)
    expect(body).toMatchObject({ name: 'Editor', verifiedHost: `127.0.0.1:${site.port}` })
    const code = (await approve(owner, requestOf(clientId))).get('code') ?? ''
    const fields = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier }
    expect((await token(fields)).status).toBe(200)
    expect(site.asked).toEqual(['/client.json'])
    app.ctx.clock.advance(600_000)
    await look(clientId)
    expect(site.asked).toHaveLength(2)
  })

  test.each([
    ['of another address', () => json({ client_id: 'https://a.example/x' }), 'client_id is not its URL'],
    ['that is too large', () => new Response(' '.repeat(65 * 1024)), 'larger than 64 KB'],
    ['that is no JSON', () => new Response('<html>'), 'not a JSON object'],
    ['that is missing', () => new Response('', { status: 404 }), 'status 404'],
    ['elsewhere', () => redirect('http://localhost:1/x'), 'redirects to another host'],
  ])('%s is refused', async (_, answer, why) => {
    using site = startSite({ '/client.json': answer })
    await enter(inNetwork)
    const { status, body } = await look(`${site.url}/client.json`)
    expect([status, body.error]).toEqual([400, expect.stringContaining(why)])
  })

  test.each(['https://127.0.0.1/c', 'https://[::1]/c', 'https://10.0.0.1/c', 'https://metadata.internal/c'])(
    'at the private address %s is not fetched',
    async (clientId) => {
      const { status, body } = await look(clientId)
      expect([status, body.error]).toEqual([400, expect.stringContaining('not on the public internet')])
    },
  )

  test('needs https', async () => {
    expect((await look('http://public.example/client.json')).body.error).toContain('not registered here')
  })
})

describe('clients find the authorization server', () => {
  const read = async (path: string) => (await app.anonymous('GET', path)).body

  test('by the challenge and the well-known addresses, from any origin', async () => {
    const { headers } = await app.anonymous('POST', '/mcp', {})
    const address = 'http://localhost:3000/.well-known/oauth-protected-resource/mcp'
    expect(headers.get('www-authenticate')).toStartWith(`Bearer resource_metadata="${address}", scope="`)
    const resource = await read('/.well-known/oauth-protected-resource/mcp')
    expect(resource).toMatchObject({
      ...{ resource: 'http://localhost:3000/mcp', authorization_servers: ['http://localhost:3000'] },
    })
    const whole = await read('/.well-known/oauth-protected-resource')
    expect(whole).toEqual({ ...resource, scopes_supported: [...scopes] })
    expect(await read('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: 'http://localhost:3000',
      code_challenge_methods_supported: ['S256'],
    })
    const preflight = await app.anonymous('OPTIONS', '/oauth/token', undefined, {
      origin: 'https://app.example',
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    const authorize = await app.anonymous('OPTIONS', '/oauth/authorize', undefined, {
      origin: 'https://a.example',
    })
    expect(authorize.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('below a base path', async () => {
    const baseUrl = 'https://h.example/herald'
    app = await testApp({ basePath: '/herald', baseUrl, appUrl: baseUrl })
    const server = await read('/.well-known/oauth-authorization-server/herald')
    expect(server).toMatchObject({ issuer: baseUrl, token_endpoint: `${baseUrl}/oauth/token` })
    expect(await read('/herald/.well-known/openid-configuration')).toEqual(server)
    const resource = await read('/.well-known/oauth-protected-resource/herald/mcp')
    expect(resource.resource).toBe(`${baseUrl}/mcp`)
    expect(await read('/herald/.well-known/oauth-protected-resource/mcp')).toEqual(resource)
    const { headers } = await app.anonymous('GET', '/herald/oauth/authorize?client_id=x')
    expect(headers.get('location')).toBe(`${baseUrl}/app/sign-in/app?client_id=x`)
  })

  test('never by a redirect to another host', async () => {
    for (const next of ['//evil.example', '/\\evil.example', '@evil.example']) {
      const { headers } = await app.anonymous(
        'GET',
        `/oauth/authorize?redirect_uri=${next}&client_id=${next}`,
      )
      expect(new URL(headers.get('location') ?? '').origin).toBe('http://localhost:3000')
    }
  })
})
