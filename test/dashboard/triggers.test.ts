import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as automationsStrings from '../../src/dashboard/content/automations/strings.ts'
import { addTrigger, connectRepository, pause } from './support/automations.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const dialog = (tab: Page) => tab.getByRole('dialog')
const stored = async ({ team }: Scene) => (await team.call('GET', '/v1/event-triggers')).body.eventTriggers

async function openTriggers(scene: Scene, path = '/triggers') {
  const visitor = await scene.visit('member')
  return { visitor, tab: await visitor.open(path) }
}

pageTest('a trigger is named by its events and says whether pre-releases count', async (scene) => {
  const repository = await connectRepository(scene)
  await addTrigger(scene, repository)
  const release = { eventTypes: ['release'], includePreReleases: false }
  await addTrigger(scene, repository, { sourceConfig: release })
  const { tab } = await openTriggers(scene)
  await tab.getByRole('link', { name: 'Each push and release' }).waitFor()
  const rows = tab.getByRole('row').filter({ hasText: 'acme/app' })
  await expectSoon(
    () => rows.locator('td:first-child').allInnerTexts(),
    ['Each release\nNo pre-releases', 'Each push and release\nIncluding pre-releases'],
  )
})

pageTest('a new trigger has the repository of the URL and releases preselected', async (scene) => {
  const repository = await connectRepository(scene)
  const { tab } = await openTriggers(scene, `/triggers?new=${repository}`)
  await dialog(tab).getByLabel('Pushes').check()
  await dialog(tab).getByLabel(automationsStrings.triggerDialog.includePreReleases).check()
  await expectPresentable(tab, 'triggers new')
  await dialog(tab).getByRole('button', { name: 'Create trigger' }).click()
  await tab.getByRole('link', { name: 'Each push and release' }).waitFor()
  expect(await stored(scene)).toMatchObject([
    {
      sourceConfig: { eventTypes: ['push', 'release'], includePreReleases: true },
      targets: { repositoryIds: [repository] },
      outputType: 'changelog',
      enabled: true,
      autoPublish: false,
    },
  ])
})

pageTest('a new trigger has the only repository preselected, and none of several', async (scene) => {
  await connectRepository(scene)
  const { tab } = await openTriggers(scene, '/triggers?new')
  await expectSoon(() => dialog(tab).getByLabel('acme/app').isChecked(), true)
  await connectRepository(scene, 'acme/site')
  await tab.reload()
  await dialog(tab).getByLabel('acme/site').waitFor()
  expect(await dialog(tab).getByLabel('acme/app').isChecked()).toBe(false)
})

pageTest('a trigger without an event or a repository cannot be created', async (scene) => {
  const repository = await connectRepository(scene)
  const { tab } = await openTriggers(scene, `/triggers?new=${repository}`)
  const create = dialog(tab).getByRole('button', { name: 'Create trigger' })
  await dialog(tab).getByLabel('acme/app').waitFor()
  await expectSoon(() => create.isDisabled(), false)
  await dialog(tab).getByLabel('Releases', { exact: true }).uncheck()
  await expectSoon(() => create.isDisabled(), true)
  await dialog(tab).getByText(automationsStrings.triggerDialog.selectEvent).waitFor()
  await dialog(tab).getByLabel('Pushes').check()
  await expectSoon(() => create.isDisabled(), false)
  await dialog(tab).getByLabel('acme/app').uncheck()
  await expectSoon(() => create.isDisabled(), true)
  await dialog(tab).getByText(automationsStrings.repositoryChoice.selectRepository).waitFor()
})

pageTest('a duplicate is refused with the message of the API', async (scene) => {
  const repository = await connectRepository(scene)
  const release = { eventTypes: ['release'], includePreReleases: false }
  await addTrigger(scene, repository, { sourceConfig: release })
  const { visitor, tab } = await openTriggers(scene, `/triggers?new=${repository}`)
  visitor.faults.expect(refusal(409, '/v1/event-triggers'))
  await dialog(tab).getByRole('button', { name: 'Create trigger' }).click()
  await dialog(tab).getByRole('alert').getByText('Duplicate event trigger').waitFor()
})

pageTest('an edit of a trigger keeps its other fields', async (scene) => {
  const repository = await connectRepository(scene)
  const outputConfig = { publishDestination: 'framer' }
  const id = await addTrigger(scene, repository, { enabled: false, autoPublish: true, outputConfig })
  const [before] = await stored(scene)
  const { tab } = await openTriggers(scene, `/triggers?edit=${id}`)
  await dialog(tab).getByLabel('Format').selectOption('LinkedIn post')
  await dialog(tab).getByRole('button', { name: 'Save' }).click()
  await tab.getByRole('cell', { name: 'LinkedIn post', exact: true }).waitFor()
  const [after] = await stored(scene)
  expect(after).toEqual({ ...before, outputType: 'linkedin_post', updatedAt: after.updatedAt })
})

pageTest('a paused trigger says why and can be enabled again', async (scene) => {
  await pause(scene, await addTrigger(scene, await connectRepository(scene)))
  const { tab } = await openTriggers(scene)
  await tab.getByText('Three runs in a row failed. It is paused.').waitFor()
  await tab.getByRole('button', { name: 'Resume' }).click()
  await tab.getByText('Three runs in a row failed.').waitFor({ state: 'detached' })
  expect((await stored(scene))[0].enabled).toBe(true)
})

pageTest('a trigger is deleted after a confirmation', async (scene) => {
  await addTrigger(scene, await connectRepository(scene))
  const { tab } = await openTriggers(scene)
  const name = 'Changelog for each push and release in acme/app'
  await tab.getByRole('button', { name: `More actions for ${name}` }).click()
  await tab.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(tab).getByRole('button', { name: automationsStrings.deletion.deleteTrigger }).click()
  await tab.getByText(automationsStrings.triggersPage.noTriggersYet).waitFor()
  expect(await stored(scene)).toEqual([])
})
