import { beforeEach, describe, expect, test } from 'bun:test'
import { invitations } from '../../src/features/invitations/table.ts'
import { members, users } from '../../src/features/members/table.ts'
import { sweepSessions } from '../../src/features/sessions/job.ts'
import { type caller, ownPage, type SignedInPerson, type Team, testApp, withHeaders } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { cookieOf, setPassword, tokenIn } from '../support/people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let owner: SignedInPerson
let page: ReturnType<typeof caller>
beforeEach(async () => {
  app = await testApp()
  page = withHeaders(app.anonymous, ownPage)
  acme = await app.team('acme')
  owner = await acme.person('owner', 'Ada')
})

const day = 24 * 60 * 60 * 1000
const gone = {
  error: 'This invitation was accepted or withdrawn, or has expired. Ask for a new one.',
}
const grace = { name: 'Grace', password: 'correct horse' }

async function invite(email: string, role = 'member', by = owner) {
  const answer = await by.call('POST', '/api/app/invitations', { email, role })
  expect(answer.status).toBe(201)
  return { ...answer.body.invitation, token: tokenIn(answer.body.url), url: answer.body.url }
}
const look = (token: string) => page('POST', '/api/app/invitations/look', { token })
const accept = (token: string, body: object = grace, call = page) =>
  call('POST', '/api/app/invitations/accept', { token, ...body })

test('an invitation is a link that is shown once and expires after seven days', async () => {
  const { id, url, token } = await invite(' Grace@Acme.test ', 'admin')
  expect(url).toMatch(/^http:\/\/localhost:3000\/app\/invitation#[0-9a-f]{64}$/)
  const listed = await owner.call('GET', '/api/app/invitations')
  expect(listed.body).toEqual({
    invitations: [
      {
        id,
        email: 'grace@acme.test',
        role: 'admin',
        expiresAt: '2026-03-11T12:00:00.000Z',
        invitedBy: 'Ada',
      },
    ],
  })
  expect(listed.text + JSON.stringify(await app.ctx.db.select().from(invitations))).not.toContain(token)
  app.ctx.clock.advance(7 * day - 1)
  expect((await look(token)).status).toBe(200)
  app.ctx.clock.advance(1)
  for (const answer of [await look(token), await accept(token)])
    expect([answer.status, answer.body]).toEqual([410, gone])
  expect((await owner.call('GET', '/api/app/invitations')).body).toEqual({ invitations: [] })
})

test('it shows the organization before it is accepted', async () => {
  const { token } = await invite('grace@acme.test')
  expect((await look(token)).body).toEqual({
    email: 'grace@acme.test',
    role: 'member',
    organization: { id: acme.id, slug: 'acme', name: 'Team acme', logo: null },
    invitedBy: 'Ada',
  })
})

describe('accepting it', () => {
  test('creates an account and a member, and signs in', async () => {
    const { token } = await invite('grace@acme.test', 'admin')
    const answer = await accept(token)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        user: { id: answer.body.user.id, name: 'Grace', email: 'grace@acme.test', hasPassword: true },
        needsSetup: false,
        organizations: [{ id: acme.id, slug: 'acme', name: 'Team acme', logo: null, role: 'admin' }],
        mayCreateOrganization: false,
        maySetServer: false,
        sendsMail: false,
        oidc: null,
      },
    ])
    const call = withHeaders(page, { cookie: cookieOf(answer) })
    expect((await call('GET', '/api/app/members')).body.members).toHaveLength(2)
    expect((await look(token)).body).toEqual(gone)
  })

  test('twice at once creates one account', async () => {
    const { token } = await invite('grace@acme.test')
    const answers = await Promise.all([accept(token), accept(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await app.ctx.db.$count(users)).toBe(2)
  })

  test('needs a name and a password for a new account', async () => {
    const { token } = await invite('grace@acme.test')
    for (const body of [{}, { name: 'Grace' }])
      expect((await accept(token, body)).body).toEqual({
        error: 'Sign in as grace@acme.test to accept this invitation.',
      })
    expect((await accept(token, { password: 'correct horse' })).body).toMatchObject({
      error: 'Email or password is wrong',
    })
    expect((await accept(token, { name: 'Grace', password: 'short' })).body).toEqual({
      error: 'password must have 10 to 200 characters',
    })
    expect((await accept(token)).status).toBe(200)
  })

  test("ends another user's session in the browser", async () => {
    const { token } = await invite('grace@acme.test')
    await accept(token, grace, owner.call)
    expect((await owner.call('GET', '/api/app/session')).body.user).toBeNull()
  })
})

