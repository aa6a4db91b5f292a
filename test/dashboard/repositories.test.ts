import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { fieldOf, lastConnected } from '../../src/dashboard/data/repository-connection.ts'
import * as dataStrings from '../../src/dashboard/data/strings.ts'
import { intervalInWords } from '../../src/dashboard/sources/repositories/intervals.ts'
import * as strings from '../../src/dashboard/sources/repositories/strings.ts'
import { connectLocal } from '../../src/features/integrations/operator.ts'
import { githubApps } from '../../src/features/integrations/table.ts'
import { trackerAdapters } from '../../src/tracker/adapters.ts'
import { pingPayload, pushPayload } from '../support/github-deliveries.ts'
import { repository as hostRepository } from '../support/github-repository.ts'
import { engineering, operations } from '../support/linear.ts'
import { board, boardToken } from '../tracker/board.ts'
import { refusal } from './support/faults.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectPresentable, looks } from './support/looks.ts'
import { addRepository } from './support/repositories.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const dialog = (tab: Page) => tab.getByRole('dialog')
const row = (tab: Page, text: string | RegExp) => tab.getByRole('row').filter({ hasText: text })

test('the repository that was connected last is found, wherever its name puts it', () => {
  const first = { name: 'zebra', createdAt: '2026-03-03T09:00:00.000Z' }
  const last = { name: 'app', createdAt: '2026-03-04T09:00:00.000Z' }
  expect(lastConnected([last, first])).toBe(last)
  expect(lastConnected([first, last])).toBe(last)
  expect(lastConnected([])).toBeNull()
})

test.each([
  ['Repository already connected', 'repository'],
  ['Repository not found; it may be private, then a token is needed', 'repository'],
  ['Enter a repository of github.com, as owner/name or https://github.com/owner/name', 'repository'],
  ['owner has an invalid format', 'repository'],
  ['repo must have 1 to 100 characters', 'repository'],
  ['Enter a valid GitHub personal access token', 'token'],
  ['Invalid GitHub token or insufficient repository access', 'token'],
  ['token must have 0 to 255 characters', 'token'],
  ['The branch next was not found in acme/app', 'branch'],
  ['branch must have 0 to 255 characters', 'branch'],
  ['Failed to create GitHub integration', null],
] as const)('"%s" is shown below the field %s', (sentence, field) => {
  expect(fieldOf(sentence)).toBe(field)
})

test.each([
  [1, 'Every minute'],
  [5, 'Every 5 minutes'],
  [60, 'Every hour'],
  [360, 'Every 6 hours'],
  [1440, 'Every day'],
])('%d minutes are shown as "%s"', (minutes, words) => {
  expect(intervalInWords(minutes)).toBe(words)
})

/** A repository on the code host that nobody has connected. */
function addToHost({ herald, team }: Scene, name: string, isPrivate = false) {
  const host = hostRepository(`${team.slug}/${name}`, { isPrivate })
  herald.github.add(host)
  return host
}

function elsewhere({ herald }: Scene) {
  const { host } = new URL(herald.github.url)
  return `Enter a repository of ${host}, as owner/name or https://${host}/owner/name`
}

pageTest('a repository is connected by its pasted URL, and its webhook is next', async (scene) => {
  const host = addToHost(scene, 'app')
  const tab = await (await scene.visit('admin')).open('/repositories')
  await tab.getByRole('button', { name: 'Connect a repository' }).click()
  await dialog(tab).waitFor()
  await tab.keyboard.type(`${scene.herald.github.url}/${host.fullName}/pulls`)
  await tab.keyboard.press('Enter')
  await tab.getByRole('heading', { level: 1, name: host.fullName }).waitFor()
  await tab.getByText(`${host.fullName} connected.`).waitFor()
  const { github } = (await scene.team.call('GET', '/v1/integrations')).body
  expect(github).toMatchObject([{ displayName: host.fullName, defaultBranch: 'main' }])
  await expectSoon(() => new URL(tab.url()).pathname, `/app/${scene.team.slug}/repositories/${github[0].id}`)
})

