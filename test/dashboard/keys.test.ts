import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import * as kitStrings from '../../src/dashboard/kit/strings.ts'
import {
  describeScopes,
  readScopes,
  resourceName,
  toScopes,
} from '../../src/dashboard/organization/keys/scopes.ts'
import * as keysStrings from '../../src/dashboard/organization/keys/strings.ts'
import { refusal } from './support/faults.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const resources = ['posts', 'skills', 'feedback', 'agent-readiness', 'scans']

describe('scopes', () => {
  const scopesOf = (accesses: object) => toScopes({ posts: 'none', skills: 'none', ...accesses })

  test('writing includes reading, and nothing is nothing', () => {
    expect(scopesOf({ posts: 'write', feedback: 'read' })).toEqual([
      'posts.read',
      'posts.write',
      'feedback.read',
    ])
  })

  test('are read back as the choice that they stand for', () => {
    const scopes = ['posts.write', 'posts.read', 'agent-readiness.read']
    expect(readScopes(scopes, resources)).toEqual({
      posts: 'write',
      skills: 'none',
      feedback: 'none',
      'agent-readiness': 'read',
      scans: 'none',
    })
  })

  test.each([[['*']], [['api.read']], [['posts.write']], [['posts.read', 'geo-settings']]])(
    'that no choice stands for are left alone: %s',
    (scopes) => expect(readScopes(scopes, resources)).toBe(null),
  )

  test.each<[string, string[]]>([
    ['Everything', ['*']],
    ['Everything', ['api.write']],
    ['Everything', resources.flatMap((each) => [`${each}.read`, `${each}.write`])],
    ['Read everything', ['api.read']],
    ['Read everything', resources.map((each) => `${each}.read`)],
    [
      'Write posts; read skills, agent readiness',
      ['posts.read', 'posts.write', 'skills.read', 'agent-readiness.read'],
    ],
    ['Read 4 resources', resources.slice(1).map((each) => `${each}.read`)],
    ['Geo-settings', ['geo-settings']],
  ])('are shown in a few words: %s', (words, scopes) => {
    expect(describeScopes(scopes, resources)).toBe(words)
  })
})

test('permissions have the names of the navigation', () => {
  expect(['integrations', 'event-triggers', 'briefs', 'brand-identities'].map(resourceName)).toEqual([
    'Repositories',
    'Triggers',
    'Articles',
    'Brand',
  ])
})

async function openKeys({ visit }: Scene, query = '') {
  const visitor = await visit('admin')
  const tab = await visitor.open(`/keys${query}`)
  await tab.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  return { ...visitor, tab }
}

const rowOf = (tab: Page, text: string) => tab.getByRole('row').filter({ hasText: text })

/** Chooses something from the menu of a key. */
async function choose(tab: Page, key: string, item: string) {
  await tab.getByRole('button', { name: `Actions for ${key}` }).click()
  await tab.getByRole('menuitem', { name: item }).click()
}

