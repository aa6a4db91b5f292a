import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as feedbackStrings from '../../src/dashboard/agents/feedback/strings.ts'
import * as kitStrings from '../../src/dashboard/kit/strings.ts'
import { narrow } from './support/browser.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

type Report = { title: string; message?: string; kind?: string; agentClient?: string }

async function report({ herald, team }: Pick<Scene, 'herald' | 'team'>, entry: Report): Promise<string> {
  herald.ctx.clock.advance(1000)
  const body = { message: `${entry.title}.`, kind: 'bug', sentiment: 'negative', ...entry }
  return (await team.call('POST', '/v1/feedback', body)).body.feedback.id
}

const statusOf = async ({ team }: Pick<Scene, 'team'>, id: string) =>
  (await team.call('GET', `/v1/feedback/${id}`)).body.feedback.status

const statusesOf = (scene: Pick<Scene, 'team'>, ids: string[]) =>
  Promise.all(ids.map((id) => statusOf(scene, id)))

const list = (tab: Page) => tab.locator('.inbox .list')
const detail = (tab: Page) => tab.getByRole('article')
const same = 'Export of large reports as CSV stops after 100 rows'
const triaged = (tab: Page) => list(tab).getByRole('heading', { name: /^Triaged/ })

/** Somebody before the first of two reports that say the same; there is another report. */
async function openGroup(scene: Scene) {
  const group = [await report(scene, { title: same }), await report(scene, { title: same })]
  await report(scene, { title: 'Login with a passkey fails in Safari' })
  const tab = await (await scene.visit()).open(`/feedback/${group[0]}`)
  await detail(tab).getByText('2 similar reports').waitFor()
  return { tab, group }
}

pageTest('similar reports are one row with their count, and all are listed in the details', async (scene) => {
  await report(scene, { title: same, agentClient: 'Codex' })
  await report(scene, { title: same, agentClient: 'Cursor' })
  await report(scene, { title: 'A dry-run flag for imports', kind: 'feature' })
  const tab = await (await scene.visit()).open('/feedback')
  await list(tab).getByText('2 reports, 2 agents').waitFor()
  await expectSoon(() => list(tab).getByRole('link').count(), 2)
  await list(tab).getByRole('link', { name: same }).click()
  await detail(tab).getByText('2 similar reports').waitFor()
  await expectPresentable(tab, 'feedback group')
  await tab.getByRole('button', { name: 'Reports' }).click()
  await list(tab).getByText('1 report, Cursor').waitFor()
  await expectSoon(() => list(tab).getByRole('link').count(), 3)
})

pageTest('t triages the whole group and selects the next', async (scene) => {
  const { tab, group } = await openGroup(scene)
  await tab.keyboard.press('t')
  await detail(tab).getByRole('heading', { name: 'Login with a passkey fails in Safari' }).waitFor()
  expect(await statusesOf(scene, group)).toEqual(['triaged', 'triaged'])
  await triaged(tab).waitFor()
})

pageTest('triaging a group can be undone', async (scene) => {
  const { tab, group } = await openGroup(scene)
  await tab.keyboard.press('t')
  await triaged(tab).waitFor()
  await tab.getByRole('button', { name: 'Undo' }).click()
  await triaged(tab).waitFor({ state: 'detached' })
  expect(await statusesOf(scene, group)).toEqual(['new', 'new'])
})

pageTest('a resolved group can be reopened as a whole', async (scene) => {
  const first = await report(scene, { title: same })
  const second = await report(scene, { title: same })
  const tab = await (await scene.visit()).open(`/feedback/${first}`)
  await detail(tab).getByText('2 similar reports').waitFor()
  await tab.keyboard.press('r')
  await tab.getByRole('button', { name: 'Undo' }).click()
  await expectSoon(() => statusesOf(scene, [first, second]), ['new', 'new'])
  await list(tab).getByText('2 reports').waitFor()
})

