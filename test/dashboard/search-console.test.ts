import { expect } from 'bun:test'
import * as suggestionsStrings from '../../src/dashboard/visibility/prompts/suggestions/strings.ts'
import { createSearchConsole } from '../../src/net/search-console.ts'
import { queryRow, startGoogle } from '../support/google.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { addTracked } from './support/visibility.ts'

/** The suggestions of a project, on a server that is registered at a scripted Google. */
async function openSuggestions(scene: Scene, role: 'owner' | 'member' = 'owner') {
  const { ctx, url } = scene.herald
  const google = startGoogle(url)
  google.script.rows = [queryRow('changelog generator for github', 10, 900, 11.2)]
  ctx.searchConsole = createSearchConsole({ google: google.config, appUrl: url })
  // Prompts are made by rules.
  ctx.models = { ...ctx.models, small: null }
  const project = await addTracked(scene)
  const visitor = await scene.visit(role)
  return { ...visitor, google, project, tab: await visitor.open('/geo/prompts?tab=suggestions') }
}

pageTest('search console is connected, synced, asked to connect again, and disconnected', async (scene) => {
  const { tab, google, faults } = await openSuggestions(scene)
  faults.expect(new RegExp(`A request to another host: ${google.url}/authorize`))
  await tab.getByText(suggestionsStrings.texts.noneYet).waitFor()
  await expectPresentable(tab, 'search console not connected')
  await tab.getByRole('link', { name: suggestionsStrings.texts.connect }).click()
  await tab.getByText('Choose the property of this project.').waitFor()
  await tab.getByRole('button', { name: suggestionsStrings.texts.chooseProperty }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByLabel('Property').selectOption('sc-domain:acme.com')
  await expectPresentable(tab, 'search console property')
  await dialog.getByRole('button', { name: suggestionsStrings.texts.chooseProperty }).click()
  await tab.getByRole('row').filter({ hasText: 'changelog generator' }).waitFor()
  await tab.getByText('sc-domain:acme.com Synced').waitFor()
  await expectPresentable(tab, 'search console active')
  google.refreshTokens.clear()
  await tab.getByRole('button', { name: 'Sync now' }).click()
  await tab.getByRole('link', { name: suggestionsStrings.texts.connectAgain }).waitFor()
  await tab.getByText('access ends after seven days').waitFor()
  await tab.getByRole('button', { name: suggestionsStrings.texts.menu }).click()
  await tab.getByRole('menuitem', { name: 'Disconnect' }).click()
  await tab.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await tab.getByRole('link', { name: suggestionsStrings.texts.connect }).waitFor()
  await tab.getByText(suggestionsStrings.texts.noneLeft).waitFor()
  expect(google.count('/revoke')).toBe(1)
})

pageTest('members see no button to connect search console', async (scene) => {
  const { tab } = await openSuggestions(scene, 'member')
  await tab.getByRole('button', { name: suggestionsStrings.importSuggestions.importSearchQueries }).waitFor()
  expect(await tab.getByRole('link', { name: suggestionsStrings.texts.connect }).count()).toBe(0)
})
