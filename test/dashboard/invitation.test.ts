import { expect } from 'bun:test'
import * as signInPageStrings from '../../src/dashboard/app/sign-in/joining/strings.ts'
import { setPassword } from '../support/people.ts'
import { refusal } from './support/faults.ts'
import { sharedHerald } from './support/herald.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectPresentable, looks } from './support/looks.ts'
import { type Admit, visitorTest } from './support/page-test.ts'
import { signIn } from './support/scene.ts'

const password = 'three small words'
let teams = 0

type Scene = Awaited<ReturnType<typeof startScene>>

/** A test with Ada, who owns an organization and invites to it. */
function invitationTest(name: string, act: (scene: Scene) => Promise<void>) {
  visitorTest(name, async (admit) => act(await startScene(admit)))
}

async function startScene(admit: Admit) {
  const herald = await sharedHerald()
  const team = await herald.team(`inviting-${++teams}`)
  const ada = await team.person('owner', 'Ada')
  return {
    herald,
    team,
    ada,
    enter: () => admit(herald.url, herald.ctx.clock.now),
    enterAs: (of: typeof team) => signIn(admit, herald, of, 'member'),
    /** The path of a link by which Ada invites somebody as an admin. */
    async invite(email: string) {
      const { body } = await ada.call('POST', '/api/app/invitations', { email, role: 'admin' })
      return { link: new URL(body.url).pathname + new URL(body.url).hash, id: body.invitation.id }
    },
  }
}

/** Somebody who has an account, with a password, and belongs elsewhere. */
async function addMira({ herald, team }: Scene) {
  const elsewhere = await herald.team(`${team.slug}-elsewhere`)
  const mira = await elsewhere.person('member', 'Mira')
  await setPassword(herald.ctx, mira.id, password)
  return { ...mira, elsewhere }
}

invitationTest('a visitor without an account joins with a name and a password', async (scene) => {
  const { link } = await scene.invite('noor@acme.dev')
  const { open } = await scene.enter()
  const tab = await open(link)
  await tab.getByText('Ada invites noor@acme.dev as an admin.').waitFor()
  await tab.getByRole('heading', { name: `Join Team ${scene.team.slug}` }).waitFor()
  await expectPresentable(tab, 'invitation new', looks.each)
  await expectKeyboardReachesAll(tab)
  await tab.getByLabel('Your name').fill('Noor')
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: `Join Team ${scene.team.slug}` }).click()
  await tab.waitForURL(`**/app/${scene.team.slug}`)
  await tab.getByRole('link', { name: 'Noor' }).waitFor()
})

invitationTest('a visitor with an account enters its password, and a wrong one is refused', async (scene) => {
  const mira = await addMira(scene)
  const { link } = await scene.invite(mira.email)
  const { open, faults } = await scene.enter()
  faults.expect(refusal(401, '/api/app/invitations/accept'))
  const tab = await open(link)
  await tab.getByRole('button', { name: signInPageStrings.invitationPage.iHaveAccount }).click()
  await tab.getByLabel('Password').fill('three small wards')
  await tab.getByRole('button', { name: signInPageStrings.joinForm.signInAndJoin }).click()
  await tab.getByRole('alert').filter({ hasText: 'Email or password is wrong' }).waitFor()
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: signInPageStrings.joinForm.signInAndJoin }).click()
  await tab.waitForURL(`**/app/${scene.team.slug}`)
})

invitationTest('a signed-in user joins immediately', async (scene) => {
  const elsewhere = await scene.herald.team(`${scene.team.slug}-elsewhere`)
  const { context, open } = await scene.enter()
  const mira = await elsewhere.person('member', 'Mira')
  const [name = '', value = ''] = mira.cookie.split('=')
  await context.addCookies([{ name, value, url: scene.herald.url }])
  const { link } = await scene.invite(mira.email)
  const tab = await open(link)
  const join = tab.getByRole('button', { name: `Join Team ${scene.team.slug}` })
  await join.waitFor()
  expect(await tab.getByLabel('Password').count()).toBe(0)
  await join.click()
  await tab.waitForURL(`**/app/${scene.team.slug}`)
})

invitationTest('a user signed in to another account signs out and continues', async (scene) => {
  const mira = await addMira(scene)
  const other = await scene.enterAs(scene.team)
  const { link } = await scene.invite(mira.email)
  const tab = await other.context.newPage()
  await tab.goto(link)
  await tab.getByText(`To accept as ${mira.email}`).waitFor()
  await tab.getByRole('button', { name: signInPageStrings.invitationPage.signOutAndContinue }).click()
  await tab.getByRole('button', { name: signInPageStrings.invitationPage.iHaveAccount }).click()
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: signInPageStrings.joinForm.signInAndJoin }).click()
  await tab.waitForURL(`**/app/${scene.team.slug}`)
  await tab.getByRole('link', { name: 'Mira' }).waitFor()
})

invitationTest('that was withdrawn says so, and who can send another', async (scene) => {
  const { link, id } = await scene.invite('noor@acme.dev')
  await scene.ada.call('DELETE', `/api/app/invitations/${id}`)
  const { open, faults } = await scene.enter()
  faults.expect(refusal(410, '/api/app/invitations/look'))
  const tab = await open(link)
  await tab.getByText('Ask for a new one.').waitFor()
  await tab.getByRole('link', { name: 'Sign in' }).click()
  await tab.waitForURL('**/app/sign-in')
})

invitationTest('another link in the same tab is another invitation', async (scene) => {
  const { open } = await scene.enter()
  const tab = await open((await scene.invite('noor@acme.dev')).link)
  await tab.getByText('Ada invites noor@acme.dev as an admin.').waitFor()
  const { link } = await scene.invite('lin@acme.dev')
  await tab.evaluate((hash) => location.replace(hash), link.replace(/.*#/, '#'))
  await tab.getByText('Ada invites lin@acme.dev as an admin.').waitFor()
})
