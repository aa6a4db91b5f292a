import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as signInStrings from '../../src/dashboard/app/sign-in/strings.ts'
import * as membersStrings from '../../src/dashboard/organization/members/strings.ts'
import { createSignInLink } from '../../src/features/sessions/links.ts'
import { sessions } from '../../src/features/sessions/table.ts'
import { buckets } from '../../src/http/buckets.ts'
import { spend } from '../../src/http/rate-limits.ts'
import { addTo, setPassword } from '../support/people.ts'
import { answerWith } from './support/answers.ts'
import { refusal } from './support/faults.ts'
import { startHerald } from './support/herald.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectPresentable, looks } from './support/looks.ts'
import { type Admit, visitorTest } from './support/page-test.ts'
import { expectSoon } from './support/soon.ts'

const password = 'three small words'

/** A test of a server of its own, where Mira has an account and belongs to Acme. */
function signInTest(name: string, act: (scene: Scene) => Promise<void>) {
  visitorTest(name, async (admit) => act(await startScene(admit)))
}

type Scene = Awaited<ReturnType<typeof startScene>>

async function startScene(admit: Admit) {
  const herald = await startHerald()
  const team = await herald.team('acme')
  const mira = await team.person('owner', 'Mira')
  await setPassword(herald.ctx, mira.id, password)
  const visitor = await admit(herald.url, herald.ctx.clock.now)
  return { ...visitor, herald, ctx: herald.ctx, team, mira, admit }
}

async function signIn(tab: Page, typed = password, email = 'mira@acme.test') {
  const submit = tab.getByRole('button', { name: 'Sign in', exact: true })
  // The page that is being left may ask for an e-mail address too.
  const form = tab.locator('form').filter({ has: submit })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill(typed)
  await submit.click()
}

describe('the sign-in page', () => {
  signInTest('leads to the requested page with its filters', async ({ open }) => {
    const tab = await open('/app/acme/posts?status=draft')
    await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expectSoon(() => tab.title(), 'Sign in · Herald')
    await expectPresentable(tab, 'sign-in', looks.each)
    await signIn(tab)
    await tab.waitForURL('**/app/acme/posts?status=draft')
  })

  signInTest('says that e-mail or password is wrong, and keeps both', async (scene) => {
    scene.faults.expect(refusal(401, '/api/app/session'))
    const tab = await scene.open('/app/sign-in')
    await signIn(tab, 'three small wards')
    await tab
      .getByRole('alert')
      .filter({ hasText: 'Email or password is wrong. Nine attempts left.' })
      .waitFor()
    await expectSoon(() => tab.getByLabel('Email').inputValue(), 'mira@acme.test')
    await signIn(tab)
    await tab.waitForURL('**/app/acme')
  })

  signInTest('counts down after too many attempts', async (scene) => {
    for (let tries = 0; tries < 10; tries += 1) await spend(scene.ctx, buckets.signInFromAddress, '127.0.0.1')
    scene.faults.expect(refusal(429, '/api/app/session'))
    const tab = await scene.open('/app/sign-in')
    await signIn(tab)
    const button = tab.getByRole('button', { name: 'Try again in 15 min' })
    await button.waitFor()
    await expectSoon(() => button.isDisabled(), true)
    await tab.clock.runFor(14 * 60_000)
    await tab.getByRole('button', { name: /Try again in \d\d? s/ }).waitFor()
    await tab.clock.runFor(60_000)
    scene.ctx.clock.advance(15 * 60_000 + 1000)
    await signIn(tab)
    await tab.waitForURL('**/app/acme')
  })

  signInTest('shows what cannot be loaded, and tries again', async ({ context, faults, open }) => {
    const recover = await answerWith(context, '/api/app/session', 500, { error: 'The disk is full.' })
    faults.expect(refusal(500, '/api/app/session'))
    const tab = await open('/app')
    const alert = tab.getByRole('alert').filter({ hasText: 'The disk is full.' })
    await alert.waitFor()
    await recover()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await tab.getByLabel('Email').waitFor()
  })

  signInTest('works by keyboard alone', async ({ open }) => {
    const tab = await open('/app')
    await tab.getByLabel('Email').waitFor()
    await expectKeyboardReachesAll(tab)
  })

  signInTest('accepts a link with a token, and refuses one that a newer one replaced', async (scene) => {
    scene.ctx.isDemo = true
    const older = new URL(await createSignInLink(scene.ctx, scene.mira.id))
    const newer = new URL(await createSignInLink(scene.ctx, scene.mira.id))
    const tab = await scene.open(`${newer.pathname}${newer.hash}`)
    await tab.waitForURL('**/app/acme')
    const other = await scene.admit(scene.herald.url, scene.ctx.clock.now)
    other.faults.expect(refusal(410, '/api/app/session'))
    const late = await other.open(`${older.pathname}${older.hash}`)
    await late.getByText('This link is no longer valid. Restart the demo for a new one.').waitFor()
    await signIn(late)
    await late.waitForURL('**/app/acme')
  })

  signInTest('redirects users who are already signed in', async ({ open }) => {
    const tab = await open('/app/sign-in')
    await signIn(tab)
    await tab.waitForURL('**/app/acme')
    const again = await open('/app/sign-in?next=%2Facme%2Fposts')
    await again.waitForURL('**/app/acme/posts')
  })

  signInTest('redirects only to pages of the dashboard, and not to itself', async ({ open }) => {
    const tab = await open('/app/sign-in')
    await signIn(tab)
    await tab.waitForURL('**/app/acme')
    for (const next of [
      'https://elsewhere.test/',
      '~//elsewhere.test/',
      'javascript:alert(1)',
      '/../../c/acme',
      '/sign-in',
    ]) {
      await tab.goto(`/app/sign-in?next=${encodeURIComponent(next)}`)
      await tab.waitForURL('**/app/acme')
    }
  })
})