describe('a new key', () => {
  pageTest('is shown once and is accepted by the API', async (scene) => {
    const { tab } = await openKeys(scene, '?new')
    const form = tab.getByRole('dialog', { name: 'New key' })
    await form.getByLabel('Name').fill('Release pipeline')
    await form.getByRole('group', { name: 'All' }).getByRole('button', { name: 'None' }).click()
    await form.getByRole('radio', { name: 'Posts: Write' }).check()
    await form.getByText('Valid until 2 June 2026.').waitFor()
    await expectPresentable(tab, 'keys new')
    await expectKeyboardReachesAll(tab)
    await form.getByRole('button', { name: 'Create key' }).click()

    const shown = tab.getByRole('dialog', { name: 'New key' })
    const secret = (await shown.locator('.once code').textContent()) ?? ''
    expect(secret).toMatch(/^herald_[0-9a-f]{48}$/)
    await expectPresentable(tab, 'keys made')
    await shown.getByRole('button', { name: 'Copy the key' }).click()
    await expectSoon(() => tab.evaluate(() => navigator.clipboard.readText()), secret)
    // A browser gives in to Escape when it is pressed again and again.
    for (let times = 0; times < 4; times++) await tab.keyboard.press('Escape')
    await shown.getByRole('button', { name: kitStrings.shownOnce.copied }).click()

    const row = rowOf(tab, 'Release pipeline')
    await row.getByText('Write posts').waitFor()
    expect(await tab.content()).not.toContain(secret)
    await tab.reload()
    await row.waitFor()
    expect(await tab.content()).not.toContain(secret)
    const asked = (path: string) =>
      scene.herald.anonymous('GET', path, undefined, { authorization: `Bearer ${secret}` })
    expect([(await asked('/v1/posts')).status, (await asked('/v1/feedback')).status]).toEqual([200, 403])
  })

  pageTest('without scopes is refused at the field', async (scene) => {
    const { tab, faults } = await openKeys(scene)
    faults.expect(refusal(400, '/api/app/keys'))
    await tab.keyboard.press('n')
    const form = tab.getByRole('dialog', { name: 'New key' })
    await form.getByLabel('Name').fill('Nothing')
    await form.getByRole('group', { name: 'All' }).getByRole('button', { name: 'None' }).click()
    await form.getByRole('button', { name: 'Create key' }).click()
    await form.getByRole('alert').filter({ hasText: keysStrings.scopes.selectAtLeastOnePermission }).waitFor()
  })

  pageTest('expires after the chosen time and says so', async (scene) => {
    const { tab } = await openKeys(scene, '?new')
    await tab.getByLabel('Name').fill('For a month')
    await tab.getByLabel('Expiration').selectOption(keysStrings.expiry.in30Days)
    await tab.getByRole('button', { name: 'Create key' }).click()
    await tab.getByRole('button', { name: kitStrings.shownOnce.copied }).click()
    await rowOf(tab, 'For a month').getByText('3 Apr').waitFor()
    await tab.clock.fastForward(31 * 24 * 60 * 60 * 1000)
    await tab.keyboard.press('n')
    await rowOf(tab, 'For a month').getByText('Expired').waitFor()
  })
})

describe('a key', () => {
  pageTest('can be renamed and get other scopes', async (scene) => {
    const { tab } = await openKeys(scene)
    await choose(tab, 'test', 'Edit')
    const form = tab.getByRole('dialog', { name: 'Edit test' })
    await form.getByLabel('Name').fill('Nightly')
    await form.getByRole('group', { name: 'All' }).getByRole('button', { name: 'Read' }).click()
    await form.getByRole('radio', { name: 'Feedback: None' }).check()
    await expectPresentable(tab, 'keys edit')
    await form.getByRole('button', { name: 'Save' }).click()
    await rowOf(tab, 'Nightly').getByText('Read 16 resources').waitFor()
    expect((await scene.team.call('GET', '/v1/feedback')).status).toBe(403)
    expect((await scene.team.call('GET', '/v1/posts')).status).toBe(200)
  })

  pageTest('is revoked after a confirmation; an empty list says so', async (scene) => {
    const { tab } = await openKeys(scene)
    await choose(tab, 'test', 'Revoke')
    const dialog = tab.getByRole('dialog', { name: 'Revoke test' })
    await expectPresentable(tab, 'keys revoke')
    expect((await scene.team.call('GET', '/v1/posts')).status).toBe(200)
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await tab.getByText(keysStrings.keysPage.noKeysYet).waitFor()
    expect((await scene.team.call('GET', '/v1/posts')).status).toBe(401)
    await tab.getByRole('button', { name: 'New key' }).click()
    await tab.getByRole('dialog', { name: 'New key' }).waitFor()
  })

  pageTest('is reached by j and k, and opened by Enter', async (scene) => {
    const { tab } = await openKeys(scene)
    await rowOf(tab, 'test').waitFor()
    await tab.keyboard.press('j')
    await tab.keyboard.press('Enter')
    await tab.getByRole('dialog', { name: 'Edit test' }).waitFor()
  })
})