pageTest('a refusal is shown at its field with the message of the server', async (scene) => {
  const hidden = addToHost(scene, 'hidden', true)
  const { displayName } = await addRepository(scene)
  const { open, faults } = await scene.visit()
  faults.expect(refusal(400, '/api/app/integrations'))
  faults.expect(refusal(409, '/api/app/integrations'))
  const tab = await open('/repositories?connect')
  const repository = tab.getByLabel('Repository', { exact: true })
  const token = tab.getByLabel(strings.connectDialog.tokenOptional)
  const submit = () => dialog(tab).getByRole('button', { name: 'Connect', exact: true }).click()
  const errorOf = async (field: typeof token, sentence: string) => {
    await dialog(tab).getByRole('alert').filter({ hasText: sentence }).waitFor()
    const note = await field.getAttribute('aria-describedby')
    await expectSoon(() => tab.locator(`[id="${note}"]`).textContent(), sentence)
    await expectSoon(() => dialog(tab).getByRole('alert').count(), 1)
  }

  await repository.fill('acme')
  await submit()
  await errorOf(repository, elsewhere(scene))

  await repository.fill('https://gitlab.com/acme/rocket')
  await submit()
  await errorOf(repository, elsewhere(scene))

  await repository.fill(displayName)
  await submit()
  await errorOf(repository, 'Repository already connected')

  await repository.fill(hidden.fullName)
  await submit()
  await errorOf(repository, 'Repository not found; it may be private, then a token is needed')

  await token.fill('secret')
  await submit()
  await errorOf(token, 'Enter a valid GitHub personal access token')

  scene.herald.github.failNext('unauthorized')
  await token.fill('ghp_wrong')
  await submit()
  await errorOf(token, 'Invalid GitHub token or insufficient repository access')

  scene.herald.github.failNext('serverError')
  await token.fill('ghp_right')
  await submit()
  await dialog(tab).getByText(`GitHub answered /repos/${hidden.fullName} with status 502.`).waitFor()

  await submit()
  await tab.getByRole('heading', { level: 1, name: hidden.fullName }).waitFor()
})

pageTest('each repository shows the state of its webhook, its last delivery and its tasks', async (scene) => {
  const working = await addRepository(scene, 'a-working')
  const failing = await addRepository(scene, 'b-failing')
  const waiting = await addRepository(scene, 'c-waiting')
  const watched = await addRepository(scene, 'd-watched')
  const off = await addRepository(scene, 'e-off')
  await connectLocal(scene.herald.ctx, scene.team.id, '/srv/local')
  await working.deliver('ping', pingPayload(working.host))
  await failing.deliver('push', pushPayload(failing.host, []), { secret: 'another' })
  await watched.change({ watchMinutes: 5, encryptedWebhookSecret: null })
  await off.change({ enabled: false })

  const tab = await (await scene.visit('member')).open('/repositories')
  await row(tab, working.displayName).waitFor()
  const said = (name: string) => row(tab, name).locator('td:nth-child(n+3)').allInnerTexts()
  await expectSoon(() => said(working.displayName), ['Working', 'just now', 'Off', ''])
  await expectSoon(() => said(failing.displayName), ['Failing', 'None yet', 'Off', 'How to fix'])
  expect(await said(waiting.displayName)).toEqual(['Waiting for GitHub', 'None yet', 'Off', 'Set up webhook'])
  await expectSoon(() => said(watched.displayName), ['Not set up', 'None yet', 'Every 5 minutes', ''])
  await expectSoon(() => said(off.displayName), ['Disabled', 'None yet', 'Off', ''])
  await expectSoon(() => said('local'), ['Local repository, no webhook', 'None yet', 'Off', ''])
  await tab.getByText(`The webhook of ${failing.displayName} is failing.`).waitFor()
})

pageTest('Linear is connected by a token that lists its teams, and disconnected again', async (scene) => {
  scene.herald.linear.teams.splice(0, Infinity, engineering, operations)
  await addRepository(scene)
  const tab = await (await scene.visit('admin')).open('/repositories')
  await tab.getByRole('button', { name: 'Connect Linear' }).click()
  await tab.getByLabel('Token').fill('lin_api_1')
  await tab.keyboard.press('Enter')
  const team = tab.getByRole('combobox', { name: /^Team in / })
  await team.waitFor()
  await expectSoon(
    () => team.locator('option').allTextContents(),
    ['All teams', 'Engineering (ENG)', 'Operations (OPS)'],
  )
  await expectPresentable(tab, 'repositories tracker')
  await expectKeyboardReachesAll(tab)
  await team.selectOption('Operations (OPS)')
  await dialog(tab).getByRole('button', { name: 'Connect', exact: true }).click()
  await row(tab, 'Operations').waitFor()
  const linear = async () => (await scene.team.call('GET', '/v1/integrations')).body.linear
  expect(await linear()).toMatchObject([{ linearTeamId: operations.id }])

  await row(tab, 'Operations')
    .getByRole('button', { name: /^Disconnect / })
    .click()
  await dialog(tab).getByText('Deletes its token.').waitFor()
  await dialog(tab).getByRole('button', { name: 'Disconnect' }).click()
  await row(tab, 'Operations').waitFor({ state: 'detached' })
  expect(await linear()).toEqual([])
})

