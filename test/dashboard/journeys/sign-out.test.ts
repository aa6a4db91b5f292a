import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import * as signInStrings from '../../../src/dashboard/app/sign-in/strings.ts'
import { sessions } from '../../../src/features/sessions/table.ts'
import { setPassword } from '../../support/people.ts'
import { refusal } from '../support/faults.ts'
import { expectKeyboardReachesAll } from '../support/keyboard.ts'
import { expectPresentable } from '../support/looks.ts'
import { pageTest } from '../support/scene.ts'
import { expectSoon } from '../support/soon.ts'

// A session ends by a person's own will in every tab at once, and by itself without taking their work.

pageTest('signing out in one tab signs out the other and hides its content', async (scene) => {
  const { open, context } = await scene.visit()
  await scene.team.call('POST', '/v1/feedback', {
    message: 'The export stops.',
    title: 'Stops',
    kind: 'bug',
  })
  const here = await open('/account')
  const there = await open('/posts')
  await there.getByRole('link', { name: 'Feedback' }).click()
  await there.getByText('The export stops.').waitFor()

  await here.getByRole('button', { name: 'Sign out', exact: true }).click()
  await here.getByRole('heading', { name: 'Sign in' }).waitFor()
  await there.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await there.getByText('The export stops.').count()).toBe(0)
  expect(await context.cookies()).toEqual([])

  await there.goBack()
  await there.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await there.getByText('The export stops.').count()).toBe(0)
})

pageTest(
  'after a session ends, the user signs in over the page, which keeps the typed text',
  async (scene) => {
    const { herald, visit } = scene
    const { open, faults, person } = await visit()
    await setPassword(herald.ctx, person.id, 'three small words')
    faults.expect(refusal(401, '/api/app/account'))
    const tab = await open('/account')
    await tab.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await faults.quiet()
    await herald.ctx.db.delete(sessions).where(eq(sessions.userId, person.id))
    await tab.getByRole('button', { name: 'Save' }).click()

    const dialog = tab.getByRole('dialog', { name: signInStrings.signInAgain.title })
    await dialog.waitFor()
    await expectPresentable(tab, 'sign in again')
    await expectKeyboardReachesAll(tab)
    await expectSoon(() => dialog.getByLabel('Email').inputValue(), person.email)
    await dialog.getByLabel('Password').fill('three small words')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })

    await expectSoon(() => tab.getByLabel('Name', { exact: true }).inputValue(), 'Ada Lovelace')
    await tab.getByRole('button', { name: 'Save' }).click()
    await tab.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
  },
)

pageTest('a session is renewed by use and ends after 30 days without', async (scene) => {
  const { herald, visit } = scene
  const { open, context } = await visit()
  const tab = await open('/posts')
  const begun = herald.ctx.clock.now
  for (const days of [20, 20, 31]) {
    herald.ctx.clock.advance(days * 24 * 60 * 60 * 1000)
    await tab.reload()
    const name = days > 30 ? 'Sign in' : 'Posts'
    await tab.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  }
  expect(herald.ctx.clock.now.getTime() - begun.getTime()).toBe(71 * 24 * 60 * 60 * 1000)
  expect(await context.cookies()).toHaveLength(1)
})
