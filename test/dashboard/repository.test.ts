import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page, Request } from 'playwright-core'
import * as dataStrings from '../../src/dashboard/data/strings.ts'
import * as kitStrings from '../../src/dashboard/kit/strings.ts'
import * as activityStrings from '../../src/dashboard/sources/activity/strings.ts'
import * as repositoriesStrings from '../../src/dashboard/sources/repositories/strings.ts'
import { connectLocal } from '../../src/features/integrations/operator.ts'
import { jobs } from '../../src/jobs/table.ts'
import { scheduleBody } from '../support/app.ts'
import { pingPayload, pushPayload } from '../support/github-deliveries.ts'
import { keepPace } from './support/browser.ts'
import { stopClock } from './support/clock.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { addRepository } from './support/repositories.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const dialog = (tab: Page) => tab.getByRole('dialog')
const main = (tab: Page) => tab.getByRole('main')
const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true })
const status = (tab: Page, word: string) => main(tab).locator('.head').getByText(word, { exact: true })
const secretIn = (tab: Page) => tab.locator('dd code').filter({ hasText: /^[0-9a-f]{64}$/ })

/** How a repository stands for the people of its organization. */
async function settings({ team }: Scene, id: string) {
  const { repositories } = (
    await (await team.person('member', crypto.randomUUID())).call('GET', '/api/app/integrations')
  ).body
  return repositories.find((each: { id: string }) => each.id === id)
}

pageTest('the missing ping is polled every three seconds while the page is visible', async (scene) => {
  const { id, host, deliver } = await addRepository(scene)
  const visitor = await scene.visit()
  await keepPace(visitor.context)
  const tab = await visitor.open(`/repositories/${id}`)
  await tab.getByText('This page checks every three seconds.').waitFor()
  let asked = 0
  let answered = 0
  const isLook = (request: Request) => request.url().endsWith(`/integrations/${id}/webhook`)
  tab.on('request', (request) => isLook(request) && asked++)
  tab.on('requestfinished', (request) => isLook(request) && answered++)
  const isQuiet = () => expectSoon(() => asked - answered, 0)
  /** Lets the page's clock go on without it being looked at, or with. */
  const look = (visibility: 'hidden' | 'visible') =>
    tab.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, visibility)
  /** Time goes on until something is as expected: also an answer is shown by a timer. */
  const inTime = (read: () => unknown, expected: unknown) =>
    expectSoon(async () => {
      await tab.clock.runFor(500)
      return read()
    }, expected)
  await stopClock(tab)
  // From one poll on it is known when the next is due.
  await isQuiet()
  const first = asked + 1
  await inTime(() => asked, first)

  for (let round = 0; round < 2; round++) {
    await isQuiet()
    const before = asked
    await tab.clock.runFor(2000)
    expect(asked).toBe(before)
    await inTime(() => asked, before + 1)
  }
  await isQuiet()
  await look('hidden')
  const before = asked
  await tab.clock.runFor(30_000)
  expect(asked).toBe(before)

  await deliver('ping', pingPayload(host))
  await look('visible')
  await inTime(
    () => tab.getByRole('heading', { name: repositoriesStrings.webhookSteps.pingReceived }).count(),
    1,
  )
  await isQuiet()
  const last = asked
  await tab.clock.runFor(30_000)
  expect(asked).toBe(last)
})

pageTest('a delivery without a ping is not called a ping', async (scene) => {
  const { id, host, deliver } = await addRepository(scene)
  await deliver('push', pushPayload(host, [host.commit('feat: x')]))
  const tab = await (await scene.visit()).open(`/repositories/${id}`)
  await tab.getByRole('heading', { name: repositoriesStrings.webhookSteps.deliveryReceived }).waitFor()
})