pageTest(
  'a refused token of Linear shows its error at the field, and another one is tried',
  async (scene) => {
    const { open, faults } = await scene.visit()
    faults.expect(refusal(400, '/api/app/trackers/workspace'))
    const tab = await open('/repositories')
    await tab.getByRole('button', { name: 'Connect Linear' }).click()
    scene.herald.linear.failNext('revoked')
    await tab.getByLabel('Token').fill('lin_api_1')
    await tab.keyboard.press('Enter')
    const note = tab.locator('.field .error')
    await note.waitFor()
    expect(await note.textContent()).toMatch(/token/i)
    await tab.getByLabel('Token').fill('lin_api_2')
    await note.waitFor({ state: 'detached' })
    await tab.keyboard.press('Enter')
    await tab.getByRole('combobox', { name: /^Team in / }).waitFor()
    await tab.getByLabel('Token').fill('lin_api_3')
    await tab.getByRole('combobox').waitFor({ state: 'detached' })
  },
)

pageTest('each kind of tracker has its button and its own dialog', async (scene) => {
  const { ctx } = scene.herald
  ctx.trackers = [...trackerAdapters, board]
  try {
    const tab = await (await scene.visit()).open('/repositories')
    await tab.getByRole('button', { name: 'Connect Linear' }).waitFor()
    await tab.getByRole('button', { name: 'Connect Board' }).click()
    await dialog(tab).getByRole('link', { name: 'Create key in Board' }).waitFor()
    await tab.getByLabel('Token').fill(boardToken)
    await tab.keyboard.press('Enter')
    await tab.getByRole('combobox', { name: 'Team in Acme' }).waitFor()
    await tab.getByRole('button', { name: 'Connect', exact: true }).click()
    await row(tab, 'All teams').waitFor()
  } finally {
    ctx.trackers = trackerAdapters
  }
})

pageTest('a member sees disabled actions, and who can use them', async (scene) => {
  await addRepository(scene)
  await (await scene.team.person('admin')).call('POST', '/api/app/trackers', {
    provider: 'linear',
    token: 'lin_api_1',
  })
  const tab = await (await scene.visit('member')).open('/repositories')
  await row(tab, 'All teams').waitFor()
  for (const name of ['Connect a repository', 'Connect Linear', /^Disconnect /]) {
    await expectSoon(() => tab.getByRole('button', { name }).isDisabled(), true)
  }
  await expectSoon(() => tab.getByText(dataStrings.restricted.needs.admin).count(), 2)
  // As the palette leads there.
  await tab.goto(`${tab.url()}?connect`)
  await expectSoon(() => dialog(tab).getByRole('button', { name: 'Connect', exact: true }).isDisabled(), true)
  await dialog(tab).getByText(dataStrings.restricted.needs.admin).waitFor()
})

pageTest('Connect GitHub leads to a form that only GitHub receives', async ({ visit }) => {
  const { open, faults } = await visit('admin')
  const tab = await open('/repositories')
  await tab.getByRole('button', { name: strings.githubApp.connect }).click()
  await tab.getByLabel(strings.githubApp.account).fill('acme')
  await tab.getByRole('button', { name: strings.githubApp.next }).click()
  await tab.getByRole('heading', { name: strings.githubApp.connect }).waitFor()
  await expectPresentable(tab, 'connect-github', looks.each)
  // The code host of the test has no pages: that the browser asks it proves that the form may be sent.
  faults.expect(/^A request to another host: .*\/organizations\/acme\/settings\/apps\/new\?state=/)
  faults.expect(/404 \(Not Found\) \(http.*\/settings\/apps\/new/)
  await tab.getByRole('button', { name: 'Continue to GitHub' }).click()
  await tab.waitForURL('**/organizations/acme/settings/apps/new?*')
})

pageTest('a connected GitHub App names its account and can be removed', async ({ herald, team, visit }) => {
  const url = `${herald.github.url}/apps/herald-acme`
  await herald.ctx.db.insert(githubApps).values({
    ...{ organizationId: team.id, appId: 77, slug: 'herald-acme', url, account: 'acme', installationId: 5 },
    ...{ encryptedKey: 'sealed', createdAt: herald.ctx.now() },
  })
  const { open } = await visit('admin')
  const tab = await open('/repositories')
  await tab.getByText(strings.githubApp.installed('herald-acme', 'acme')).waitFor()
  await expectPresentable(tab, 'connected-github')
  await tab.getByRole('button', { name: strings.githubApp.remove }).click()
  await dialog(tab).getByRole('button', { name: strings.githubApp.removeVerb }).click()
  await tab.getByRole('button', { name: strings.githubApp.connect }).waitFor()
})
