import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as joiningStrings from '../../src/dashboard/app/sign-in/joining/strings.ts'
import * as kitStrings from '../../src/dashboard/kit/strings.ts'
import * as membersStrings from '../../src/dashboard/organization/members/strings.ts'
import { ownPage } from '../support/app.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const lastOwner = 'Every organization needs an owner. Make another member an owner first.'

const rowOf = (tab: Page, text: string) => tab.getByRole('row').filter({ hasText: text })
const roleOf = (tab: Page, name: string) => tab.getByRole('combobox', { name: `Role of ${name}` })

/** The members page, as a visitor of a role sees it. */
async function openMembers({ visit }: Scene, role: 'owner' | 'admin' | 'member', query = '') {
  const visitor = await visit(role)
  const tab = await visitor.open(`/members${query}`)
  await tab.getByText('(you)').waitFor()
  return { ...visitor, tab }
}

describe('an owner', () => {
  pageTest('changes the role of a member and changes it back', async (scene) => {
    const mira = await scene.team.person('member', 'Mira')
    const { tab } = await openMembers(scene, 'owner')
    await roleOf(tab, 'Mira').selectOption('Admin')
    await tab.getByText('Mira is now an admin.').waitFor()
    expect((await mira.call('GET', '/api/app/session')).body.organizations[0].role).toBe('admin')
    await roleOf(tab, 'Mira').selectOption('Member')
    await tab.getByRole('button', { name: 'Make a member' }).click()
    await tab.getByText('Mira is now a member.').waitFor()
    expect((await mira.call('GET', '/api/app/session')).body.organizations[0].role).toBe('member')
  })

  pageTest('removes a member after a confirmation', async (scene) => {
    const mira = await scene.team.person('member', 'Mira')
    const { tab } = await openMembers(scene, 'owner')
    await tab.getByRole('button', { name: 'Remove Mira' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Remove Mira' })
    await expectPresentable(tab, 'members remove')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await mira.call('GET', '/api/app/members')).status).toBe(200)
    await tab.getByRole('button', { name: 'Remove Mira' }).click()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await rowOf(tab, 'Mira').waitFor({ state: 'detached' })
    expect((await mira.call('GET', '/api/app/members')).status).toBe(401)
  })

  pageTest('can revoke all keys of a member before removing them', async (scene) => {
    const mira = await scene.team.person('admin', 'Mira')
    const { body } = await mira.call('POST', '/api/app/keys', {
      name: 'Deploy script',
      scopes: ['posts.read'],
    })
    const { tab } = await openMembers(scene, 'owner')
    await tab.getByRole('button', { name: 'Remove Mira' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Remove Mira' })
    await dialog.getByText('Deploy script').waitFor()
    await expectPresentable(tab, 'members remove with keys')
    await dialog.getByRole('button', { name: 'Revoke all' }).click()
    await dialog.getByText(membersStrings.keysOfMember.allRevoked).waitFor()
    const authorization = `Bearer ${body.secret}`
    expect((await scene.herald.anonymous('GET', '/v1/posts', undefined, { authorization })).status).toBe(401)
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await rowOf(tab, 'Mira').waitFor({ state: 'detached' })
  })

  pageTest('cannot give up the role as the last owner', async (scene) => {
    const { tab, faults } = await openMembers(scene, 'owner')
    faults.expect(refusal(409, '/api/app/members/:id'))
    await tab.getByRole('combobox').selectOption('Member')
    await tab.getByRole('button', { name: 'Become a member' }).click()
    await tab.getByRole('alert').filter({ hasText: lastOwner }).waitFor()
    await tab.getByRole('button', { name: 'Cancel' }).click()
    await expectSoon(() => tab.getByRole('combobox').inputValue(), 'owner')
  })

  pageTest('cannot leave as the last owner', async (scene) => {
    const { tab, faults } = await openMembers(scene, 'owner')
    faults.expect(refusal(409, '/api/app/members/:id'))
    await tab.getByRole('button', { name: 'Leave' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await tab.getByRole('alert').filter({ hasText: lastOwner }).waitFor()
  })

  pageTest('can become a member if there is another owner', async (scene) => {
    await scene.team.person('owner', 'Ada')
    const { tab } = await openMembers(scene, 'owner')
    await rowOf(tab, '(you)').getByRole('combobox').selectOption('Member')
    await tab.getByRole('button', { name: 'Become a member' }).click()
    await tab.getByRole('button', { name: 'Invite' }).waitFor({ state: 'detached' })
    await expectSoon(() => tab.getByRole('combobox').count(), 0)
    await rowOf(tab, '(you)').getByText('Member', { exact: true }).waitFor()
  })
})

pageTest('every member can leave the organization', async (scene) => {
  const { tab } = await openMembers(scene, 'member')
  await tab.getByRole('button', { name: 'Leave' }).click()
  await tab.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await tab.getByRole('heading', { name: joiningStrings.noOrganization.title }).waitFor()
  await expectPresentable(tab, 'no organization')
  await tab.getByRole('button', { name: 'Sign out' }).click()
  await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
})

describe('by role', () => {
  pageTest('an admin can invite, but not owners, and cannot change roles', async (scene) => {
    await scene.team.person('member', 'Mira')
    const { tab } = await openMembers(scene, 'admin')
    expect(await tab.getByRole('combobox').count()).toBe(0)
    expect(await tab.getByRole('button', { name: 'Remove' }).count()).toBe(0)
    await tab.getByRole('button', { name: 'Invite' }).click()
    await expectSoon(() => tab.getByLabel('Role').getByRole('option').allInnerTexts(), ['Admin', 'Member'])
  })

  pageTest('a member sees the members and who can invite', async (scene) => {
    await scene.team.person('owner', 'Ada')
    const { tab } = await openMembers(scene, 'member', '?invite')
    await tab.getByText('Owners and admins can invite people.').waitFor()
    expect(
      await tab
        .getByRole('button')
        .filter({ hasText: /Invite|Remove/ })
        .count(),
    ).toBe(0)
    expect(await tab.getByRole('dialog').count()).toBe(0)
  })
})

describe('an invitation', () => {
  pageTest('is created by e-mail address, and its link is shown once', async (scene) => {
    const { tab } = await openMembers(scene, 'owner', '?invite')
    const dialog = tab.getByRole('dialog', { name: membersStrings.inviteDialog.inviteMember })
    await dialog.getByLabel('Email').fill('Noor@Acme.dev')
    await dialog.getByLabel('Role').selectOption('Admin')
    await expectPresentable(tab, 'members invite')
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    const shown = tab.getByRole('dialog', { name: 'Invitation for noor@acme.dev' })
    await shown.waitFor()
    const link = (await shown.locator('code').textContent()) ?? ''
    expect(link).toMatch(new RegExp(`^${scene.herald.url}/app/invitation#[0-9a-f]{64}$`))
    await shown.getByRole('button', { name: 'Copy the link' }).click()
    await expectSoon(() => tab.evaluate(() => navigator.clipboard.readText()), link)

    await tab.keyboard.press('Escape')
    await shown.getByRole('button', { name: kitStrings.shownOnce.copied }).click()
    await shown.waitFor({ state: 'detached' })
    await rowOf(tab, 'noor@acme.dev').waitFor()
    expect(await tab.content()).not.toContain(link.split('#')[1] ?? '')
    await expectSoon(() => new URL(tab.url()).search, '')
  })

  pageTest('for an existing member is refused in the dialog', async (scene) => {
    const mira = await scene.team.person('member', 'Mira')
    const { tab, faults } = await openMembers(scene, 'owner', '?invite')
    faults.expect(refusal(409, '/api/app/invitations'))
    await tab.getByLabel('Email').fill(mira.email)
    await tab.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
    await tab
      .getByRole('alert')
      .filter({ hasText: `Mira (${mira.email}) is a member already.` })
      .waitFor()
  })

  pageTest('can get a new link and can be withdrawn', async (scene) => {
    const ada = await scene.team.person('owner', 'Ada')
    const invitation = { email: 'noor@acme.dev', role: 'admin' }
    const { body } = await ada.call('POST', '/api/app/invitations', invitation)
    const { tab } = await openMembers(scene, 'admin')
    const row = rowOf(tab, 'noor@acme.dev')
    await row.getByRole('button', { name: 'New link for noor@acme.dev' }).click()
    const link = (await tab.getByRole('dialog').locator('code').textContent()) ?? ''
    expect(link).not.toBe(body.url)
    await tab.getByRole('button', { name: kitStrings.shownOnce.copied }).click()
    await row.getByRole('button', { name: 'Revoke' }).click()
    await tab.getByText('Invitation for noor@acme.dev revoked.').waitFor()
    await tab.getByText(membersStrings.invitations.noneOpen).waitFor()
    const token = link.split('#')[1]
    const look = await scene.herald.anonymous('POST', '/api/app/invitations/look', { token }, ownPage)
    expect(look.status).toBe(410)
  })
})