pageTest('a refused ping is shown immediately with its fix', async (scene) => {
  const { id, host, deliver } = await addRepository(scene)
  const tab = await (await scene.visit()).open(`/repositories/${id}`)
  await tab.getByText('GitHub cannot reach').waitFor()
  await deliver('ping', pingPayload(host), { secret: 'another' })
  await tab.getByRole('heading', { name: activityStrings.fixes.webhookSecretDoesNotMatch }).waitFor()
  await tab.getByText('This page checks every three seconds.').waitFor()
})

pageTest('the secret is copied without being shown, and hidden again', async (scene) => {
  const { id } = await addRepository(scene)
  const admin = await scene.team.person('admin')
  const { secret } = (await admin.call('POST', `/api/app/integrations/${id}/webhook/reveal`)).body
  const { url } = (await admin.call('GET', `/api/app/integrations/${id}/webhook`)).body
  const tab = await (await scene.visit('admin')).open(`/repositories/${id}`)
  await button(tab, 'Copy the secret').waitFor()
  // The payload URL is several lines high; the line above it is as straight as that of a single line.
  const tops = await tab
    .getByText(url, { exact: true })
    .locator('xpath=ancestor::div[1]/*')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await stopClock(tab)
  await button(tab, 'Copy the secret').click()
  await button(tab, 'Copied').waitFor()
  await tab.clock.resume()
  expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  expect(await tab.content()).not.toContain(secret)
  await button(tab, 'Show the secret').click()
  await expectSoon(() => secretIn(tab).textContent(), secret)
  await button(tab, 'Hide the secret').click()
  expect(await tab.content()).not.toContain(secret)
})

