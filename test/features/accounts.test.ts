import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../src/features/members/table.ts'
import { sweepSessions } from '../../src/features/sessions/job.ts'
import { createPasswordLink, createSignInLink } from '../../src/features/sessions/links.ts'
import { links, sessions } from '../../src/features/sessions/table.ts'
import { type caller, ownPage, type SignedInPerson, testApp, withHeaders } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { cookieOf, setPassword, tokenIn } from '../support/people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let ada: SignedInPerson
let page: ReturnType<typeof caller>
beforeEach(async () => {
  app = await testApp()
  app.ctx.isDemo = true
  page = withHeaders(app.anonymous, ownPage)
  ada = await (await app.team('acme')).person('member', 'Ada')
})

const day = 24 * 60 * 60 * 1000
const password = 'correct horse'
const signIn = (email: string, typed = password) =>
  page('POST', '/api/app/session', { email, password: typed })
const isSignedIn = async (call: SignedInPerson['call']) =>
  (await call('GET', '/api/app/session')).body.user !== null

describe('a password link', () => {
  const gone = {
    error:
      'This link was used or has expired. Ask the operator of this server for a new one (herald user reset).',
  }

  test('shows its user, and sets a password once', async () => {
    const url = await createPasswordLink(app.ctx, ada.id)
    expect(url).toMatch(/^http:\/\/localhost:3000\/app\/password#[0-9a-f]{64}$/)
    const token = tokenIn(url)
    const look = await page('POST', '/api/app/password/look', { token })
    expect(look.body).toEqual({ email: 'ada@acme.test', name: 'Ada', minutesLeft: 24 * 60 })
    const answers = await Promise.all(
      ['first password', 'second password'].map((password) =>
        page('POST', '/api/app/password', { token, name: 'Ada L.', password }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    const set = answers.find(({ status }) => status === 200)
    expect(set?.body.user).toEqual({ id: ada.id, name: 'Ada L.', email: 'ada@acme.test', hasPassword: true })
    expect(await isSignedIn(withHeaders(page, { cookie: set ? cookieOf(set) : '' }))).toBe(true)
    expect((await page('POST', '/api/app/password/look', { token })).body).toEqual(gone)
  })

  test('ends all earlier sessions and all other links', async () => {
    const signInLink = tokenIn(await createSignInLink(app.ctx, ada.id))
    const link = tokenIn(await createPasswordLink(app.ctx, ada.id))
    expect(await isSignedIn(ada.call)).toBe(true)
    await page('POST', '/api/app/password', { token: link, password })
    expect(await isSignedIn(ada.call)).toBe(false)
    expect((await page('POST', '/api/app/session', { token: signInLink })).status).toBe(410)
    expect((await signIn(ada.email)).body.user.name).toBe('Ada')
  })

  test('ends the older password link of this user only', async () => {
    const bob = await (await app.team('other')).person('member', 'Bob')
    const [first, ofBob, second] = [
      await createPasswordLink(app.ctx, ada.id),
      await createPasswordLink(app.ctx, bob.id),
      await createPasswordLink(app.ctx, ada.id),
    ].map(tokenIn)
    const look = async (token?: string) => (await page('POST', '/api/app/password/look', { token })).status
    expect([await look(first), await look(ofBob), await look(second)]).toEqual([410, 200, 200])
    expect((await page('POST', '/api/app/password', { token: first, password })).body).toEqual(gone)
  })

  test('expires after a day', async () => {
    const token = tokenIn(await createPasswordLink(app.ctx, ada.id))
    app.ctx.clock.advance(day)
    for (const answer of [
      await page('POST', '/api/app/password/look', { token }),
      await page('POST', '/api/app/password', { token, password }),
    ])
      expect([answer.status, answer.body]).toEqual([410, gone])
  })

  test('cannot be used to sign in', async () => {
    const token = tokenIn(await createSignInLink(app.ctx, ada.id))
    expect((await page('POST', '/api/app/password', { token, password })).status).toBe(410)
  })
})

describe('changing the account', () => {
  test('the name can be changed by any signed-in user', async () => {
    const answer = await ada.call('PATCH', '/api/app/account', { name: ' Ada Lovelace ' })
    expect([answer.status, answer.body]).toEqual([
      200,
      { user: { id: ada.id, name: 'Ada Lovelace', email: 'ada@acme.test', hasPassword: false } },
    ])
  })

  test('the e-mail address needs the password', async () => {
    await setPassword(app.ctx, ada.id, password)
    const change = (currentPassword?: string) =>
      ada.call('PATCH', '/api/app/account', { email: 'Ada@Home.test', currentPassword })
    expect((await change()).body).toEqual({ error: 'currentPassword is required' })
    expect((await change('wrong')).body).toEqual({ error: 'The current password is wrong.' })
    expect((await change(password)).body.user.email).toBe('ada@home.test')
    expect((await signIn('ada@home.test')).status).toBe(200)
    expect((await signIn('ada@acme.test')).status).toBe(401)
  })

  test('the e-mail address of another user is refused', async () => {
    const bob = await (await app.team('other')).person('member', 'Bob')
    const answer = await ada.call('PATCH', '/api/app/account', { email: bob.email })
    expect([answer.status, answer.body]).toEqual([409, { error: 'Another account uses bob@other.test.' }])
  })

  test('an empty change is refused', async () => {
    const answer = await ada.call('PATCH', '/api/app/account', {})
    expect([answer.status, answer.body]).toEqual([400, { error: 'At least one field is required' }])
  })

  test('the current password is tried wrongly ten times in 15 minutes, which locks nobody who signs in', async () => {
    await setPassword(app.ctx, ada.id, password)
    for (let tries = 0; tries < 10; tries++)
      expect(
        (
          await ada.call('POST', '/api/app/account/password', {
            currentPassword: 'wrong',
            password: 'another one',
          })
        ).status,
      ).toBe(400)
    expect(
      (await ada.call('PATCH', '/api/app/account', { email: 'a@b.test', currentPassword: password })).status,
    ).toBe(429)
    expect((await signIn(ada.email)).status).toBe(200)
  })
})

describe('changing the password', () => {
  test('needs the current one, and ends every other session and every link', async () => {
    await setPassword(app.ctx, ada.id, password)
    const other = withHeaders(page, { cookie: cookieOf(await signIn(ada.email)) })
    const link = tokenIn(await createSignInLink(app.ctx, ada.id))
    const change = (currentPassword?: string) =>
      ada.call('POST', '/api/app/account/password', { currentPassword, password: 'battery staple' })
    expect((await change()).body).toEqual({ error: 'currentPassword is required' })
    expect((await change('wrong')).body).toEqual({ error: 'The current password is wrong.' })
    expect(await isSignedIn(other)).toBe(true)
    expect((await change(password)).body.user).toMatchObject({ id: ada.id, hasPassword: true })
    expect([await isSignedIn(ada.call), await isSignedIn(other)]).toEqual([true, false])
    expect((await page('POST', '/api/app/session', { token: link })).status).toBe(410)
    expect((await signIn(ada.email, 'battery staple')).status).toBe(200)
    expect((await signIn(ada.email, password)).status).toBe(401)
  })

  test('rejects a sign-in with the old password at the same moment', async () => {
    await setPassword(app.ctx, ada.id, password)
    changeMeanwhile()
    const late = await signIn(ada.email)
    expect([late.status, late.body.error]).toEqual([401, 'Email or password is wrong'])
    expect(cookieOf(late)).toBe('')
  })

  test('is refused with the old password if it was changed at the same moment', async () => {
    await setPassword(app.ctx, ada.id, password)
    const other = withHeaders(page, { cookie: cookieOf(await signIn(ada.email)) })
    changeMeanwhile()
    const late = await other('POST', '/api/app/account/password', {
      currentPassword: password,
      password: 'of somebody else',
    })
    expect([late.status, late.body]).toEqual([400, { error: 'The current password is wrong.' }])
    expect((await signIn(ada.email, 'battery staple')).status).toBe(200)
  })

  /** Changes the password after the check of the current one, before the update. */
  function changeMeanwhile() {
    const { passwords } = app.ctx
    const { verify } = passwords
    passwords.verify = async (...typed) => {
      const isRight = await verify(...typed)
      passwords.verify = verify
      await setPassword(app.ctx, ada.id, 'battery staple')
      return isRight
    }
  }

  test('needs no current password if there is none', async () => {
    const answer = await ada.call('POST', '/api/app/account/password', { password })
    expect([answer.status, answer.body.user.hasPassword]).toEqual([200, true])
    expect((await signIn(ada.email)).status).toBe(200)
  })
})

test('signing out everywhere else ends only the other sessions of this user', async () => {
  await setPassword(app.ctx, ada.id, password)
  const bob = await (await app.team('other')).person('member', 'Bob')
  const [second, third] = [await signIn(ada.email), await signIn(ada.email)].map((answer) =>
    withHeaders(page, { cookie: cookieOf(answer) }),
  )
  expect((await ada.call('GET', '/api/app/account/sessions')).body).toEqual({ others: 2 })
  const answer = await ada.call('DELETE', '/api/app/account/sessions')
  expect([answer.status, answer.body]).toEqual([200, { ended: 2 }])
  expect((await ada.call('GET', '/api/app/account/sessions')).body).toEqual({ others: 0 })
  expect((await bob.call('GET', '/api/app/account/sessions')).body).toEqual({ others: 0 })
  for (const [call, expected] of [
    [ada.call, true],
    [second ?? page, false],
    [third ?? page, false],
    [bob.call, true],
  ] as const)
    expect(await isSignedIn(call)).toBe(expected)
})

test('signing in ends the previous session of the browser', async () => {
  await setPassword(app.ctx, ada.id, password)
  await ada.call('POST', '/api/app/session', { email: ada.email, password })
  expect(await app.ctx.db.$count(sessions)).toBe(1)
  expect(await isSignedIn(ada.call)).toBe(false)
})

test('expired sessions and links are deleted', async () => {
  await createPasswordLink(app.ctx, ada.id)
  const sweep = () => sweepSessions.insert(app.ctx, {}).then(() => drain(app.ctx))
  const counts = async () => [await app.ctx.db.$count(links), await app.ctx.db.$count(sessions)]
  await sweep()
  expect(await counts()).toEqual([1, 1])
  app.ctx.clock.advance(day)
  await sweep()
  expect(await counts()).toEqual([0, 1])
  app.ctx.clock.advance(29 * day)
  await sweep()
  expect(await counts()).toEqual([0, 0])
})

test('the data of an account is deleted with it', async () => {
  await createPasswordLink(app.ctx, ada.id)
  await app.ctx.db.delete(users).where(eq(users.id, ada.id))
  expect([await app.ctx.db.$count(links), await app.ctx.db.$count(sessions)]).toEqual([0, 0])
})
