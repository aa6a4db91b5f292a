import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { users } from '../../src/features/members/table.ts'
import { createSignInLink } from '../../src/features/sessions/links/service.ts'
import { answerWith } from './support/answers.ts'
import { refusal } from './support/faults.ts'
import { sharedHerald } from './support/herald.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectPresentable } from './support/looks.ts'
import { visitorTest } from './support/page-test.ts'
import { pageTest } from './support/scene.ts'

// The doors: who comes in, by what, and what becomes of somebody whose session ends.

const heading = (tab: Page, name: string) => tab.getByRole('heading', { level: 1, name, exact: true })
const password = 'correct horse battery'

async function fillIn(tab: Page, email: string, typed = password) {
  await tab.getByLabel('Email').fill(email)
  await tab.getByLabel('Password').fill(typed)
  await tab.getByRole('button', { name: 'Sign in' }).click()
}

/** Somebody with a password, who is signed in nowhere. */
async function addAda(slug: string) {
  const herald = await sharedHerald()
  const team = await herald.team(slug)
  const person = await team.person('owner', 'Ada')
  const passwordHash = await herald.ctx.passwords.hash(password)
  await herald.ctx.db.update(users).set({ passwordHash }).where(eq(users.id, person.id))
  return { herald, team, ...person }
}

visitorTest('an address of the inside leads to the sign-in, and from there to the address', async (admit) => {
  const { herald, team, email } = await addAda('gate-1')
  const { open } = await admit(herald.url, herald.ctx.clock.now)
  const tab = await open(`/app/${team.slug}/posts?status=draft`)
  await heading(tab, 'Sign in').waitFor()
  expect(await tab.title()).toBe('Sign in · Herald')
  await expectPresentable(tab, 'sign-in')
  await expectKeyboardReachesAll(tab)
  await fillIn(tab, email)
  await heading(tab, 'Posts').waitFor()
  expect(tab.url()).toBe(`${herald.url}/app/${team.slug}/posts?status=draft`)
})

visitorTest('a wrong password is told in the words of the API, and what was typed stays', async (admit) => {
  const { herald, email } = await addAda('gate-2')
  const { open, faults } = await admit(herald.url, herald.ctx.clock.now)
  const tab = await open('/app/sign-in')
  faults.expect(refusal(401, '/api/app/session'))
  await fillIn(tab, email, 'wrong horse')
  await tab.getByRole('alert').filter({ hasText: 'Email or password is wrong' }).waitFor()
  expect(await tab.getByLabel('Email').inputValue()).toBe(email)
  await expectPresentable(tab, 'sign-in refused')
  await fillIn(tab, email)
  await heading(tab, 'Home').waitFor()
})

visitorTest('a link signs in once, and its token leaves the address at once', async (admit) => {
  const { herald, team, id } = await addAda('gate-3')
  const { open, faults } = await admit(herald.url, herald.ctx.clock.now)
  const link = await createSignInLink(herald.ctx, id)
  const tab = await open(link)
  await heading(tab, 'Home').waitFor()
  expect(tab.url()).toBe(`${herald.url}/app/${team.slug}`)
  const other = await admit(herald.url, herald.ctx.clock.now)
  other.faults.expect(refusal(410, '/api/app/session'))
  const late = await other.open(link)
  await late.getByText('This link was used or has run out.').waitFor()
  expect(late.url()).toBe(`${herald.url}/app/sign-in`)
  expect(faults.list()).toEqual([])
})

visitorTest('the sign-in of somebody who has one already leads in', async (admit) => {
  const { herald, email } = await addAda('gate-4')
  const { open } = await admit(herald.url, herald.ctx.clock.now)
  const tab = await open('/app/sign-in')
  await fillIn(tab, email)
  await heading(tab, 'Home').waitFor()
  await tab.goto(`${herald.url}/app/sign-in`)
  await heading(tab, 'Home').waitFor()
})

pageTest('what cannot be read of the session is told, and can be tried again', async ({ visit }) => {
  const visitor = await visit()
  const recover = await answerWith(visitor.context, '/api/app/session', 500, { error: 'The disk is full.' })
  visitor.faults.expect(refusal(500, '/api/app/session'))
  const tab = await visitor.open('/posts')
  const alert = tab.getByRole('alert').filter({ hasText: 'The disk is full.' })
  await alert.waitFor()
  await expectPresentable(tab, 'session failed')
  await recover()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await heading(tab, 'Posts').waitFor()
})