pageTest('r resolves and a archives, except while the user types', async (scene) => {
  const first = await report(scene, { title: 'Login with a passkey fails in Safari' })
  const second = await report(scene, { title: 'A dry-run flag for imports' })
  const tab = await (await scene.visit()).open(`/feedback/${first}`)
  await detail(tab).getByRole('heading', { name: 'Login with a passkey fails in Safari' }).waitFor()
  const search = tab.getByPlaceholder('Search pages, actions and posts')
  await tab.keyboard.press('Control+k')
  await search.pressSequentially('ra')
  await tab.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  expect(await statusOf(scene, first)).toBe('new')
  await tab.keyboard.press('r')
  await detail(tab).getByRole('heading', { name: 'A dry-run flag for imports' }).waitFor()
  expect(await statusOf(scene, first)).toBe('resolved')
  await tab.keyboard.press('a')
  await tab
    .getByText(feedbackStrings.inbox.noFeedbackYet)
    .or(tab.getByText('Archived: A dry-run flag for imports'))
    .first()
    .waitFor()
  expect(await statusOf(scene, second)).toBe('archived')
})

pageTest('kind and status filter, live in the address, and can be cleared', async (scene) => {
  await report(scene, { title: 'Login with a passkey fails in Safari' })
  const tab = await (await scene.visit()).open('/feedback')
  await list(tab).getByRole('link').first().waitFor()
  await tab.getByRole('combobox', { name: 'Kind' }).selectOption('praise')
  await tab.getByText(feedbackStrings.inbox.noMatches).waitFor()
  await expectSoon(() => new URL(tab.url()).search, '?kind=praise')
  await tab.reload()
  await tab.getByText(feedbackStrings.inbox.noMatches).waitFor()
  await tab.getByRole('link', { name: 'Clear filters' }).click()
  await list(tab).getByRole('link').first().waitFor()
  await expectSoon(() => new URL(tab.url()).search, '')
})

pageTest('a token is shown once, works, and stops working when deleted', async (scene) => {
  await report(scene, { title: 'Login with a passkey fails in Safari' })
  const tab = await (await scene.visit()).open('/feedback')
  await tab.getByRole('button', { name: 'Tokens' }).click()
  await tab.getByRole('button', { name: 'New token' }).click()
  const secret = await tab.getByText(/^nfb_[0-9a-f]+$/).textContent()
  await expectPresentable(tab, 'feedback token')
  const send = () =>
    fetch(`${scene.herald.url}/v1/feedback`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'By token.' }),
    })
  expect((await send()).status).toBe(202)
  await tab.getByRole('button', { name: kitStrings.shownOnce.copied }).click()
  await tab.getByRole('button', { name: /^Revoke nfb_/ }).waitFor()
  expect(await tab.content()).not.toContain(secret)
  await tab.getByRole('button', { name: /^Revoke nfb_/ }).click()
  await tab.getByRole('button', { name: feedbackStrings.tokens.revokeToken }).click()
  await tab.getByText('No tokens yet.').waitFor()
  expect((await send()).status).toBe(401)
})

pageTest('a member sees no tokens', async (scene) => {
  await report(scene, { title: 'Login with a passkey fails in Safari' })
  const tab = await (await scene.visit('member')).open('/feedback')
  await tab.getByRole('button', { name: feedbackStrings.connect.connectAgents }).waitFor()
  expect(await tab.getByRole('button', { name: 'Tokens' }).count()).toBe(0)
})

pageTest('on a narrow screen a report replaces the list and links back to it', async (scene) => {
  await report(scene, { title: 'Login with a passkey fails in Safari' })
  const tab = await (await scene.visit()).open('/feedback')
  await tab.setViewportSize(narrow)
  await list(tab).getByRole('link').click()
  await detail(tab).waitFor()
  expect(await list(tab).isVisible()).toBe(false)
  await tab.getByRole('link', { name: feedbackStrings.detail.allReports }).click()
  await list(tab).getByRole('link').waitFor()
})
