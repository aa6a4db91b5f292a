import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newUser } from '../../src/features/members/record.ts'
import { members, users } from '../../src/features/members/table.ts'
import { createSetupLink, createSignInLink } from '../../src/features/sessions/links.ts'
import { links, sessions } from '../../src/features/sessions/table.ts'
import { hashToken } from '../../src/ids.ts'
import { type Answer, type caller, ownPage, testApp, withHeaders } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let page: ReturnType<typeof caller>
beforeEach(async () => {
  app = await testApp()
  page = withHeaders(app.anonymous, ownPage)
})

const day = 24 * 60 * 60 * 1000
const tokenIn = (url: string) => url.split('#')[1] ?? ''
const cookieOf = ({ headers }: Answer) => headers.get('set-cookie')?.split(';')[0] ?? ''
const ada = { name: 'Ada', organization: 'Acme & Söhne', email: 'Ada@Acme.test', password: 'correct horse' }

/** The first account, signed in. */
async function setUpAda() {
  const token = tokenIn(await createSetupLink(app.ctx))
  const answer = await page('POST', '/api/app/setup', { token, ...ada })
  expect(answer.status).toBe(201)
  return { answer, cookie: cookieOf(answer), call: withHeaders(page, { cookie: cookieOf(answer) }) }
}

