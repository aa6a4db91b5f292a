import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as settingsStrings from '../../src/dashboard/organization/settings/strings.ts'
import { answerWith, hold } from './support/answers.ts'
import { refusal } from './support/faults.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const route = '/api/app/organization'

async function openSettings({ visit }: Scene, role: 'owner' | 'admin' | 'member' = 'owner') {
  const visitor = await visit(role)
  const tab = await visitor.open('/settings')
  await tab.getByLabel('Name', { exact: true }).waitFor()
  return { ...visitor, tab, settings: async () => (await visitor.person.call('GET', route)).body }
}

/**
 * Types a logo while the clock is stopped, so that nothing is saved automatically; returns the answer to the
 * save.
 */
async function typeAtRest({ herald }: Scene, tab: Page) {
  await tab.clock.pauseAt(herald.ctx.clock.now.getTime() + 60_000)
  await tab.getByLabel('Logo').fill('https://acme.dev/logo.png')
  const answer = tab.waitForResponse((response) => response.request().method() === 'PATCH')
  return () => answer
}

const saved = (tab: Page) =>
  tab
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()

describe('a change is saved by itself', () => {
  pageTest('a name when the user pauses, and it appears in the navigation', async (scene) => {
    const { tab, settings } = await openSettings(scene)
    const letGo = await hold(tab, route)
    await tab.getByLabel('Name', { exact: true }).fill('Acme')
    await tab.getByRole('status').filter({ hasText: 'Saving' }).waitFor()
    expect((await settings()).name).toBe(`Team ${scene.team.slug}`)
    await tab.clock.runFor(1000)
    await letGo()
    await saved(tab)
    await tab.getByRole('button', { name: 'Acme, switch organization' }).waitFor()
    expect((await settings()).name).toBe('Acme')
    await expectSoon(() => tab.title(), 'General · Acme · Herald')
  })

  pageTest('a choice immediately', async (scene) => {
    const { tab, settings } = await openSettings(scene)
    await tab.getByRole('button', { name: '7 days' }).click()
    await saved(tab)
    await tab.getByLabel(settingsStrings.dataFields.zeroRetention).check()
    await tab.getByLabel(settingsStrings.dataFields.english).check()
    await expectSoon(async () => (await settings()).englishFallback, true)
    await saved(tab)
    expect(await settings()).toMatchObject({
      logRetentionDays: 7,
      zeroDataRetention: true,
      englishFallback: true,
    })
    await tab.reload()
    await tab.getByRole('button', { name: '7 days', pressed: true }).waitFor()
    await expectSoon(() => tab.getByLabel(settingsStrings.dataFields.english).isChecked(), true)
  })

  pageTest('the last edit when the page is left', async (scene) => {
    const { tab, settings } = await openSettings(scene)
    await tab.getByRole('link', { name: 'API keys' }).click()
    await tab.getByRole('link', { name: 'General' }).click()
    const answer = await typeAtRest(scene, tab)
    await tab.goBack()
    await answer()
    expect((await settings()).logo).toBe('https://acme.dev/logo.png')
  })

  pageTest('the last edit when the tab is hidden', async (scene) => {
    const { tab, settings } = await openSettings(scene)
    const answer = await typeAtRest(scene, tab)
    await tab.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
    await answer()
    expect((await settings()).logo).toBe('https://acme.dev/logo.png')
  })

  pageTest('the last edit when the tab is closed', async (scene) => {
    const { tab, settings } = await openSettings(scene)
    const logo = 'https://acme.dev/logo.png'
    await tab.getByLabel('Logo').fill(logo)
    const closed = tab.waitForEvent('close')
    await tab.close({ runBeforeUnload: true })
    await closed
    await expectSoon(async () => (await settings()).logo, logo)
  })

  pageTest('a refused value shows its error and does not block the others', async (scene) => {
    const { tab, faults, settings } = await openSettings(scene)
    faults.expect(refusal(400, route))
    await tab.getByLabel('Name', { exact: true }).fill('')
    await tab.getByLabel('Logo').focus()
    await tab.getByText('name must have 1 to 120 characters').waitFor()
    await tab.getByRole('status').filter({ hasText: 'Not saved' }).waitFor()
    await tab.getByLabel(settingsStrings.dataFields.english).check()
    await tab.getByLabel('Name', { exact: true }).fill('Acme')
    await tab.getByLabel('Logo').focus()
    await saved(tab)
    expect(await settings()).toMatchObject({ name: 'Acme', englishFallback: true })
  })

  pageTest('an edit that could not be sent stays and is sent with the next attempt', async (scene) => {
    const { tab, faults, settings } = await openSettings(scene)
    const recover = await answerWith(tab, route, 503, { error: 'The database is busy.' })
    faults.expect(refusal(503, route))
    const fallback = tab.getByLabel(settingsStrings.dataFields.english)
    await fallback.check()
    await tab.getByText('The database is busy.').waitFor()
    await expectSoon(() => fallback.isChecked(), true)
    await recover()
    await tab.getByRole('button', { name: 'Try again' }).click()
    await saved(tab)
    expect((await settings()).englishFallback).toBe(true)
  })
})

describe('by role', () => {
  pageTest(
    'an admin can change all settings except name, logo and data retention of models',
    async (scene) => {
      const { tab, settings } = await openSettings(scene, 'admin')
      await expectSoon(() => tab.getByLabel('Name', { exact: true }).isEditable(), false)
      await expectSoon(() => tab.getByLabel('Logo').isEditable(), false)
      await expectSoon(() => tab.getByLabel(settingsStrings.dataFields.zeroRetention).isDisabled(), true)
      await tab.getByText(settingsStrings.identityFields.ownersOnly).waitFor()
      await tab.getByRole('button', { name: '14 days' }).click()
      await saved(tab)
      expect((await settings()).logRetentionDays).toBe(14)
    },
  )

  pageTest('a member can change nothing and sees who can', async (scene) => {
    const { tab } = await openSettings(scene, 'member')
    await tab.getByText('Owners and admins can change them.').waitFor()
    const main = tab.getByRole('main')
    expect(await main.getByRole('checkbox', { disabled: false }).count()).toBe(0)
    expect(await main.getByRole('switch', { disabled: false }).count()).toBe(0)
    expect(await main.getByRole('button', { name: 'days', disabled: false }).count()).toBe(0)
  })
})
