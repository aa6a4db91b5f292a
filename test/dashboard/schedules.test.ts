import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as automationsStrings from '../../src/dashboard/content/automations/strings.ts'
import { addRun, addSchedule, connectRepository, pause } from './support/automations.ts'
import { refusal } from './support/faults.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectPresentable } from './support/looks.ts'
import { addPosts } from './support/posts.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const row = (tab: Page, name: string) => tab.getByRole('row').filter({ hasText: name })
const dialog = (tab: Page) => tab.getByRole('dialog')
const stored = async ({ team }: Scene) => (await team.call('GET', '/v1/schedules')).body.schedules

async function openSchedules(scene: Scene, path = '/schedules') {
  const visitor = await scene.visit('member')
  return { visitor, tab: await visitor.open(path) }
}

pageTest('a schedule shows its rhythm in words and its next run in local time', async (scene) => {
  await addSchedule(scene, await connectRepository(scene))
  const { tab } = await openSchedules(scene)
  await row(tab, 'Week at Acme').getByText('Fridays at 09:00 UTC').waitFor()
  const next = row(tab, 'Week at Acme').locator('time')
  await expectSoon(() => next.textContent(), 'Fri 10:00')
  await expectSoon(() => next.getAttribute('title'), 'Friday, 6 March 2026 at 10:00 (2026-03-06 09:00 UTC)')
})

pageTest('a new schedule is created by keyboard with the values of the form', async (scene) => {
  const other = await connectRepository(scene, 'acme/api')
  const repository = await connectRepository(scene)
  await addSchedule(scene, other)
  const { tab } = await openSchedules(scene)
  await row(tab, 'Week at Acme').waitFor()
  await tab.keyboard.press('n')
  await dialog(tab).getByLabel('Name').waitFor()
  await tab.keyboard.type('Month of Acme')
  await dialog(tab).getByLabel('acme/app').check()
  await dialog(tab).getByLabel('Frequency').selectOption('Every month')
  await dialog(tab).getByLabel('Day').selectOption('The 31st')
  await dialog(tab).getByLabel('Time (UTC)').fill('23:30')
  const said = dialog(tab).getByText('in your time zone (Berlin)')
  await expectSoon(
    () => said.textContent(),
    'At 00:30 in your time zone (Berlin), a day later. Months without that day are skipped.',
  )
  await dialog(tab).getByLabel('Period').selectOption('Last 30 days')
  await dialog(tab).getByLabel('Format').selectOption('Blog post')
  await dialog(tab).getByLabel(automationsStrings.outputFields.publishAutomatically).check()
  await dialog(tab).getByLabel('Instructions').fill('Thank who helped.')
  await expectPresentable(tab, 'schedules new')
  await expectKeyboardReachesAll(tab)
  await dialog(tab).getByLabel('Instructions').press('Control+Enter')
  await row(tab, 'Month of Acme').waitFor()
  const [made] = await stored(scene)
  expect(made).toMatchObject({
    name: 'Month of Acme',
    sourceConfig: { cron: { frequency: 'monthly', dayOfMonth: 31, hour: 23, minute: 30 } },
    targets: { repositoryIds: [repository] },
    outputType: 'blog_post',
    outputConfig: { instructions: 'Thank who helped.' },
    lookbackWindow: 'last_30_days',
    enabled: true,
    autoPublish: true,
  })
})

pageTest('a new schedule has the repository of the URL preselected', async (scene) => {
  await connectRepository(scene, 'acme/api')
  const repository = await connectRepository(scene)
  const { tab } = await openSchedules(scene, `/schedules?new=${repository}`)
  await dialog(tab).getByLabel('acme/app').waitFor()
  await expectSoon(() => dialog(tab).getByLabel('acme/app').isChecked(), true)
  await expectSoon(() => dialog(tab).getByLabel('acme/api').isChecked(), false)
  await dialog(tab).getByLabel('Name').press('Escape')
  await dialog(tab).waitFor({ state: 'detached' })
  await expectSoon(() => new URL(tab.url()).search, '')
})

pageTest(
  'without a repository the form links to connecting one, and its disabled button stays as it is under the pointer',
  async (scene) => {
    const { tab } = await openSchedules(scene, '/schedules?new')
    const way = dialog(tab).getByRole('link', { name: 'Connect a repository' })
    await expectSoon(() => way.getAttribute('href'), `/app/${scene.team.slug}/repositories?connect`)
    const create = dialog(tab).getByRole('button', { name: automationsStrings.scheduleDialog.createSchedule })
    await expectSoon(() => create.isDisabled(), true)
    const ground = () => create.evaluate((button) => getComputedStyle(button).backgroundColor)
    const before = await ground()
    await create.hover()
    await create.evaluate((button) =>
      Promise.all(button.getAnimations().map((animation) => animation.finished)),
    )
    expect(await ground()).toBe(before)
  },
)

pageTest('a duplicate is refused with the message of the API, and the form stays open', async (scene) => {
  const repository = await connectRepository(scene)
  await addSchedule(scene, repository)
  const { visitor, tab } = await openSchedules(scene, `/schedules?new=${repository}`)
  visitor.faults.expect(refusal(409, '/v1/schedules'))
  await dialog(tab).getByLabel('Name').fill('Once more')
  await dialog(tab).getByRole('button', { name: automationsStrings.scheduleDialog.createSchedule }).click()
  await dialog(tab).getByRole('alert').getByText('Duplicate schedule').waitFor()
  await expectSoon(() => dialog(tab).getByLabel('Name').inputValue(), 'Once more')
})

