import { beforeEach, expect, test } from 'bun:test'
import { createPasswordLink, createSetupLink } from '../../src/features/sessions/links.ts'
import { checkNewPassword } from '../../src/features/sessions/password-rules.ts'
import { type caller, ownPage, type SignedInPerson, type Team, testApp, withHeaders } from '../support/app.ts'
import { setPassword, tokenIn } from '../support/people.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
let page: ReturnType<typeof caller>
beforeEach(async () => {
  app = await testApp()
  page = withHeaders(app.anonymous, ownPage)
  acme = await app.team('acme')
  ada = await acme.person('owner', 'Ada Lovelace')
})

const common = 'password is one of the most common passwords: choose another one'
const email = 'password must not be your email address'
const organization = 'password must not be the name of your organization'
const owner = {
  email: 'ada.lovelace@acme.test',
  organizations: [{ name: 'Acme & Söhne GmbH', slug: 'acme-soehne' }],
}

/** The sentence that refuses a password; null if it is accepted. */
const refusalOf = (password: string) =>
  checkNewPassword(password, owner).then(
    () => null,
    (error: Error) => error.message,
  )

test.each([
  ['only spaces', ' '.repeat(12), 'password must not consist of spaces only'],
  ['only invisible characters', '\u200b\u00a0\u3000\t'.repeat(3), 'password must not consist of spaces only'],
  ['a common password', '1234567890', common],
  ['a common password in capitals', 'PASSWORD123', common],
  ['a common password in full-width characters', '１２３４５６７８９０', common],
  ['the email address', 'Ada.Lovelace@Acme.test', email],
  ['the part of the email address before the @', 'AdaLovelace', email],
  ['the name of the organization', 'acme & söhne gmbh', organization],
  ['the slug of the organization', 'Acme Soehne', organization],
  ['the name of the organization with a digit', 'acme & söhne gmbh 1', organization],
  ['the slug of the organization repeated, with digits', '12acme-soehne acme-soehne34', organization],
  ['the part of the email address before the @ with digits', 'ada.lovelace1815', email],
])('a new password is refused: %s', async (_, password, error) => {
  expect(await refusalOf(password)).toBe(error)
})

test.each(['correct horse', 'ada.lovelace@acme.test!x', '!!!!!!!!!!!!', 'acme & söhne gmbh x1'])(
  'a new password is accepted: %s',
  async (password) => expect(await refusalOf(password)).toBeNull(),
)

test('a new password is refused: the name of the organization twice with digits', async () => {
  const answer = checkNewPassword('acmeacme12', { email: 'ada@a.test', organizations: [{ name: 'Acme' }] })
  await expect(answer).rejects.toThrow(organization)
})

test('digits do not count as the name of an organization with a numeric name', async () => {
  const answer = checkNewPassword('8301442957', { email: 'ada@a.test', organizations: [{ name: '42' }] })
  await expect(answer).resolves.toBeUndefined()
})

test('every page that sets a password applies the rules', async () => {
  const expectRefused = async (answer: Awaited<ReturnType<typeof page>>, error: string) =>
    expect([answer.status, answer.body]).toEqual([400, { error }])
  const link = tokenIn(await createPasswordLink(app.ctx, ada.id))
  await expectRefused(
    await page('POST', '/api/app/password', { token: link, password: '1234567890' }),
    common,
  )
  await expectRefused(
    await page('POST', '/api/app/password', { token: link, password: 'ada.lovelace' }),
    email,
  )
  await expectRefused(
    await ada.call('POST', '/api/app/account/password', { password: 'TEAM ACME.' }),
    organization,
  )
  const body = { email: 'grace.hopper@acme.test', role: 'member' }
  const invited = await ada.call('POST', '/api/app/invitations', body)
  const accept = (password: string) =>
    page('POST', '/api/app/invitations/accept', { token: tokenIn(invited.body.url), name: 'Grace', password })
  await expectRefused(await accept('qwertyuiop'), common)
  await expectRefused(await accept('Grace.Hopper'), email)
  await expectRefused(await accept('Team Acme!!'), organization)
  expect((await accept('correct horse')).status).toBe(200)
})

test('the rules apply to the first account, with the name of its organization', async () => {
  app = await testApp()
  page = withHeaders(app.anonymous, ownPage)
  const token = tokenIn(await createSetupLink(app.ctx))
  const setUp = (password: string) =>
    page('POST', '/api/app/setup', {
      token,
      name: 'Ada',
      organization: 'Analytical Engines',
      email: 'ada@a.test',
      password,
    })
  expect((await setUp('analyticalengines')).body).toEqual({ error: organization })
  expect((await setUp('qwerty12345')).body).toEqual({ error: common })
  expect((await setUp('correct horse')).status).toBe(201)
})

test('a user whose password breaks a newer rule still signs in', async () => {
  await setPassword(app.ctx, ada.id, '1234567890')
  const answer = await page('POST', '/api/app/session', { email: ada.email, password: '1234567890' })
  expect(answer.status).toBe(200)
})