describe('a user with an account', () => {
  let bob: SignedInPerson
  let token: string
  beforeEach(async () => {
    bob = await (await app.team('other')).person('owner', 'Bob')
    await setPassword(app.ctx, bob.id, 'battery staple')
    token = (await invite(bob.email)).token
  })

  test('joins when signed in', async () => {
    const answer = await accept(token, {}, bob.call)
    expect(answer.body.organizations.map(({ slug }: { slug: string }) => slug)).toEqual(['acme', 'other'])
    expect(answer.body.user).toMatchObject({ id: bob.id, name: 'Bob' })
  })

  test('joins with their password', async () => {
    const answer = await accept(token, { password: 'battery staple' })
    expect([answer.status, answer.body.user.id]).toEqual([200, bob.id])
  })

  test('is not revealed: each answer and its cost are those of an address without one', async () => {
    const unknown = (await invite('nobody@acme.test')).token
    expect(Object.keys((await look(token)).body)).toEqual(Object.keys((await look(unknown)).body))
    const verified: string[] = []
    const { passwords } = app.ctx
    const { verify } = passwords
    passwords.verify = (password, stored) => {
      verified.push(password)
      return verify(password, stored)
    }
    const bodies = [
      {},
      { name: 'Bob' },
      { password: 'wrong password' },
      { name: 'Bob', password: 'qwertyuiop' },
    ]
    for (const body of bodies) {
      const [known, other] = [await accept(token, body), await accept(unknown, body)]
      const text = (answer: typeof known) => JSON.stringify(answer.body).replace(/bob@other|nobody@acme/, '')
      expect([known.status, text(known).replace(/\d/, '')]).toEqual([
        other.status,
        text(other).replace(/\d/, ''),
      ])
    }
    expect(verified).toEqual(['wrong password', 'wrong password'])
  })

  test('is not authenticated by the link, because its creator has seen it too', async () => {
    const answers = [
      await accept(token, { name: 'Bob' }),
      await accept(token, {}, owner.call),
      await accept(token, { name: 'Bob', password: 'a new password' }),
    ]
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [401, 'Sign in as bob@other.test to accept this invitation.'],
      [401, 'Sign in as bob@other.test to accept this invitation.'],
      [401, 'Email or password is wrong'],
    ])
    expect((await look(token)).status).toBe(200)
  })

  test('and no password cannot set one through the link', async () => {
    const eve = await (await app.team('third')).person('owner', 'Eve')
    const invited = await invite(eve.email)
    expect((await accept(invited.token)).status).toBe(401)
    expect((await accept(invited.token, {}, eve.call)).status).toBe(200)
  })

  test('has ten attempts at their password in 15 minutes, here and when signing in', async () => {
    for (let tries = 0; tries < 10; tries++)
      expect((await accept(token, { password: 'wrong password' })).status).toBe(401)
    expect((await accept(token, { password: 'battery staple' })).status).toBe(429)
    const credentials = { email: bob.email, password: 'battery staple' }
    expect((await page('POST', '/api/app/session', credentials)).status).toBe(429)
  })
})

test('another invitation of the same address replaces the first', async () => {
  const first = await invite('grace@acme.test')
  const second = await invite('GRACE@acme.test', 'admin')
  expect((await look(first.token)).status).toBe(410)
  expect((await look(second.token)).body.role).toBe('admin')
  expect((await owner.call('GET', '/api/app/invitations')).body.invitations).toHaveLength(1)
})

test('a member cannot be invited', async () => {
  const answer = await owner.call('POST', '/api/app/invitations', { email: owner.email, role: 'member' })
  expect([answer.status, answer.body]).toEqual([409, { error: 'Ada (ada@acme.test) is a member already.' }])
})

test('only an owner may invite an owner', async () => {
  const admin = await acme.person('admin', 'Bob')
  const answer = await admin.call('POST', '/api/app/invitations', { email: 'g@acme.test', role: 'owner' })
  expect([answer.status, answer.body]).toEqual([403, { error: 'Only an owner can invite an owner' }])
  await invite('g@acme.test', 'admin', admin)
  await invite('h@acme.test', 'owner')
})

test('a withdrawn invitation is invalid', async () => {
  const { id, token } = await invite('grace@acme.test')
  const answer = await owner.call('DELETE', `/api/app/invitations/${id}`)
  expect([answer.status, answer.body]).toEqual([200, { id }])
  expect((await accept(token)).status).toBe(410)
  expect((await owner.call('DELETE', `/api/app/invitations/${id}`)).status).toBe(404)
})

test("another organization's invitations are unknown", async () => {
  const { id } = await invite('grace@acme.test')
  const stranger = await (await app.team('other')).person('owner', 'Eve')
  expect((await stranger.call('GET', '/api/app/invitations')).body).toEqual({ invitations: [] })
  const answer = await stranger.call('DELETE', `/api/app/invitations/${id}`)
  expect([answer.status, answer.body]).toEqual([404, { error: 'Invitation not found' }])
})

test('an invitation by a removed user is still valid', async () => {
  const { token } = await invite('grace@acme.test')
  await app.ctx.db.delete(members)
  await app.ctx.db.delete(users)
  expect((await look(token)).body.invitedBy).toBeNull()
})

test('expired invitations are deleted', async () => {
  await invite('grace@acme.test')
  const sweep = () => sweepSessions.insert(app.ctx, {}).then(() => drain(app.ctx))
  await sweep()
  expect(await app.ctx.db.$count(invitations)).toBe(1)
  app.ctx.clock.advance(7 * day)
  await sweep()
  expect(await app.ctx.db.$count(invitations)).toBe(0)
})