pageTest('copying works without the clipboard of the browser', async (scene) => {
  const { id, hook } = await addRepository(scene)
  const { context, open } = await scene.visit()
  await context.addInitScript(() => {
    const { clipboard } = navigator
    Object.assign(window, { readClipboard: () => clipboard.readText() })
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  const tab = await open(`/repositories/${id}`)
  await button(tab, 'Copy the payload URL').waitFor()
  await stopClock(tab)
  await button(tab, 'Copy the payload URL').click()
  await button(tab, 'Copied').waitFor()
  expect(await tab.evaluate('readClipboard()')).toBe(hook)
})

pageTest('a member sees the set-up and the settings, and who can change them', async (scene) => {
  const { id } = await addRepository(scene)
  const tab = await (await scene.visit('member')).open(`/repositories/${id}`)
  await tab.getByText(dataStrings.restricted.needs.admin).waitFor()
  for (const name of ['Show the secret', 'Copy the secret', 'New secret'])
    await expectSoon(() => button(tab, name).isDisabled(), true)
  await expectSoon(() => button(tab, 'Copy the payload URL').isEnabled(), true)

  await tab.getByRole('link', { name: 'General' }).last().click()
  await tab.getByText(repositoriesStrings.general.notAllowed).waitFor()
  const controls = main(tab).locator('input, select, textarea, button')
  expect(await controls.count()).toBeGreaterThan(6)
  for (const control of await controls.all()) expect(await control.isDisabled()).toBe(true)
})

pageTest('a repository can get another name and a branch that exists on GitHub', async (scene) => {
  const { id, host } = await addRepository(scene)
  host.branch('next')
  const { open, faults } = await scene.visit('admin')
  faults.expect(refusal(400, '/api/app/integrations/:id'))
  const tab = await open(`/repositories/${id}/general`)
  await tab.getByLabel(repositoriesStrings.nameForm.displayName).fill('The app')
  await tab.getByLabel('Branch').fill('gone')
  await button(tab, 'Save').click()
  const sentence = `The branch gone was not found in ${host.fullName}`
  await tab.getByRole('alert').filter({ hasText: sentence }).waitFor()
  const note = await tab.getByLabel('Branch').getAttribute('aria-describedby')
  await expectSoon(() => tab.locator(`[id="${note}"]`).textContent(), sentence)

  await tab.getByLabel('Branch').fill('next')
  await button(tab, 'Save').click()
  await tab.getByRole('heading', { level: 1, name: 'The app' }).waitFor()
  expect(await settings(scene, id)).toMatchObject({ displayName: 'The app', branch: 'next' })
  await tab.waitForFunction(() => document.title.startsWith('The app · '))
  await tab.getByLabel('Branch').fill('')
  await button(tab, 'Save').click()
  await button(tab, 'Save').and(tab.locator(':disabled')).waitFor()
  expect(await settings(scene, id)).toMatchObject({ branch: null })
})

pageTest('a token is set, replaced and deleted, and never shown', async (scene) => {
  const { id } = await addRepository(scene)
  const { open, faults } = await scene.visit('admin')
  faults.expect(refusal(400, '/api/app/integrations/:id'))
  const tab = await open(`/repositories/${id}/general`)
  const token = tab.getByLabel('New token')
  await button(tab, 'Add token').click()
  await token.fill('secret')
  await button(tab, 'Save token').click()
  await tab.getByRole('alert').filter({ hasText: 'Enter a valid GitHub personal access token' }).waitFor()
  await token.fill('ghp_first')
  await button(tab, 'Save token').click()
  await tab.getByText(repositoriesStrings.token.tokenIsStored).waitFor()
  expect(await settings(scene, id)).toMatchObject({ hasToken: true })
  expect(await tab.content()).not.toContain('ghp_first')

  await button(tab, 'Replace token').click()
  await expectSoon(() => token.inputValue(), '')
  await token.fill('ghp_second')
  await button(tab, 'Save token').click()
  await token.waitFor({ state: 'detached' })
  expect(scene.herald.github.requests.at(-1)?.authorization).toContain('ghp_second')

  await button(tab, 'Delete token').click()
  await dialog(tab).getByRole('button', { name: repositoriesStrings.token.deleteToken }).click()
  await tab.getByText('No token.').waitFor()
  expect(await settings(scene, id)).toMatchObject({ hasToken: false })
})

pageTest('a token that the repository needs is not deleted', async (scene) => {
  const { id, host } = await addRepository(scene)
  const { open, faults } = await scene.visit('admin')
  faults.expect(refusal(400, '/api/app/integrations/:id'))
  const patch = { token: 'ghp_good' }
  await (await scene.team.person('admin')).call('PATCH', `/api/app/integrations/${id}`, patch)
  host.isPrivate = true
  const tab = await open(`/repositories/${id}/general`)
  await button(tab, 'Delete token').click()
  await dialog(tab).getByRole('button', { name: repositoriesStrings.token.deleteToken }).click()
  await dialog(tab).getByRole('alert').filter({ hasText: 'it may be private' }).waitFor()
  expect(await settings(scene, id)).toMatchObject({ hasToken: true })
})

pageTest('reading, issues and polling are saved immediately', async (scene) => {
  const { id } = await addRepository(scene)
  const tab = await (await scene.visit('admin')).open(`/repositories/${id}/general`)
  const turn = async (label: string, isOn: boolean) => {
    const control = tab.getByRole('switch', { name: label })
    await control.click()
    await tab.waitForFunction(
      ([name, expected]) =>
        [...document.querySelectorAll<HTMLInputElement>('input[role=switch]')].find(
          (each) => each.labels?.[0]?.textContent === name,
        )?.checked === expected,
      [label, isOn] as const,
    )
  }
  const expectSetting = (expected: object) =>
    expectSoon(() => settings(scene, id), expect.objectContaining(expected))
  await turn('Include closed issues', true)
  await turn('Poll for pushes and releases', true)
  await expectSetting({ issues: true, watchMinutes: 5 })
  await tab.getByLabel('Interval').selectOption('Every hour')
  await turn('Read activity', false)
  await status(tab, 'Disabled').waitFor()
  await expectSetting({ enabled: false, watchMinutes: 60 })
  await turn('Poll for pushes and releases', false)
  await expectSetting({ watchMinutes: null })
})

pageTest('a failed poll shows why, also for an interval that is not in the list', async (scene) => {
  const { id, change } = await addRepository(scene)
  const problem = 'GitHub does not accept the token.'
  const watched = { seen: null, lookedAt: '2026-03-04T11:00:00.000Z', problem, pausedUntil: null }
  await change({ watchMinutes: 12, watched })
  const tab = await (await scene.visit()).open(`/repositories/${id}/general`)
  await tab.getByText(`The last poll failed: ${problem}`).waitFor()
  await expectSoon(
    () => tab.getByLabel('Interval').locator('option:checked').textContent(),
    'Every 12 minutes',
  )
})

pageTest('disconnecting lists what it disables, and disables it', async (scene) => {
  const { id, displayName, watch } = await addRepository(scene)
  await watch()
  const { schedule } = (await scene.team.call('POST', '/v1/schedules', scheduleBody(id))).body
  const off = scheduleBody(id, { name: 'Off already', enabled: false, outputType: 'blog_post' })
  await scene.team.call('POST', '/v1/schedules', off)
  const tab = await (await scene.visit('admin')).open(`/repositories/${id}/general`)
  await button(tab, `Disconnect ${displayName}`).click()
  await expectSoon(
    () => dialog(tab).getByRole('listitem').allTextContents(),
    ['Schedule “Weekly”', 'Trigger: a changelog for each push and release'],
  )
  await expectPresentable(tab, 'repository disconnect')
  await dialog(tab).getByRole('button', { name: 'Disconnect', exact: true }).click()
  await tab.getByText('No repositories connected').waitFor()
  const { schedules } = (await scene.team.call('GET', '/v1/schedules')).body
  expect(schedules.find(({ id: each }: { id: string }) => each === schedule.id)).toMatchObject({
    enabled: false,
  })
  expect(await settings(scene, id)).toBeUndefined()
})

pageTest('disconnecting an unused repository says so, and can be canceled', async (scene) => {
  const { id, displayName } = await addRepository(scene)
  const tab = await (await scene.visit()).open(`/repositories/${id}/general`)
  await button(tab, `Disconnect ${displayName}`).click()
  await dialog(tab).getByText(repositoriesStrings.switchedOff.noSchedulesOrTriggersUse).waitFor()
  await tab.keyboard.press('Escape')
  await dialog(tab).waitFor({ state: 'detached' })
  expect(await settings(scene, id)).toMatchObject({ displayName })
})

pageTest('a repository on this machine has no webhook, token and watching', async (scene) => {
  const { id } = await connectLocal(scene.herald.ctx, scene.team.id, '/srv/local')
  const tab = await (await scene.visit()).open(`/repositories/${id}`)
  await tab.getByText(activityStrings.noDeliveries.noDeliveriesYet).waitFor()
  expect(
    await tab
      .getByRole('navigation', { name: repositoriesStrings.repositoryPage.repositoryPages })
      .getByRole('link')
      .allTextContents(),
  ).toEqual(['Deliveries', 'Triggers', 'General'])
  await tab.getByRole('link', { name: 'General' }).last().click()
  await tab.getByLabel(repositoriesStrings.nameForm.displayName).waitFor()
  await expectSoon(
    () => main(tab).getByRole('heading', { level: 2 }).allTextContents(),
    ['Name', 'Activity', 'Disconnect'],
  )
  await expectSoon(() => main(tab).getByRole('switch').count(), 1)
})

pageTest('the page lists only deliveries of its repository', async (scene) => {
  const [app, site] = [await addRepository(scene, 'app'), await addRepository(scene, 'site')] as const
  await app.deliver('ping', pingPayload(app.host))
  await site.deliver('push', pushPayload(site.host, site.commits))
  const tab = await (await scene.visit()).open(`/repositories/${site.id}/deliveries`)
  await tab.getByRole('button', { name: 'Push of 3 commits' }).waitFor()
  expect(await tab.getByText('Ping').count()).toBe(0)
  expect(await tab.getByRole('combobox', { name: 'Repository' }).count()).toBe(0)
})

pageTest('above the deliveries the page lists recovered and unrecoverable events', async (scene) => {
  const app = await addRepository(scene, 'app')
  await app.deliver('push', pushPayload(app.host, app.commits))
  const at = scene.herald.ctx.now().toISOString()
  const problem = 'GitHub refused the token of acme/app. Enter a new one.'
  await app.change({
    catchUp: { at, found: { at, pushes: 1, releases: 2, redelivered: 0 }, problem, missedSince: at },
  })
  const tab = await (await scene.visit()).open(`/repositories/${app.id}/deliveries`)
  await tab.getByText(/Caught up with .*: 1 missed push, 2 missed releases\./).waitFor()
  await tab.getByText(`could not be checked for missed events: ${problem}`).waitFor()
})

pageTest(
  'an admin checks for missed events, and reads why deliveries cannot be requested again',
  async (scene) => {
    const app = await addRepository(scene, 'app')
    await app.deliver('push', pushPayload(app.host, app.commits))
    const at = scene.herald.ctx.now().toISOString()
    await app.change({
      catchUp: {
        ...{ at, found: null, problem: null, missedSince: null },
        redelivery: { barrier: 'no-webhook', loggedAt: at },
      },
    })
    const tab = await (await scene.visit()).open(`/repositories/${app.id}/webhook`)
    await tab.getByText('cannot be requested again: GitHub has no webhook').waitFor()
    const answered = tab.waitForResponse((answer) => answer.url().endsWith('/check'))
    await tab.getByRole('button', { name: 'Check now' }).click()
    const { hasEnded } = await (await answered).json()
    await tab
      .getByText(
        hasEnded
          ? repositoriesStrings.missedEvents.checkIsComplete
          : repositoriesStrings.missedEvents.checkContinues,
      )
      .waitFor()
    expect(await scene.herald.ctx.db.$count(jobs, eq(jobs.name, 'webhooks.catch-up'))).toBe(1)
  },
)

pageTest('a failed check for missed events is shown before the first delivery', async (scene) => {
  const app = await addRepository(scene, 'app')
  const problem = 'GitHub requires a token for acme/app. Enter one on the General tab of the repository.'
  const missedSince = '2026-03-04T11:00:00.000Z'
  await app.change({ catchUp: { at: null, found: null, problem, missedSince } })
  const tab = await (await scene.visit()).open('/activity')
  await tab.getByText(activityStrings.noDeliveries.noDeliveriesYet).waitFor()
  const notice = main(tab).locator('.notice', { hasText: problem })
  await notice.waitFor()
  expect(await notice.textContent()).toMatch(/Events since .+ may be missing\./)
  expect(await notice.locator('time').getAttribute('datetime')).toBe(missedSince)
  await notice.getByRole('link', { name: activityStrings.caughtUp.checkToken }).click()
  await tab.getByLabel(repositoriesStrings.nameForm.displayName).waitFor()
})

pageTest('the triggers of a repository are listed, and a new one has it preselected', async (scene) => {
  const [app, site] = [await addRepository(scene, 'app'), await addRepository(scene, 'site')]
  await app.watch()
  await site.watch({ outputType: 'image', enabled: false })
  const tab = await (await scene.visit()).open(`/repositories/${app.id}/triggers`)
  const outputs = (name: string) => tab.getByRole('cell', { name, exact: true })
  await outputs('Changelog').waitFor()
  expect(await outputs('Image').count()).toBe(0)
  const link = tab.getByRole('link', { name: 'New trigger' })
  await expectSoon(() => link.getAttribute('href'), `/app/${scene.team.slug}/triggers?new=${app.id}`)
})

pageTest('a repository of another organization is not found', async (scene) => {
  const other = await scene.herald.team(`${scene.team.slug}-other`)
  const { id } = await addRepository({ ...scene, team: other })
  const tab = await (await scene.visit()).open(`/repositories/${id}`)
  await tab.getByText(kitStrings.notFound.pageNotFound).waitFor()
  await tab.goto(`${tab.url()}/nowhere`)
  await tab.getByText(kitStrings.notFound.pageNotFound).waitFor()
})
