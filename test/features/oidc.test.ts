import { beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { createApi } from '../../src/api.ts'
import type { Config } from '../../src/config.ts'
import { ceilings } from '../../src/db/ceilings.ts'
import { invitations } from '../../src/features/invitations/table.ts'
import { members, users } from '../../src/features/members/table.ts'
import { createPasswordLink } from '../../src/features/sessions/links.ts'
import { unlinkIdentities } from '../../src/features/sessions/oidc.ts'
import { identities, sessions } from '../../src/features/sessions/table.ts'
import {
  type Answer,
  caller,
  ownPage,
  type SignedInPerson,
  type Team,
  testApp,
  withHeaders,
} from '../support/app.ts'
import { startIssuer } from '../support/issuer.ts'
import { setPassword, tokenIn } from '../support/people.ts'

let issuer: Awaited<ReturnType<typeof startIssuer>>
let app: Awaited<ReturnType<typeof testApp>>
let page: ReturnType<typeof caller>
let acme: Team
let ada: SignedInPerson
beforeEach(async () => {
  issuer = await startIssuer()
  await begin()
})

async function begin(config: Partial<Config> = {}) {
  app = await testApp({ oidc: issuer.config, ...config })
  page = withHeaders(app.anonymous, ownPage)
  acme = await app.team('acme')
  ada = await acme.person('member', 'Ada')
}

const setCookies = ({ headers }: Answer) => headers.getSetCookie().map((each) => each.split(';')[0] ?? '')

/** Follows the redirect to the issuer, and returns its address and the browser's cookies. */
async function start() {
  const answer = await page('GET', '/api/app/oidc/start')
  expect(answer.status).toBe(303)
  return { location: answer.headers.get('location') ?? '', cookie: setCookies(answer)[0] ?? '' }
}

const comeBack = (query: string, cookie: string) =>
  page('GET', `/api/app/oidc/callback${query}`, undefined, { cookie })

/** The whole flow, with the scripted issuer. */
async function signIn() {
  const { location, cookie } = await start()
  return comeBack(issuer.authorize(location), cookie)
}

/** The user of the session in an answer. */
async function sessionOf(answer: Answer) {
  const cookie = setCookies(answer).find((each) => each.startsWith('herald_session=')) ?? ''
  return (await page('GET', '/api/app/session', undefined, { cookie })).body
}

async function expectProblem(answer: Answer, problem: string) {
  expect([answer.status, answer.headers.get('location'), setCookies(answer)]).toEqual([
    303,
    `http://localhost:3000/app/sign-in?problem=${problem}`,
    ['herald_oidc='],
  ])
  // The user that was created for this test.
  expect(await app.ctx.db.$count(sessions)).toBe(1)
}

test('the sign-in page gets the name of the issuer', async () => {
  expect((await page('GET', '/api/app/session')).body.oidc).toEqual({ label: 'Acme ID' })
})

test('without an issuer there is no button', async () => {
  const { anonymous } = await testApp()
  expect((await anonymous('GET', '/api/app/session')).body.oidc).toBeNull()
  for (const path of ['start', 'callback']) {
    const { status, body } = await anonymous('GET', `/api/app/oidc/${path}`)
    expect([status, body]).toEqual([404, { error: 'This server has no single sign-on.' }])
  }
})

test('a browser is sent to the issuer with state, nonce and PKCE in an encrypted cookie', async () => {
  const { location, cookie } = await start()
  const { origin, pathname, searchParams } = new URL(location)
  expect(origin + pathname).toBe(`${issuer.url}/authorize`)
  const { state, nonce, code_challenge, ...rest } = Object.fromEntries(searchParams)
  expect(rest).toEqual({
    client_id: 'herald',
    redirect_uri: 'http://localhost:3000/api/app/oidc/callback',
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  })
  for (const secret of [state, nonce, code_challenge]) {
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(cookie).not.toContain(secret ?? '')
  }
  const again = await start()
  expect(new URL(again.location).searchParams.get('state')).not.toBe(state ?? '')
  const { headers } = await page('GET', '/api/app/oidc/start')
  expect(headers.get('set-cookie')).toEndWith('; Max-Age=600; Path=/; HttpOnly; SameSite=Lax')
  expect(issuer.asked).toEqual(['GET /.well-known/openid-configuration'])
})

describe('a returning user', () => {
  test('is signed in to the account of their verified e-mail address', async () => {
    const answer = await signIn()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://localhost:3000/app'])
    expect(setCookies(answer)[1]).toBe('herald_oidc=')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect((await sessionOf(answer)).user).toMatchObject({ id: ada.id, name: 'Ada', email: 'ada@acme.test' })
    expect(await app.ctx.db.select().from(identities)).toEqual([
      { issuer: issuer.url, subject: 'ada-1', userId: ada.id },
    ])
  })

  test('with another address later is the same user', async () => {
    await signIn()
    issuer.script.claims = { sub: 'ada-1', email: 'lovelace@acme.test', email_verified: false }
    expect((await sessionOf(await signIn())).user.id).toBe(ada.id)
    expect(await app.ctx.db.$count(identities)).toBe(1)
  })

  test('with an address that only the userinfo endpoint has', async () => {
    issuer.script.claims = { sub: 'ada-1' }
    issuer.script.userInfo = { email: 'ada@acme.test', email_verified: 'true' }
    expect((await sessionOf(await signIn())).user.id).toBe(ada.id)
  })

  test('with open invitations gets an account in those organizations', async () => {
    const other = await app.team('other')
    const owner = await other.person('owner', 'Grace')
    await owner.call('POST', '/api/app/invitations', { email: 'new@acme.test', role: 'admin' })
    issuer.script.claims = { sub: 'new-1', email: 'New@Acme.test', email_verified: true, name: 'New Person' }
    const session = await sessionOf(await signIn())
    expect(session.user).toMatchObject({ name: 'New Person', email: 'new@acme.test', hasPassword: false })
    expect(session.organizations).toMatchObject([{ slug: 'other', role: 'admin' }])
    expect((await app.ctx.db.select().from(invitations))[0]?.acceptedAt).toEqual(app.ctx.now())
  })

  test('has the name from the issuer, shortened to the maximum length', async () => {
    const owner = await acme.person('owner', 'Grace')
    await owner.call('POST', '/api/app/invitations', { email: 'new@acme.test', role: 'member' })
    const claims = { sub: 'new-1', email: 'new@acme.test', email_verified: true }
    issuer.script.claims = { ...claims, name: ` New\u0000\nPerson${' 👩'.repeat(200)}` }
    expect((await sessionOf(await signIn())).user.name).toBe(`New Person${' 👩'.repeat(55)}`)
  })

  test('twice at once has one account', async () => {
    const owner = await acme.person('owner', 'Grace')
    await owner.call('POST', '/api/app/invitations', { email: 'new@acme.test', role: 'member' })
    issuer.script.claims = { sub: 'new-1', email: 'new@acme.test', email_verified: true }
    const answers = await Promise.all([signIn(), signIn()])
    for (const answer of answers) expect(answer.status).toBe(303)
    expect(await app.ctx.db.$count(users)).toBe(3)
    expect((await sessionOf(await signIn())).user.name).toBe('new')
  })

  test('and the secret is sent as the issuer requires: in the header', async () => {
    issuer.script.metadata = { token_endpoint_auth_methods_supported: ['client_secret_basic'] }
    expect((await sessionOf(await signIn())).user.id).toBe(ada.id)
  })

  test('and the secret is sent as the issuer requires: in the body', async () => {
    issuer.script.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
    expect((await sessionOf(await signIn())).user.id).toBe(ada.id)
  })
})

test('an issuer whose clock is some seconds ahead is accepted', async () => {
  issuer.script.forged = { iat: Math.floor(Date.now() / 1000) + 20 }
  expect((await sessionOf(await signIn())).user.id).toBe(ada.id)
})

describe('an account with an unverified address', () => {
  const password = 'chosen by the attacker'
  let attacker: SignedInPerson
  beforeEach(async () => {
    attacker = await acme.person('owner', 'Eve')
    await setPassword(app.ctx, ada.id, password)
  })
  const signInByPassword = () => page('POST', '/api/app/session', { email: ada.email, password })
  const isSignedIn = async (call: SignedInPerson['call']) =>
    (await call('GET', '/api/app/session')).body.user !== null

  test('is claimed by the first sign-in of its owner: earlier password, sessions and links are invalid', async () => {
    const link = tokenIn(await createPasswordLink(app.ctx, ada.id))
    const warnings: unknown[] = []
    app.ctx.log.warn = (fields: object) => void warnings.push(fields)
    const answer = await signIn()
    expect(answer.headers.get('location')).toBe('http://localhost:3000/app?notice=password-removed')
    expect((await sessionOf(answer)).user).toMatchObject({ id: ada.id, hasPassword: false })
    expect(await isSignedIn(ada.call)).toBe(false)
    expect((await signInByPassword()).status).toBe(401)
    expect((await page('POST', '/api/app/password', { token: link, password })).status).toBe(410)
    expect(await isSignedIn(attacker.call)).toBe(true)
    expect(warnings).toEqual([{ userId: ada.id }])
  })

  test('is claimed once: a password that its owner sets later stays', async () => {
    const [cookie = ''] = setCookies(await signIn())
    const owner = withHeaders(page, { cookie })
    expect((await owner('POST', '/api/app/account/password', { password: 'battery staple' })).status).toBe(
      200,
    )
    const again = await signIn()
    expect(again.headers.get('location')).toBe('http://localhost:3000/app')
    expect((await sessionOf(again)).user.hasPassword).toBe(true)
    expect(await isSignedIn(owner)).toBe(true)
  })

  test('is claimed also if the id at the issuer was linked before', async () => {
    await app.ctx.db.insert(identities).values({ issuer: issuer.url, subject: 'ada-1', userId: ada.id })
    expect((await signIn()).headers.get('location')).toEndWith('?notice=password-removed')
    expect(await isSignedIn(ada.call)).toBe(false)
  })

  test('is claimed after a change to an unverified address', async () => {
    await signIn()
    await app.ctx.db.delete(identities)
    await app.ctx.db.update(users).set({ email: 'other@acme.test' }).where(eq(users.id, ada.id))
    const mallory = await acme.person('member', 'Mallory')
    await setPassword(app.ctx, mallory.id, password)
    const withoutIssuer = withHeaders(caller(createApi({ ...app.ctx, issuer: null })), {
      cookie: mallory.cookie,
      ...ownPage,
    })
    const change = { email: 'ada@acme.test', currentPassword: password }
    expect((await withoutIssuer('PATCH', '/api/app/account', change)).status).toBe(200)
    expect((await signIn()).headers.get('location')).toEndWith('?notice=password-removed')
    expect(await isSignedIn(mallory.call)).toBe(false)
  })
})

describe('one account has one id at the issuer', () => {
  test('another id with the same address cannot sign in', async () => {
    await signIn()
    issuer.script.claims = { sub: 'ada-2', email: 'ada@acme.test', email_verified: true }
    const answer = await signIn()
    expect(answer.headers.get('location')).toEndWith('?problem=other-identity')
    expect((await sessionOf(answer)).user).toBeNull()
    expect(await app.ctx.db.select().from(identities)).toMatchObject([{ subject: 'ada-1' }])
  })

  test('also when both sign in at the same time', async () => {
    const ways = [await start(), await start()]
    const answers = []
    for (const [number, { location, cookie }] of ways.entries()) {
      issuer.script.claims = { sub: `ada-${number}`, email: 'ada@acme.test', email_verified: true }
      answers.push(await comeBack(issuer.authorize(location), cookie))
    }
    expect(await app.ctx.db.$count(identities)).toBe(1)
    await expect(
      (async () =>
        app.ctx.db.insert(identities).values({ issuer: issuer.url, subject: 'x', userId: ada.id }))(),
    ).rejects.toThrow()
  })

  test('until the operator unlinks it', async () => {
    await signIn()
    issuer.script.claims = { sub: 'ada-2', email: 'ada@acme.test', email_verified: true }
    await unlinkIdentities(app.ctx, ada.id)
    expect((await sessionOf(await signIn())).user.id).toBe(ada.id)
  })
})

describe('an invitation', () => {
  const sentence = { error: 'Sign in with Acme ID to accept this invitation.' }
  let token: string
  beforeEach(async () => {
    const owner = await acme.person('owner', 'Grace')
    const { body } = await owner.call('POST', '/api/app/invitations', {
      email: 'new@acme.test',
      role: 'member',
    })
    token = tokenIn(body.url)
  })

  test('is accepted only through the issuer: its link creates no account', async () => {
    for (const body of [{}, { name: 'Eve', password: 'correct horse' }, { password: 'correct horse' }]) {
      const answer = await page('POST', '/api/app/invitations/accept', { token, ...body })
      expect([answer.status, answer.body]).toEqual([403, sentence])
    }
    expect(await app.ctx.db.$count(users)).toBe(2)
  })

  test('to an organization with the maximum number of members leads back to the sign-in page', async () => {
    const missing = ceilings.members.max - (await app.ctx.db.$count(members))
    await app.ctx.db.run(sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${missing})
      insert into users (id, email, name, created_at) select 'u' || n, 'u' || n || '@acme.test', 'U', 1 from numbers`)
    await app.ctx.db.run(sql`
      insert into members (user_id, organization_id, role, created_at)
      select id, ${acme.id}, 'member', 1 from users where name = 'U'`)
    issuer.script.claims = { sub: 'new-1', email: 'new@acme.test', email_verified: true }
    const answer = await signIn()
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      'http://localhost:3000/app/sign-in?problem=organization-full',
    ])
    expect(await app.ctx.db.$count(members)).toBe(ceilings.members.max)
    expect((await sessionOf(answer)).user).toBeNull()
  })

  test('is not accepted by a signed-in user whose address the issuer has not verified', async () => {
    const other = await app.team('other')
    const owner = await other.person('owner', 'Eve')
    const invited = await owner.call('POST', '/api/app/invitations', { email: ada.email, role: 'member' })
    const accept = (call: SignedInPerson['call']) =>
      call('POST', '/api/app/invitations/accept', { token: tokenIn(invited.body.url) })
    const answer = await accept(ada.call)
    expect([answer.status, answer.body]).toEqual([403, sentence])
    const [cookie = ''] = setCookies(await signIn())
    expect((await accept(withHeaders(page, { cookie }))).body.organizations).toHaveLength(2)
  })
})

test('the operator can set a first password by a link also with an issuer', async () => {
  const token = tokenIn(await createPasswordLink(app.ctx, ada.id))
  const answer = await page('POST', '/api/app/password', { token, password: 'correct horse' })
  expect([answer.status, answer.body.user.id]).toEqual([200, ada.id])
})

describe('an account at the issuer alone makes no member', () => {
  test.each([
    ['without an account', { email: 'eve@acme.test', email_verified: true }, 'unknown'],
    ['with an address that is not verified', { email: 'ada@acme.test', email_verified: false }, 'unverified'],
    ['with an address of which that is not said', { email: 'ada@acme.test' }, 'unverified'],
    ['without an address', { email_verified: true }, 'unverified'],
  ])('%s', async (_, claims, problem) => {
    issuer.script.claims = { sub: 'eve-1', ...claims }
    await expectProblem(await signIn(), problem)
    expect([await app.ctx.db.$count(users), await app.ctx.db.$count(identities)]).toEqual([1, 0])
  })

  test('with an expired invitation', async () => {
    const owner = await acme.person('owner', 'Grace')
    await owner.call('POST', '/api/app/invitations', { email: 'new@acme.test', role: 'member' })
    app.ctx.clock.advance(7 * 24 * 60 * 60 * 1000)
    issuer.script.claims = { sub: 'new-1', email: 'new@acme.test', email_verified: true }
    expect((await signIn()).headers.get('location')).toEndWith('?problem=unknown')
  })
})

describe('invalid responses sign no user in', () => {
  const now = () => Math.floor(Date.now() / 1000)
  test.each<[string, () => void]>([
    ['another nonce', () => (issuer.script.forged = { nonce: 'another' })],
    ['no nonce', () => (issuer.script.forged = { nonce: undefined })],
    ['another audience', () => (issuer.script.forged = { aud: 'another' })],
    ['another issuer', () => (issuer.script.forged = { iss: 'https://evil.test' })],
    ['a token that has run out', () => (issuer.script.forged = { iat: now() - 900, exp: now() - 600 })],
    ['a token issued in the future', () => (issuer.script.forged = { iat: now() + 300, exp: now() + 600 })],
    ['a key that is not the issuer’s', () => (issuer.script.isForeignKey = true)],
    ['a refused code', () => (issuer.script.statuses = { '/token': 400 })],
  ])('%s', async (_, forge) => {
    forge()
    await expectProblem(await signIn(), 'refused')
    expect(await app.ctx.db.$count(identities)).toBe(0)
  })

  test('a verifier of another browser', async () => {
    const [mine, theirs] = [await start(), await start()]
    const query = new URLSearchParams(issuer.authorize(theirs.location))
    query.set('state', new URL(mine.location).searchParams.get('state') ?? '')
    await expectProblem(await comeBack(`?${query}`, mine.cookie), 'refused')
  })

  test('a used code', async () => {
    const { location, cookie } = await start()
    const query = issuer.authorize(location)
    expect((await comeBack(query, cookie)).headers.get('location')).toBe('http://localhost:3000/app')
    const again = await comeBack(query, cookie)
    expect(again.headers.get('location')).toEndWith('?problem=refused')
  })
})

describe('a browser that did not start the flow', () => {
  type Way = { location: string; cookie: string }
  test.each<[string, (way: Way) => [string, string]]>([
    [
      'with another state',
      ({ location, cookie }) => [issuer.authorize(location, { state: 'another' }), cookie],
    ],
    ['without its cookie', ({ location }) => [issuer.authorize(location), '']],
    [
      'with a cookie that nobody sealed here',
      ({ location }) => [issuer.authorize(location), `herald_oidc=${btoa('{"state":"mine"}')}`],
    ],
    ['with nothing at all', () => ['', '']],
  ])('%s', async (_, change) => {
    const asked = issuer.asked.length
    await expectProblem(await comeBack(...change(await start())), 'expired')
    expect(issuer.asked.slice(asked)).toEqual(['GET /.well-known/openid-configuration'])
  })

  test('after ten minutes', async () => {
    const { location, cookie } = await start()
    app.ctx.clock.advance(10 * 60 * 1000)
    await expectProblem(await comeBack(issuer.authorize(location), cookie), 'expired')
  })
})

test('a user who cancels at the issuer sees that', async () => {
  const { location, cookie } = await start()
  const { searchParams } = new URL(location)
  const query = `?error=access_denied&state=${searchParams.get('state')}`
  await expectProblem(await comeBack(query, cookie), 'cancelled')
})

describe('an issuer that is down', () => {
  test('before the redirect: the next browser reaches it again', async () => {
    issuer.script.statuses = { '/.well-known/openid-configuration': 503 }
    await expectProblem(await page('GET', '/api/app/oidc/start'), 'unreachable')
    issuer.script.statuses = {}
    expect((await sessionOf(await signIn())).user.id).toBe(ada.id)
  })

  test('during the callback, with an error or without an answer', async () => {
    issuer.script.statuses = { '/token': 502 }
    await expectProblem(await signIn(), 'unreachable')
    issuer.script.statuses = { '/keys': 503 }
    await expectProblem(await signIn(), 'unreachable')
    issuer.script.statuses = {}
    const { location, cookie } = await start()
    const query = issuer.authorize(location)
    await issuer.stop()
    await expectProblem(await comeBack(query, cookie), 'unreachable')
    await expectProblem(await page('GET', '/api/app/oidc/start'), 'unreachable')
  })

  test('or sends more than 1 MB in its metadata or about a user', async () => {
    const filler = 'x'.repeat(1024 * 1024)
    issuer.script.metadata = { filler }
    await expectProblem(await page('GET', '/api/app/oidc/start'), 'unreachable')
    issuer.script.metadata = {}
    issuer.script.forged = { email: undefined }
    issuer.script.userInfo = { ...issuer.script.claims, filler }
    await expectProblem(await signIn(), 'unreachable')
  })

  test('or has the name of another issuer', async () => {
    issuer.script.metadata = { issuer: 'https://evil.test' }
    await expectProblem(await page('GET', '/api/app/oidc/start'), 'unreachable')
  })
})

test('an e-mail address that the issuer verified cannot be claimed', async () => {
  const answer = await ada.call('PATCH', '/api/app/account', { email: 'boss@acme.test' })
  expect([answer.status, answer.body]).toEqual([
    409,
    {
      error: 'The email address cannot be changed here: it identifies you when you sign in with Acme ID.',
    },
  ])
  expect((await ada.call('PATCH', '/api/app/account', { name: 'A.', email: 'ada@acme.test' })).status).toBe(
    200,
  )
})

test('over https the cookie is bound to this host', async () => {
  await begin({ appUrl: 'https://herald.test' })
  const { headers } = await page('GET', '/api/app/oidc/start')
  expect(headers.get('set-cookie')).toMatch(/^__Host-herald_oidc=\S+; .*; Secure$/)
  expect(new URL(headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
    'https://herald.test/api/app/oidc/callback',
  )
})

test('the log has the id of each request, and no code, state or cookie', async () => {
  const lines: Record<string, unknown>[] = []
  const note = (fields: object) => void lines.push(fields as Record<string, unknown>)
  const log = { ...app.ctx.log, info: note, warn: note }
  const api = createApi({ ...app.ctx, log })
  page = withHeaders(caller(api), ownPage)
  const { location, cookie } = await start()
  const query = issuer.authorize(location)
  const answer = await comeBack(query, cookie)
  issuer.script.forged = { nonce: 'another' }
  await signIn()
  // Lines are written after the answer was sent.
  const ofRequests = () => lines.filter(({ path }) => String(path).startsWith('/api/app/oidc/'))
  while (ofRequests().length < 4) await new Promise(setImmediate)
  for (const line of ofRequests())
    expect(line).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), status: 303 })
  expect(lines.find(({ detail }) => detail)).toEqual({
    detail: 'unexpected JWT claim value encountered: unexpected ID Token "nonce" claim value',
  })
  const text = JSON.stringify(lines)
  const secrets = [
    ...new URLSearchParams(query).values(),
    cookie.split('=')[1],
    setCookies(answer)[0]?.split('=')[1],
  ]
  for (const secret of secrets) expect(text).not.toContain(secret ?? '')
})
