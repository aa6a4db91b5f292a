import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as activityStrings from '../../../src/dashboard/sources/activity/strings.ts'
import * as repositoriesStrings from '../../../src/dashboard/sources/repositories/strings.ts'
import { pingPayload, pushPayload } from '../../support/github-deliveries.ts'
import { expectKeyboardReachesAll } from '../support/keyboard.ts'
import { expectPresentable } from '../support/looks.ts'
import { addRepository } from '../support/repositories.ts'
import { pageTest } from '../support/scene.ts'
import { expectSoon } from '../support/soon.ts'

const dialog = (tab: Page) => tab.getByRole('dialog')
const main = (tab: Page) => tab.getByRole('main')
const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true })
const status = (tab: Page, word: string) => main(tab).locator('.head').getByText(word, { exact: true })
const secretIn = (tab: Page) => tab.locator('dd code').filter({ hasText: /^[0-9a-f]{64}$/ })

pageTest(
  'a webhook is set up with a ping, fixed after a wrong signature, and given a new secret',
  async (scene) => {
    const { host, deliver, change, ...repository } = await addRepository(scene)
    await change({ encryptedWebhookSecret: null })
    const push = pushPayload(host, repository.commits)
    const tab = await (await scene.visit('admin')).open(`/repositories/${repository.id}`)
    await status(tab, 'Not set up').waitFor()
    await expectSoon(
      () =>
        main(tab)
          .getByRole('link', { name: /settings$/ })
          .getAttribute('href'),
      `https://github.com/${host.fullName}/settings/hooks/new`,
    )
    await expectSoon(() => main(tab).getByText(repository.hook).count(), 1)
    await expectPresentable(tab, 'repository not set up')

    // A secret is made when it is first asked for; GitHub then greets with it.
    await button(tab, 'Show the secret').click()
    const secret = (await secretIn(tab).textContent()) ?? ''
    await status(tab, 'Waiting for GitHub').waitFor()
    await expectPresentable(tab, 'repository waiting')
    expect(await deliver('ping', pingPayload(host), { secret })).toBe(200)
    await tab.getByRole('heading', { name: repositoriesStrings.webhookSteps.pingReceived }).waitFor()
    // 12:00 in UTC, which is the tests' clock, where the visitor is.
    await expectSoon(() => main(tab).locator('.steps').getByRole('time').textContent(), '13:00')
    await status(tab, 'Working').waitFor()

    expect(await deliver('push', push, { secret: 'another' })).toBe(401)
    await tab.reload()
    await status(tab, 'Failing').waitFor()
    await tab.getByRole('heading', { name: activityStrings.fixes.webhookSecretDoesNotMatch }).waitFor()
    await expectPresentable(tab, 'repository failing')

    await button(tab, 'New secret').click()
    await dialog(tab).getByText(repositoriesStrings.newSecret.effect).waitFor()
    await expectKeyboardReachesAll(tab)
    await dialog(tab).getByRole('button', { name: repositoriesStrings.newSecret.createSecret }).click()
    await secretIn(tab).waitFor()
    const renewed = (await secretIn(tab).textContent()) ?? ''
    expect(renewed).not.toBe(secret)
    expect(await deliver('push', push, { secret })).toBe(401)
    expect(await deliver('push', push, { secret: renewed })).toBe(200)
    await tab.reload()
    await status(tab, 'Working').waitFor()
    await tab.getByRole('link', { name: 'Deliveries' }).click()
    await main(tab).getByRole('img', { name: '4 deliveries: 2 processed, 2 failed' }).waitFor()
  },
)
