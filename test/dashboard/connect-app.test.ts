import { expect } from 'bun:test'
import { connectApp } from '../../src/dashboard/app/connect-app/strings.ts'
import { setPassword } from '../support/people.ts'
import { startSite } from '../support/site.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectPresentable, looks } from './support/looks.ts'
import { pageTest } from './support/scene.ts'

const password = 'three small words'

pageTest('a visitor signs in, chooses what an app may do, and returns to it with a code', async (scene) => {
  const { herald, team, admit } = scene
  const ada = await team.person('member', 'Ada')
  await setPassword(herald.ctx, ada.id, password)
  using app = startSite({ '/callback': '<!doctype html><html lang="en"><title>App</title>' })
  const redirectUri = `${app.url}/callback`
  const registration = { client_name: 'Editor', redirect_uris: [redirectUri] }
  const { body } = await herald.anonymous('POST', '/oauth/register', registration)
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: body.client_id, redirect_uri: redirectUri, state: 's' },
    ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
    scope: 'posts.read skills.read posts.write skills.write integrations.write',
  })
  const { open, faults } = await admit(herald.url, herald.ctx.clock.now)
  const tab = await open(`/app/sign-in/app?${query}`)
  await tab.getByLabel('Email').fill(ada.email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await tab.getByRole('heading', { name: connectApp.titleOf('Editor') }).waitFor()
  await tab.getByText(connectApp.subtitle('Editor', ada.email)).waitFor()
  await tab.getByText(`127.0.0.1:${app.port}`).waitFor()
  await tab.getByText(connectApp.onlyIfYou.loopback).waitFor()
  expect(await tab.getByRole('checkbox').count()).toBe(2)
  await expectPresentable(tab, 'connect-app', looks.each)
  await expectKeyboardReachesAll(tab)
  await tab.getByLabel('Skills').uncheck()
  faults.expect(/A request to another host: http:\/\/127/)
  await tab.getByRole('button', { name: connectApp.allow }).click()
  await tab.waitForURL(`${redirectUri}?*`)
  expect(new URL(tab.url()).searchParams.get('code')).toHaveLength(64)
  const [grant] = await herald.ctx.db.$client
    .execute(`select scopes from oauth_grants where user_id = '${ada.id}'`)
    .then(({ rows }) => rows)
  expect(JSON.parse(String(grant?.scopes))).toEqual(['posts.read', 'posts.write', 'skills.read'])
})
