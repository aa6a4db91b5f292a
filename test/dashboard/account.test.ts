import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as shellStrings from '../../src/dashboard/app/shell/strings.ts'
import * as accountStrings from '../../src/dashboard/organization/account/strings.ts'
import { apiKeys } from '../../src/features/keys/table.ts'
import { ownPage } from '../support/app.ts'
import { addTo, setPassword } from '../support/people.ts'
import { answerWith } from './support/answers.ts'
import { refusal } from './support/faults.ts'
import { expectGround, expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const password = 'three small words'

/** The visitor's own id: they are the only one of their organization. */
async function idOf(tab: Page) {
  const { user } = await tab.evaluate(async () => (await fetch('/api/app/session')).json())
  return user as { id: string; name: string; email: string }
}

async function openAccount(scene: Scene) {
  const visitor = await scene.visit('member')
  const tab = await visitor.open('/account')
  await tab.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  const user = await idOf(tab)
  await setPassword(scene.herald.ctx, user.id, password)
  await tab.reload()
  return { visitor, tab, user }
}

describe('the account', () => {
  pageTest('a name is saved and appears in the navigation', async (scene) => {
    const { tab } = await openAccount(scene)
    const save = tab.getByRole('button', { name: 'Save' })
    await expectSoon(() => save.isDisabled(), true)
    await tab.getByLabel('Name', { exact: true }).fill('Mira Okafor')
    await save.click()
    await tab.getByText(accountStrings.profileForm.profileSaved).waitFor()
    await tab.getByRole('link', { name: 'Mira Okafor' }).waitFor()
    await expectSoon(() => save.isDisabled(), true)
  })

  pageTest('changing the e-mail address requires the password', async (scene) => {
    const { visitor, tab } = await openAccount(scene)
    visitor.faults.expect(refusal(400, '/api/app/account'))
    const form = tab.getByRole('region', { name: 'Profile' })
    await form.getByLabel('Email').fill('okafor@acme.test')
    await form.getByLabel(accountStrings.passwordForm.currentPassword).fill('three small wards')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').filter({ hasText: 'The current password is wrong.' }).waitFor()
    await form.getByLabel(accountStrings.passwordForm.currentPassword).fill(password)
    await form.getByRole('button', { name: 'Save' }).click()
    await tab.getByText('You are signed in as okafor@acme.test.').waitFor()
    await expectSoon(() => form.getByLabel(accountStrings.passwordForm.currentPassword).count(), 0)
  })

  pageTest('a member revokes an app that they connected', async (scene) => {
    const { tab, user } = await openAccount(scene)
    const { ctx } = scene.herald
    const apps = tab.getByRole('region', { name: accountStrings.accountPage.connectedApps })
    await apps.getByText(accountStrings.connectedApps.none).waitFor()
    const createdAt = ctx.now()
    await ctx.db.insert(apiKeys).values({
      ...{ id: `app-${user.id}`, hash: `app-${user.id}`, organizationId: scene.team.id, name: 'Editor' },
      ...{ start: 'herald_mcp_x', scopes: ['posts.read'], clientId: 'client_x', createdBy: user.id },
      ...{ createdAt, expiresAt: new Date(createdAt.getTime() + 24 * 60 * 60 * 1000) },
    })
    await tab.reload()
    const { revoke, revokeNamed, revoked } = accountStrings.connectedApps
    await apps.getByText(`Team ${scene.team.slug}`).waitFor()
    await expectPresentable(tab, 'connected apps')
    await apps.getByRole('button', { name: revokeNamed('Editor') }).click()
    await tab.getByRole('dialog').getByRole('button', { name: revoke }).click()
    await tab.getByText(revoked('Editor')).waitFor()
    await apps.getByText(accountStrings.connectedApps.none).waitFor()
  })

  pageTest('an address in use is refused at its field', async (scene) => {
    const other = await scene.team.person('member', 'Noor')
    const { visitor, tab } = await openAccount(scene)
    visitor.faults.expect(refusal(409, '/api/app/account'))
    await tab.getByLabel('Email').fill(other.email)
    await tab
      .getByRole('region', { name: 'Profile' })
      .getByLabel(accountStrings.passwordForm.currentPassword)
      .fill(password)
    await tab.getByRole('button', { name: 'Save' }).click()
    await tab.getByText(`Another account uses ${other.email}.`).waitFor()
  })
})

pageTest('a new password ends the other sessions and works for signing in', async (scene) => {
  const { visitor, tab, user } = await openAccount(scene)
  const signIn = (typed: string) =>
    scene.herald.anonymous('POST', '/api/app/session', { email: user.email, password: typed }, ownPage)
  await signIn(password)
  await tab.reload()
  await tab.getByText('You are signed in here and in one other browser.').waitFor()
  visitor.faults.expect(refusal(400, '/api/app/account/password'))
  const form = tab.getByRole('region', { name: 'Password' })
  await form.getByLabel(accountStrings.passwordForm.currentPassword).fill('three small wards')
  await form.getByLabel(accountStrings.passwordForm.newPassword).fill('four rather small words')
  await form.getByRole('button', { name: accountStrings.passwordForm.changePassword }).click()
  await form.getByText('The current password is wrong.').waitFor()
  await form.getByLabel(accountStrings.passwordForm.currentPassword).fill(password)
  await form.getByRole('button', { name: accountStrings.passwordForm.changePassword }).click()
  await tab.getByText(accountStrings.passwordForm.changed).waitFor()
  await tab.getByText('You are signed in only in this browser.').waitFor()
  await expectSoon(() => form.getByLabel(accountStrings.passwordForm.newPassword).inputValue(), '')
  expect([(await signIn(password)).status, (await signIn('four rather small words')).status]).toEqual([
    401, 200,
  ])
})

describe('the theme', () => {
  pageTest('applies immediately, and to the first paint of the next page', async (scene) => {
    const visitor = await scene.visit()
    const tab = await visitor.open('/account')
    await tab.getByRole('button', { name: 'Dark' }).click()
    await expectGround(tab, 'dark')
    const page = await (await visitor.context.request.get(tab.url())).text()
    expect(page).toContain('<html data-theme="dark"')
    await tab.reload()
    await expectGround(tab, 'dark')
    await expectSoon(() => tab.getByRole('button', { name: 'Dark' }).getAttribute('aria-pressed'), 'true')
  })

  pageTest('follows the system again', async (scene) => {
    const tab = await (await scene.visit()).open('/account')
    await tab.getByRole('button', { name: 'Dark' }).click()
    await tab.getByRole('button', { name: 'System' }).click()
    await expectGround(tab, 'light')
    await tab.emulateMedia({ colorScheme: 'dark' })
    await expectGround(tab, 'dark')
    await tab.reload()
    await expectGround(tab, 'dark')
  })
})

pageTest('single-letter shortcuts can be turned off', async (scene) => {
  const tab = await (await scene.visit()).open('/account')
  const letters = tab.getByRole('checkbox', { name: accountStrings.keyboard.singleKeyShortcuts })
  await letters.uncheck()
  await tab.keyboard.press('?')
  await tab.keyboard.press('g')
  await tab.keyboard.press('p')
  expect(await tab.getByRole('dialog').count()).toBe(0)
  await expectSoon(() => new URL(tab.url()).pathname, `/app/${scene.team.slug}/account`)
  await tab.reload()
  await expectSoon(() => letters.isChecked(), false)
  await letters.check()
  await tab.keyboard.press('?')
  await tab.getByRole('dialog', { name: shellStrings.shortcutHelp.title }).waitFor()
})

pageTest('signing out everywhere else keeps this browser signed in', async (scene) => {
  const { tab, user } = await openAccount(scene)
  const answer = await scene.herald.anonymous(
    'POST',
    '/api/app/session',
    { email: user.email, password },
    ownPage,
  )
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  await tab.reload()
  await tab.getByRole('button', { name: accountStrings.sessions.signOutEverywhereElse }).click()
  await tab.getByText('You are signed in only in this browser.').waitFor()
  const other = await scene.herald.anonymous('GET', '/api/app/session', undefined, { cookie, ...ownPage })
  expect(other.body.user).toBe(null)
})

describe('the organizations of a user', () => {
  pageTest('each can be opened', async (scene) => {
    const beta = await scene.herald.team(`${scene.team.slug}-beta`)
    const { tab, user } = await openAccount(scene)
    await addTo(scene.herald.ctx, beta.id, user.id)
    await tab.reload()
    await tab.getByText('Current', { exact: true }).waitFor()
    await tab.getByRole('link', { name: `Open Team ${beta.slug}` }).click()
    await tab.waitForURL(`**/app/${beta.slug}`)
  })

  pageTest('an owner can create another one', async (scene) => {
    const tab = await (await scene.visit('owner')).open('/account')
    await tab.getByRole('button', { name: 'switch organization' }).click()
    await tab.getByRole('menuitem', { name: 'New organization' }).click()
    const dialog = tab.getByRole('dialog', { name: 'New organization' })
    await expectPresentable(tab, 'new organization')
    await dialog.getByLabel('Name').fill(`Labs of ${scene.team.slug}`)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await tab.waitForURL(`**/app/labs-of-${scene.team.slug}`)
  })

  pageTest('only owners can create one', async (scene) => {
    const tab = await (await scene.visit('admin')).open('/account')
    await tab.getByRole('button', { name: 'switch organization' }).click()
    await tab.getByRole('menuitem').first().waitFor()
    expect(await tab.getByRole('menuitem', { name: 'New organization' }).count()).toBe(0)
    await tab.keyboard.press('Escape')
    await tab.getByText(accountStrings.organizations.ownersCreate).waitFor()
  })

  pageTest('owners cannot create one if only the operator may', async (scene) => {
    const tab = await (await scene.visit('owner')).open('/account')
    const session = await tab.evaluate(async () => (await fetch('/api/app/session')).json())
    await answerWith(tab, 'GET /api/app/session', 200, { ...session, mayCreateOrganization: false })
    await tab.reload()
    await tab.getByText(accountStrings.organizations.operatorCreates).waitFor()
    await tab.getByRole('button', { name: 'switch organization' }).click()
    await tab.getByRole('menuitem').first().waitFor()
    expect(await tab.getByRole('menuitem', { name: 'New organization' }).count()).toBe(0)
  })
})
