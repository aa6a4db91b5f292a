import { describe } from 'bun:test'
import type { Page } from 'playwright-core'
import * as signInStrings from '../../src/dashboard/app/sign-in/joining/strings.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { createPasswordLink, createSetupLink } from '../../src/features/sessions/links.ts'
import { refusal } from './support/faults.ts'
import { type Herald, startHerald } from './support/herald.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectPresentable, looks } from './support/looks.ts'
import { type Admit, visitorTest } from './support/page-test.ts'
import { expectSoon } from './support/soon.ts'

/** A test of a server of its own, which nobody has an account on. */
function emptyTest(name: string, act: (herald: Herald, admit: Admit) => Promise<void>) {
  visitorTest(name, async (admit) => act(await startHerald(), admit))
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')

async function fillIn(tab: Page) {
  await tab.getByLabel('Your name').fill('Ada Brandt')
  await tab.getByLabel('Email').fill('ada@acme.dev')
  await tab.getByLabel('Password').fill('three small words')
}

describe('the set-up link', () => {
  emptyTest('creates the first account and opens its organization', async (herald, admit) => {
    const { open } = await admit(herald.url, herald.ctx.clock.now)
    const tab = await open(pathOf(await createSetupLink(herald.ctx)))
    await tab
      .getByText('You become the owner of your organization. The link works once and expires in 30 minutes.')
      .waitFor()
    await fillIn(tab)
    await tab.getByLabel('Organization').fill('Café Größe')
    await tab.getByText('URL: /app/cafe-grosse').waitFor()
    await expectPresentable(tab, 'set-up', looks.each)
    await tab.getByRole('button', { name: signInStrings.setUpForm.createAccount }).click()
    await tab.waitForURL('**/app/cafe-grosse')
    await tab.getByRole('link', { name: 'Ada Brandt' }).waitFor()
  })

  emptyTest('offers an existing organization', async (herald, admit) => {
    await createOrganization(herald.ctx, 'acme', 'Acme')
    const { open } = await admit(herald.url, herald.ctx.clock.now)
    const tab = await open(pathOf(await createSetupLink(herald.ctx)))
    await tab.getByText('URL: /app/acme').waitFor()
    await expectPresentable(tab, 'set-up organizations')
    await tab.getByLabel('Organization').selectOption('New organization')
    await tab.getByLabel(signInStrings.setUpForm.organizationName).fill('Acme')
    await tab.getByText('URL: /app/acme-2').waitFor()
    await tab.getByLabel('Organization', { exact: true }).selectOption('Acme')
    await fillIn(tab)
    await tab.keyboard.press('Enter')
    await tab.waitForURL('**/app/acme')
  })

  emptyTest('shows its remaining minutes', async (herald, admit) => {
    const { open } = await admit(herald.url, herald.ctx.clock.now)
    const tab = await open(pathOf(await createSetupLink(herald.ctx)))
    await tab.getByText('expires in 30 minutes').waitFor()
    herald.ctx.clock.advance(29 * 60_000)
    await tab.clock.fastForward(61_000)
    await tab.getByText('expires in one minute.').waitFor()
  })

  emptyTest('that expired says how to get another', async (herald, admit) => {
    const link = pathOf(await createSetupLink(herald.ctx))
    herald.ctx.clock.advance(31 * 60_000)
    const { open, faults } = await admit(herald.url, herald.ctx.clock.now)
    faults.expect(refusal(410, '/api/app/setup/look'))
    const tab = await open(link)
    await tab.getByRole('heading', { name: signInStrings.invalidLink.title }).waitFor()
    await tab.getByText('open the dashboard for a new link in the server log').waitFor()
  })

  emptyTest('is required while no account exists', async (herald, admit) => {
    const { open } = await admit(herald.url, herald.ctx.clock.now)
    const tab = await open('/app')
    await tab.getByText('Open the link in the server log').waitFor()
    await expectSoon(() => new URL(tab.url()).pathname, '/app/setup')
  })

  emptyTest('works by keyboard alone', async (herald, admit) => {
    const { open } = await admit(herald.url, herald.ctx.clock.now)
    const tab = await open(pathOf(await createSetupLink(herald.ctx)))
    await tab.getByLabel('Your name').waitFor()
    await expectKeyboardReachesAll(tab)
  })
})

describe('a password link', () => {
  emptyTest('sets the password of an account and signs in', async (herald, admit) => {
    const team = await herald.team('acme')
    const { id } = await team.person('member', 'Mira')
    const link = pathOf(await createPasswordLink(herald.ctx, id))
    const visitor = await admit(herald.url, herald.ctx.clock.now)
    const tab = await visitor.open(link)
    await tab.getByText('The link works once and expires in 24 hours.').waitFor()
    await expectSoon(() => tab.getByLabel('Email').inputValue(), 'mira@acme.test')
    await expectSoon(() => tab.getByLabel('Your name').inputValue(), 'Mira')
    await expectPresentable(tab, 'password')
    await tab.getByLabel('Password').fill('three small words')
    await tab.getByRole('button', { name: 'Set password' }).click()
    await tab.waitForURL('**/app/acme')

    visitor.faults.expect(refusal(410, '/api/app/password/look'))
    const again = await visitor.open(link)
    await again.getByText('Ask the operator of this server for a new one (herald user reset).').waitFor()
    await again.getByRole('link', { name: signInStrings.invalidLink.openHerald }).click()
    await again.waitForURL('**/app/acme')
  })
})