describe('in another tab', () => {
  signInTest('a sign-in or sign-out applies to this tab too', async ({ open }) => {
    const one = await open('/app/acme/posts')
    const other = await open('/app')
    await signIn(other)
    await other.waitForURL('**/app/acme')
    await one.waitForURL('**/app/acme/posts')

    await other.goto('/app/acme/account')
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    await one.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await one.getByText('Team acme').count()).toBe(0)
  })

  signInTest('another user replaces the user of this tab too', async ({ open, herald, team, ctx }) => {
    const { id } = await team.person('member', 'Noor')
    await setPassword(ctx, id, password)
    const beta = await herald.team('beta')
    await addTo(ctx, beta.id, id)
    const one = await open('/app')
    await signIn(one)
    await one.getByRole('link', { name: 'Mira' }).waitFor()
    const other = await open('/app/acme/account')
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    await signIn(other, password, 'noor@acme.test')
    await one.getByRole('link', { name: 'Noor' }).waitFor()
  })
})

describe('an expired session', () => {
  signInTest('shows the sign-in over the page, and the typed text stays', async (scene) => {
    const tab = await scene.open('/app/acme/keys?new')
    await signIn(tab)
    const form = tab.getByRole('dialog', { name: 'New key' })
    await form.getByLabel('Name').fill('Release pipeline')
    await scene.faults.quiet()
    await scene.ctx.db.delete(sessions)
    scene.faults.expect(refusal(401, '/api/app/keys'))
    await form.getByRole('button', { name: 'Create key' }).click()
    const again = tab.getByRole('dialog', { name: signInStrings.signInAgain.title })
    await expectSoon(() => again.getByLabel('Email').inputValue(), 'mira@acme.test')
    expect(await again.getByLabel('Password').evaluate((field) => field === document.activeElement)).toBe(
      true,
    )
    await expectPresentable(tab, 'sign-in again')
    await again.getByLabel('Password').fill(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitFor({ state: 'detached' })
    await expectSoon(() => form.getByLabel('Name').inputValue(), 'Release pipeline')
    await form.getByRole('button', { name: 'Create key' }).click()
    await tab.getByRole('dialog', { name: 'New key' }).waitFor()
  })

  signInTest('is noticed when the tab becomes visible, and another tab can sign in again', async (scene) => {
    const one = await scene.open('/app/acme/members?invite')
    await signIn(one)
    const email = one
      .getByRole('dialog', { name: membersStrings.inviteDialog.inviteMember })
      .getByLabel('Email')
    await email.fill('noor@acme.dev')
    await scene.faults.quiet()
    await scene.ctx.db.delete(sessions)
    const shown = ['/api/app/members', '/api/app/invitations', '/api/app/home', '/v1/projects']
    for (const route of [...shown, '/api/app/approvals/count']) scene.faults.expect(refusal(401, route))
    await one.clock.fastForward(2 * 60_000)
    await one.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    const again = one.getByRole('dialog', { name: signInStrings.signInAgain.title })
    await again.waitFor()
    const other = await scene.open('/app')
    await signIn(other)
    await again.waitFor({ state: 'detached' })
    await expectSoon(() => email.inputValue(), 'noor@acme.dev')
  })
})