pageTest('an edit changes only its fields', async (scene) => {
  const repository = await connectRepository(scene)
  const outputConfig = { instructions: 'Be brief.', publishDestination: 'webflow' }
  await addSchedule(scene, repository, { enabled: false, outputConfig, lookbackWindow: 'yesterday' })
  const [before] = await stored(scene)
  const { tab } = await openSchedules(scene)
  await row(tab, 'Week at Acme').getByRole('link', { name: 'Week at Acme' }).click()
  await dialog(tab).getByLabel('Name').fill('Acme on Fridays')
  await dialog(tab).getByRole('button', { name: 'Save' }).click()
  await row(tab, 'Acme on Fridays').waitFor()
  const [after] = await stored(scene)
  expect(after).toEqual({ ...before, name: 'Acme on Fridays', updatedAt: after.updatedAt })
})

pageTest('the switch disables and enables a schedule, and a disabled one has no next run', async (scene) => {
  await addSchedule(scene, await connectRepository(scene))
  const { tab } = await openSchedules(scene)
  const toggle = tab.getByRole('switch', { name: 'Enable Week at Acme' })
  await toggle.click()
  await row(tab, 'Week at Acme').getByText('Disabled').waitFor()
  expect((await stored(scene))[0].enabled).toBe(false)
  await expectSoon(() => tab.getByRole('button', { name: 'Run now: Week at Acme' }).isDisabled(), true)
  await toggle.click()
  await row(tab, 'Week at Acme').getByText('Next: Fri 10:00').waitFor()
  expect((await stored(scene))[0].enabled).toBe(true)
})

pageTest('a schedule paused by failures says why and can be enabled again', async (scene) => {
  const id = await addSchedule(scene, await connectRepository(scene))
  await pause(scene, id)
  const { tab } = await openSchedules(scene)
  await tab.getByText('Three runs in a row failed. It is paused.').waitFor()
  await tab.getByRole('button', { name: 'Resume' }).click()
  await tab.getByText('Three runs in a row failed.').waitFor({ state: 'detached' })
  expect((await stored(scene))[0].enabled).toBe(true)
})

pageTest('a schedule that cannot be enabled shows the message of the API below its row', async (scene) => {
  const repository = await connectRepository(scene)
  const id = await addSchedule(scene, repository)
  await scene.team.call('DELETE', `/v1/integrations/${repository}`)
  const { visitor, tab } = await openSchedules(scene)
  visitor.faults.expect(refusal(400, '/v1/schedules/:id'))
  await row(tab, 'Week at Acme').getByText('Disconnected').waitFor()
  await tab.getByRole('switch', { name: 'Enable Week at Acme' }).click()
  await tab
    .getByRole('alert')
    .getByText('Cannot enable schedule: one or more integrations have been deleted')
    .waitFor()
  expect((await stored(scene)).map((each: any) => [each.id, each.enabled])).toEqual([[id, false]])
})

pageTest('Run now starts a run and links to it', async (scene) => {
  const id = await addSchedule(scene, await connectRepository(scene))
  const { tab } = await openSchedules(scene)
  await tab.getByRole('button', { name: 'Run now: Week at Acme' }).click()
  const way = tab.getByRole('status').getByRole('link', { name: 'View run' })
  const address = await way.getAttribute('href')
  const { automations } = (
    await (await scene.team.person('owner', 'other')).call('GET', '/api/app/automations')
  ).body
  const [{ lastRun }] = automations
  expect(automations.map((each: any) => each.id)).toEqual([id])
  expect(address).toBe(`/app/${scene.team.slug}/activity/runs?open=${lastRun.id}`)
  await row(tab, 'Week at Acme').getByText('Failed').waitFor()
})

pageTest('the last result links to its post or says why there is none', async (scene) => {
  const repository = await connectRepository(scene)
  const [postId = ''] = await addPosts(scene, [{ title: 'Acme 1.4' }])
  const written = await addSchedule(scene, repository)
  await addRun(scene, { id: written, kind: 'schedule' }, { status: 'completed', postId })
  const quiet = await addSchedule(scene, repository, { name: 'Quiet', lookbackWindow: 'yesterday' })
  await addRun(scene, { id: quiet, kind: 'schedule' }, { status: 'skipped', error: 'Nothing happened.' })
  const { tab } = await openSchedules(scene)
  const post = row(tab, 'Week at Acme').getByRole('link', { name: 'Acme 1.4' })
  await expectSoon(() => post.getAttribute('href'), `/app/${scene.team.slug}/posts/${postId}`)
  await row(tab, 'Quiet').getByText('Skipped').waitFor()
  await row(tab, 'Quiet').getByText('Nothing happened.').waitFor()
})

pageTest('deleting asks for confirmation and says what remains', async (scene) => {
  await addSchedule(scene, await connectRepository(scene))
  const { tab } = await openSchedules(scene)
  await tab.getByRole('button', { name: 'More actions for Week at Acme' }).click()
  await tab.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(tab).getByText(automationsStrings.deletion.effect).waitFor()
  await expectPresentable(tab, 'schedules delete')
  await dialog(tab).getByRole('button', { name: automationsStrings.deletion.deleteSchedule }).click()
  await tab.getByText(automationsStrings.schedulesPage.noSchedulesYet).waitFor()
  expect(await stored(scene)).toEqual([])
})
