import { expect, test } from 'bun:test'
import { readProblem } from '../../src/dashboard/app/sign-in/oidc-problem.ts'
import * as signInStrings from '../../src/dashboard/app/sign-in/strings.ts'
import { readNotice } from '../../src/dashboard/app/sign-in-notice.ts'
import * as membersStrings from '../../src/dashboard/organization/members/strings.ts'
import { sessions } from '../../src/features/sessions/table.ts'
import { startIssuer } from '../support/issuer.ts'
import { setPassword } from '../support/people.ts'
import { refusal } from './support/faults.ts'
import { startHerald } from './support/herald.ts'
import { expectPresentable } from './support/looks.ts'
import { type Admit, visitorTest } from './support/page-test.ts'
import { expectSoon } from './support/soon.ts'

/** A test of a server of its own, where people sign in with Acme ID too; the issuer knows Ada. */
function issuerTest(name: string, act: (scene: Awaited<ReturnType<typeof startScene>>) => Promise<void>) {
  visitorTest(name, async (admit) => act(await startScene(admit)))
}

async function startScene(admit: Admit) {
  const issuer = await startIssuer()
  const herald = await startHerald(undefined, { oidc: issuer.config })
  const team = await herald.team('acme')
  const visitor = await admit(herald.url, herald.ctx.clock.now)
  const goes = new RegExp(`A request to another host: ${issuer.url}/authorize`)
  return { ...visitor, herald, team, issuer, goes }
}

issuerTest('signing in leads back to the requested page', async (scene) => {
  await scene.team.person('member', 'Ada')
  scene.faults.expect(scene.goes)
  const tab = await scene.open('/app/acme/posts?status=draft')
  await tab.getByRole('link', { name: 'Continue with Acme ID' }).waitFor()
  await expectPresentable(tab, 'sign-in issuer')
  await tab.getByRole('link', { name: 'Continue with Acme ID' }).click()
  await tab.waitForURL('**/app/acme/posts?status=draft')
  await tab.getByRole('link', { name: 'Ada' }).waitFor()
  await tab.goto('/app')
  await tab.waitForURL('**/app/acme')
})

issuerTest('an invited user joins with the sign-in', async (scene) => {
  const owner = await scene.team.person('owner', 'Mira')
  const invitation = { email: 'ada@acme.test', role: 'member' }
  const { body } = await owner.call('POST', '/api/app/invitations', invitation)
  scene.faults.expect(scene.goes)
  const { pathname, hash } = new URL(body.url)
  const tab = await scene.open(pathname + hash)
  await tab.getByRole('link', { name: 'Continue with Acme ID' }).click()
  await tab.waitForURL('**/app/acme')
  await tab.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
})

issuerTest('an invited user with an account returns to the invitation', async (scene) => {
  await (await scene.herald.team('elsewhere')).person('owner', 'Ada')
  const owner = await scene.team.person('owner', 'Mira')
  scene.issuer.script.claims.email = 'ada@elsewhere.test'
  const invitation = { email: 'ada@elsewhere.test', role: 'member' }
  const { body } = await owner.call('POST', '/api/app/invitations', invitation)
  scene.faults.expect(scene.goes)
  const { pathname, hash } = new URL(body.url)
  const tab = await scene.open(pathname + hash)
  await tab.getByRole('link', { name: 'Continue with Acme ID' }).click()
  await tab.getByRole('button', { name: 'Join Team acme' }).click()
  await tab.waitForURL('**/app/acme')
})

issuerTest('an identity without an account is refused with a reason', async (scene) => {
  await scene.team.person('owner', 'Mira')
  scene.faults.expect(scene.goes)
  const tab = await scene.open('/app')
  await tab.getByRole('link', { name: 'Continue with Acme ID' }).click()
  const alert = tab.getByRole('alert')
  await alert.filter({ hasText: 'No account has your email address from Acme ID.' }).waitFor()
})

issuerTest('after a session ends, the user signs in again in a second tab', async (scene) => {
  await scene.team.person('owner', 'Ada')
  scene.faults.expect(scene.goes)
  const tab = await scene.open('/app/acme/members?invite')
  await tab.getByRole('link', { name: 'Continue with Acme ID' }).click()
  const invite = tab.getByRole('dialog', { name: membersStrings.inviteDialog.inviteMember })
  await invite.getByLabel('Email').fill('noor@acme.dev')
  await scene.faults.quiet()
  await scene.herald.ctx.db.delete(sessions)
  scene.faults.expect(refusal(401, '/api/app/invitations'))
  await invite.getByRole('button', { name: 'Invite', exact: true }).click()
  const again = tab.getByRole('dialog', { name: signInStrings.signInAgain.title })
  const [beside] = await Promise.all([
    scene.context.waitForEvent('page'),
    again.getByRole('link', { name: 'Continue with Acme ID in a new tab' }).click(),
  ])
  await beside.waitForURL('**/app/acme')
  await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await again.waitFor({ state: 'detached' })
  await expectSoon(() => invite.getByLabel('Email').inputValue(), 'noor@acme.dev')
})

test.each([
  'cancelled',
  'unreachable',
  'refused',
  'expired',
  'unverified',
  'unknown',
  'other-identity',
  'organization-full',
])('a sentence says what %s means', (problem) => {
  expect(readProblem(`?problem=${problem}`, 'Acme ID')).toMatch(/^[A-Z].*\.$/)
})

test('what the address makes up says nothing', () => {
  expect([readProblem('?problem=toString', 'Acme ID'), readProblem('', 'Acme ID')]).toEqual([null, null])
})

test('a notice says that an account was taken over, and what the address makes up says nothing', () => {
  expect(readNotice('?notice=password-removed')).toMatch(/^Your email address is now verified\..*\.$/)
  expect([readNotice('?notice=toString'), readNotice('')]).toEqual([null, null])
})

issuerTest('an account that somebody else may have created is taken over, with a notice', async (scene) => {
  const ada = await scene.team.person('member', 'Ada')
  await setPassword(scene.herald.ctx, ada.id, 'three small words')
  scene.faults.expect(scene.goes)
  const tab = await scene.open('/app')
  await tab.getByRole('link', { name: 'Continue with Acme ID' }).click()
  await tab.getByText('Your email address is now verified.').waitFor()
  await tab.waitForURL('**/app/acme')
})