describe('the set-up link', () => {
  test('creates the first account, the owner of a new organization, and signs it in', async () => {
    const { answer, call } = await setUpAda()
    const { user, organizations } = answer.body
    expect(answer.body).toEqual({
      user: { id: user.id, name: 'Ada', email: 'ada@acme.test', hasPassword: true },
      needsSetup: false,
      organizations: [
        { id: organizations[0].id, slug: 'acme-sohne', name: 'Acme & Söhne', logo: null, role: 'owner' },
      ],
      mayCreateOrganization: true,
      maySetServer: true,
      sendsMail: false,
      oidc: null,
    })
    expect((await call('GET', '/api/app/session')).body).toEqual(answer.body)
  })

  test('shows its expiry and the existing organizations', async () => {
    await app.team('acme')
    const url = await createSetupLink(app.ctx)
    expect(url).toMatch(/^http:\/\/localhost:3000\/app\/setup#[0-9a-f]{64}$/)
    app.ctx.clock.advance(60_000)
    const look = await page('POST', '/api/app/setup/look', { token: tokenIn(url) })
    expect(look.body).toEqual({ minutesLeft: 29, organizations: [{ slug: 'acme', name: 'Team acme' }] })
    const { body } = await page('POST', '/api/app/setup', { token: tokenIn(url), ...ada, slug: 'acme' })
    expect(body.organizations).toMatchObject([{ slug: 'acme', name: 'Team acme', role: 'owner' }])
  })

  test('expires after 30 minutes', async () => {
    const token = tokenIn(await createSetupLink(app.ctx))
    app.ctx.clock.advance(30 * 60_000)
    const gone = {
      error:
        'This link has expired or was used. Sign in. If no account exists yet, open the dashboard for a new link in the server log, or run: herald setup',
    }
    expect(await page('POST', '/api/app/setup/look', { token })).toMatchObject({ status: 410, body: gone })
    expect(await page('POST', '/api/app/setup', { token, ...ada })).toMatchObject({ status: 410, body: gone })
    expect(await page('POST', '/api/app/setup/look', { token: 'unknown' })).toMatchObject({ status: 410 })
  })

  test('works only while there is no account', async () => {
    const used = await createSetupLink(app.ctx)
    await page('POST', '/api/app/setup', { token: tokenIn(used), ...ada })
    for (const token of [tokenIn(used), tokenIn(await createSetupLink(app.ctx))]) {
      const answer = await page('POST', '/api/app/setup', { token, ...ada, email: 'eve@acme.test' })
      expect([answer.status, answer.body]).toEqual([
        410,
        { error: 'This server is set up already. Sign in.' },
      ])
    }
  })

  test('invalidates the older one', async () => {
    const first = tokenIn(await createSetupLink(app.ctx))
    const second = tokenIn(await createSetupLink(app.ctx))
    expect((await page('POST', '/api/app/setup', { token: first, ...ada })).status).toBe(410)
    expect((await page('POST', '/api/app/setup', { token: second, ...ada })).status).toBe(201)
  })

  test('twice at once creates one owner', async () => {
    const token = tokenIn(await createSetupLink(app.ctx))
    const answers = await Promise.all([1, 2].map(() => page('POST', '/api/app/setup', { token, ...ada })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410])
    expect(await app.ctx.db.$count(users)).toBe(1)
    expect(await app.ctx.db.$count(members)).toBe(1)
    expect(await app.ctx.db.$count(sessions)).toBe(1)
  })

  test('can be used again after a failure', async () => {
    const token = tokenIn(await createSetupLink(app.ctx))
    const answer = await page('POST', '/api/app/setup', { token, ...ada, slug: 'nobody' })
    expect([answer.status, answer.body]).toEqual([404, { error: 'Organization not found' }])
    expect((await page('POST', '/api/app/setup', { token, ...ada })).status).toBe(201)
  })

  test.each([
    ['a short password', { password: '123456789' }, 'password must have 10 to 200 characters'],
    ['no e-mail address', { email: 'ada' }, 'email must be an email address'],
    ['no name', { name: ' ' }, 'name must have 1 to 120 characters'],
    ['no organization', { organization: undefined }, 'organization is required'],
  ])('refuses %s', async (_, change, error) => {
    const token = tokenIn(await createSetupLink(app.ctx))
    const answer = await page('POST', '/api/app/setup', { token, ...ada, ...change })
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })
})

test('an unauthenticated user gets that answer, and whether the server is new', async () => {
  const nobody = {
    ...{ user: null, organizations: [], mayCreateOrganization: false, maySetServer: false, oidc: null },
    sendsMail: false,
  }
  expect((await page('GET', '/api/app/session')).body).toEqual({ ...nobody, needsSetup: true })
  await setUpAda()
  expect((await page('GET', '/api/app/session')).body).toEqual({ ...nobody, needsSetup: false })
})

describe('signing in', () => {
  test('accepts the e-mail address in any letter case, and the exact password', async () => {
    const { answer } = await setUpAda()
    const signedIn = await page('POST', '/api/app/session', {
      email: ' ADA@acme.test ',
      password: ada.password,
    })
    expect([signedIn.status, signedIn.body]).toEqual([200, answer.body])
  })

  test('accepts a password in any Unicode composition', async () => {
    const token = tokenIn(await createSetupLink(app.ctx))
    await page('POST', '/api/app/setup', { token, ...ada, password: 'caf\u00e9 caf\u00e9 caf\u00e9' })
    const { status } = await page('POST', '/api/app/session', {
      email: 'ada@acme.test',
      password: 'cafe\u0301 cafe\u0301 cafe\u0301',
    })
    expect(status).toBe(200)
  })

  test.each([
    ['a wrong password', { email: 'ada@acme.test', password: 'wrong horse' }],
    ['an unknown address', { email: 'eve@acme.test', password: ada.password }],
    ['somebody without a password', { email: 'bob@acme.test', password: ada.password }],
  ])('returns the same for %s', async (_, credentials) => {
    await setUpAda()
    await newUser(app.ctx, { email: 'bob@acme.test', name: 'Bob', passwordHash: null }).statement
    const answer = await page('POST', '/api/app/session', credentials)
    expect([answer.status, answer.body]).toEqual([401, { error: 'Email or password is wrong', remaining: 9 }])
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('describes its fields, and ignores unknown ones', async () => {
    await setUpAda()
    for (const body of [{}, [], null, { email: ada.email }, { password: ada.password }]) {
      const { status, body: told } = await page('POST', '/api/app/session', body)
      expect([status, told]).toEqual([400, { error: 'Send an email and a password, or the token of a link' }])
    }
    const { email, password } = ada
    expect((await page('POST', '/api/app/session', { email, password, remember: true })).status).toBe(200)
  })

  test('allows ten wrong attempts in 15 minutes for an address, and more later', async () => {
    await setUpAda()
    const right = { email: 'ada@acme.test', password: ada.password }
    for (let tries = 0; tries < 10; tries++)
      expect((await page('POST', '/api/app/session', { token: 'unknown' })).status).toBe(410)
    const refused = await page('POST', '/api/app/session', right)
    expect([refused.status, refused.body.error]).toEqual([429, 'Too many attempts. Try again later.'])
    expect(refused.headers.get('retry-after')).toBe('900')
    app.ctx.clock.advance(15 * 60_000)
    expect((await page('POST', '/api/app/session', right)).status).toBe(200)
  })

  test('by a link of a demo works every time', async () => {
    const { answer } = await setUpAda()
    app.ctx.isDemo = true
    const url = await createSignInLink(app.ctx, answer.body.user.id)
    expect(url).toMatch(/^http:\/\/localhost:3000\/app\/sign-in#[0-9a-f]{64}$/)
    const token = tokenIn(url)
    for (const minutes of [0, 24 * 60]) {
      app.ctx.clock.advance(minutes * 60_000)
      const { status, body } = await page('POST', '/api/app/session', { token })
      expect([status, body]).toEqual([200, answer.body])
    }
    const newer = tokenIn(await createSignInLink(app.ctx, answer.body.user.id))
    expect((await page('POST', '/api/app/session', { token })).status).toBe(410)
    expect((await page('POST', '/api/app/session', { token: newer })).status).toBe(200)
  })

  test('by a link is impossible outside of a demo', async () => {
    const { answer } = await setUpAda()
    app.ctx.isDemo = true
    const token = tokenIn(await createSignInLink(app.ctx, answer.body.user.id))
    app.ctx.isDemo = false
    const refused = await page('POST', '/api/app/session', { token })
    expect([refused.status, refused.body]).toEqual([
      410,
      { error: 'This link is no longer valid. Restart the demo for a new one.' },
    ])
    expect(createSignInLink(app.ctx, answer.body.user.id)).rejects.toThrow('Only a demo has sign-in links.')
  })

  test('accepts no link of another kind', async () => {
    const token = tokenIn(await createSetupLink(app.ctx))
    expect((await page('POST', '/api/app/session', { token })).status).toBe(410)
  })
})

describe('the cookie', () => {
  test('is hidden from scripts and from other sites, for 30 days', async () => {
    const { answer } = await setUpAda()
    expect(answer.headers.get('set-cookie')).toMatch(
      /^herald_session=[0-9a-f]{64}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax, /,
    )
  })

  test('is bound to this host and to https if https is used', async () => {
    app = await testApp({ appUrl: 'https://herald.test' })
    page = withHeaders(app.anonymous, ownPage)
    const { answer, call } = await setUpAda()
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-herald_session=[0-9a-f]{64}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure, /,
    )
    expect((await call('GET', '/api/app/session')).body.user.name).toBe('Ada')
  })

  test('is stored by the server only as a hash', async () => {
    const { cookie } = await setUpAda()
    const token = cookie.split('=')[1] ?? ''
    const rows = await app.ctx.db.select().from(sessions)
    expect(rows.map(({ hash }) => hash)).toEqual([hashToken(token)])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is renewed once a day, on any request', async () => {
    const { cookie, call } = await setUpAda()
    app.ctx.clock.advance(day)
    expect((await call('GET', '/api/app/organization')).headers.get('set-cookie')).toBeNull()
    app.ctx.clock.advance(1)
    const renewed = await call('GET', '/v1/posts')
    expect(renewed.headers.get('set-cookie')).toStartWith(`${cookie}; Max-Age=2592000;`)
    expect((await call('GET', '/api/app/session')).headers.get('set-cookie')).toBeNull()
    app.ctx.clock.advance(30 * day - 1)
    expect((await call('GET', '/api/app/organization')).status).toBe(200)
  })

  test('expires after 30 days without use', async () => {
    const { call } = await setUpAda()
    app.ctx.clock.advance(30 * day)
    expect((await call('GET', '/api/app/session')).body.user).toBeNull()
    expect((await call('GET', '/v1/posts')).status).toBe(401)
  })
})

test('signing out ends the session immediately, and removes the cookie', async () => {
  const { call } = await setUpAda()
  const answer = await call('DELETE', '/api/app/session')
  expect(answer.headers.get('set-cookie')).toBe('herald_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
  expect(answer.body.user).toBeNull()
  expect((await call('GET', '/v1/posts')).status).toBe(401)
  expect(await app.ctx.db.$count(sessions)).toBe(0)
})

describe('the API routes', () => {
  test('answer a user as they answer a key', async () => {
    const team = await app.team('acme')
    const { call } = await team.person('member')
    for (const path of ['/v1/posts', '/v1/skills', '/v1/schedules', '/v1/integrations']) {
      const [byKey, byCookie] = [await team.call('GET', path), await call('GET', path)]
      expect([path, byCookie.status, byCookie.body]).toEqual([path, 200, byKey.body])
    }
  })

  test('let owners and admins do everything, and members everything but connect and disconnect', async () => {
    const team = await app.team('acme')
    for (const [role, status] of [
      ['owner', 404],
      ['admin', 404],
      ['member', 403],
    ] as const) {
      const { call } = await team.person(role)
      expect([role, (await call('DELETE', '/v1/integrations/none')).status]).toEqual([role, status])
      expect([role, (await call('DELETE', '/v1/posts/none')).status]).toEqual([role, 404])
    }
    const member = await team.person('member', 'another')
    const connecting = await member.call('POST', '/v1/integrations/github', { owner: 'a', repo: 'b' })
    expect([connecting.status, connecting.body.error]).toEqual([403, 'Forbidden'])
  })

  test('use the organization that the request names', async () => {
    const [acme, other] = [await app.team('acme'), await app.team('other')]
    const person = await acme.person('member')
    const posts = (id?: string) =>
      person.call('GET', '/v1/posts', undefined, id === undefined ? {} : { 'x-organization-id': id })
    expect((await posts()).body.organization.slug).toBe('acme')
    expect((await posts(other.id)).body).toEqual({ error: 'Workspace access revoked' })
    await app.ctx.db
      .insert(members)
      .values({ userId: person.id, organizationId: other.id, role: 'owner', createdAt: app.ctx.now() })
    expect((await posts()).status).toBe(403)
    expect((await posts(acme.id)).body.organization.slug).toBe('acme')
    expect((await posts(other.id)).body.organization.slug).toBe('other')
  })

  test('refuse requests of other sites with the cookie', async () => {
    const { cookie } = await (await app.team('acme')).person()
    const send = (headers: Record<string, string>) =>
      app.anonymous('DELETE', '/v1/posts/none', undefined, { cookie, ...headers })
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send({ origin: 'https://evil.test' })).status).toBe(403)
    expect((await send({})).status).toBe(403)
    expect((await send({ origin: 'http://localhost:3000' })).status).toBe(404)
    expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(404)
  })

  test('use the key if a request has both', async () => {
    const [acme, other] = [await app.team('acme'), await app.team('other')]
    const { cookie } = await acme.person()
    expect((await other.call('GET', '/v1/posts', undefined, { cookie })).body.organization.slug).toBe('other')
  })
})

test('no answer and no row contains a token or a password', async () => {
  const url = await createSetupLink(app.ctx)
  const answer = await page('POST', '/api/app/setup', { token: tokenIn(url), ...ada })
  const rows = JSON.stringify([
    await app.ctx.db.select().from(links),
    await app.ctx.db.select().from(users),
    await app.ctx.db.select().from(sessions),
  ])
  const [user] = await app.ctx.db.select().from(users).where(eq(users.email, 'ada@acme.test'))
  expect(user?.passwordHash).toStartWith('$argon2id$')
  for (const secret of [tokenIn(url), ada.password, cookieOf(answer).split('=')[1] ?? '']) {
    expect(answer.text).not.toContain(secret)
    expect(rows).not.toContain(secret)
  }
  expect(answer.text).not.toContain('argon2')
})
