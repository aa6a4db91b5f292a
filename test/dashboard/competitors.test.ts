import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as importStrings from '../../src/dashboard/kit/import/strings.ts'
import * as competitorsStrings from '../../src/dashboard/visibility/competitors/strings.ts'
import { answerWith } from './support/answers.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'
import { addCompetitors, addTracked } from './support/visibility.ts'

const rowOf = (tab: Page, name: string) => tab.getByRole('row').filter({ hasText: name })

async function namesOf({ team }: Scene, projectId: string) {
  const { body } = await team.call('GET', `/v1/projects/${projectId}/geo/competitors`)
  return body.competitors.map(({ name }: { name: string }) => name)
}

pageTest('the shortcut c adds a competitor with its website and other names', async (scene) => {
  const project = await addTracked(scene)
  const tab = await (await scene.visit()).open('/geo/competitors')
  await tab.getByRole('heading', { name: competitorsStrings.competitorsPage.noCompetitorsYet }).waitFor()
  await expectPresentable(tab, 'no competitors')
  await tab.keyboard.press('c')
  const dialog = tab.getByRole('dialog', { name: competitorsStrings.competitorDialog.addCompetitor })
  await dialog.getByLabel('Name', { exact: true }).fill('Beta')
  await dialog.getByLabel('Website').fill('https://www.beta.example/pricing')
  await dialog.getByLabel('Other names').fill('Beta Log,  BL ')
  await expectPresentable(tab, 'competitor dialog')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await rowOf(tab, 'Beta').getByText('beta.example').waitFor()
  await expectSoon(() => rowOf(tab, 'Beta').getByText('Beta Log, BL').count(), 1)
  expect(await namesOf(scene, project.id)).toEqual(['Beta'])
})

pageTest('a website that is none is refused with the label of its field, without null', async (scene) => {
  await addTracked(scene)
  const { faults, open } = await scene.visit()
  faults.expect(refusal(400, '/v1/projects/:id/geo/competitors'))
  const tab = await open('/geo/competitors')
  await tab.getByRole('heading', { name: competitorsStrings.competitorsPage.noCompetitorsYet }).waitFor()
  await tab.keyboard.press('c')
  const dialog = tab.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Beta')
  await dialog.getByLabel('Website').fill('no host')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expectSoon(
    () => dialog.getByRole('alert').textContent(),
    'Website must be a host such as acme.com, or empty',
  )
})

pageTest('a missing name is explained below its field, not in a bubble of the browser', async (scene) => {
  await addTracked(scene)
  const tab = await (await scene.visit()).open('/geo/competitors')
  await tab.getByRole('heading', { name: competitorsStrings.competitorsPage.noCompetitorsYet }).waitFor()
  await tab.keyboard.press('c')
  const dialog = tab.getByRole('dialog')
  const name = dialog.getByLabel('Name', { exact: true })
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expectSoon(() => dialog.getByRole('alert').allTextContents(), ['Fill in this field.'])
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
  await name.fill('B')
  await expectSoon(() => dialog.getByRole('alert').count(), 0)
})

pageTest('a competitor is renamed in its row', async (scene) => {
  const project = await addCompetitors(scene)
  const tab = await (await scene.visit()).open('/geo/competitors')
  await tab.getByRole('button', { name: 'More actions for Beta' }).click()
  await tab.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = tab.getByRole('dialog', { name: 'Edit “Beta”' })
  await dialog.getByLabel('Name', { exact: true }).fill('Betalog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rowOf(tab, 'Betalog').waitFor()
  expect(await namesOf(scene, project.id)).toEqual(['Betalog', 'Northlight'])
})

pageTest('a competitor is deleted after a confirmation', async (scene) => {
  const project = await addCompetitors(scene)
  const tab = await (await scene.visit()).open('/geo/competitors')
  await tab.getByRole('button', { name: 'More actions for Beta' }).click()
  await tab.getByRole('menuitem', { name: 'Delete' }).click()
  await tab
    .getByRole('dialog', { name: 'Delete “Beta”' })
    .getByRole('button', { name: competitorsStrings.deleteCompetitor.deleteCompetitor })
    .click()
  await rowOf(tab, 'beta.example').waitFor({ state: 'detached' })
  expect(await namesOf(scene, project.id)).toEqual(['Northlight'])
})

pageTest('selected suggestions of a model are tracked', async (scene) => {
  const project = await addCompetitors(scene)
  const visitor = await scene.visit()
  await answerWith(visitor.context, '/v1/projects/:id/geo/competitors/suggestions', 200, {
    domain: 'acme.com',
    field: 'changelogs',
    competitors: [
      { name: 'Beta', domain: null, description: null, confidence: 'high' },
      {
        name: 'Ledgerly',
        domain: 'ledgerly.example',
        description: 'Ledgers of releases.',
        confidence: 'high',
      },
      { name: 'Patchnote', domain: null, description: null, confidence: 'medium' },
    ],
  })
  const tab = await visitor.open('/geo/competitors')
  await tab.getByRole('button', { name: 'Suggest' }).click()
  const dialog = tab.getByRole('dialog', { name: competitorsStrings.competitorsPage.suggestCompetitors })
  await expectSoon(() => dialog.getByLabel('Your website').inputValue(), 'acme.com')
  await dialog.getByRole('button', { name: 'Suggest' }).click()
  const found = tab.getByRole('dialog', { name: competitorsStrings.suggestDialog.suggestedCompetitors })
  await found.getByText('1 selected').waitFor()
  await expectSoon(() => found.getByRole('checkbox').count(), 2)
  await expectPresentable(tab, 'suggested competitors')
  await found.getByRole('button', { name: 'Add' }).click()
  await rowOf(tab, 'Ledgerly').waitFor()
  expect(await namesOf(scene, project.id)).toEqual(['Beta', 'Northlight', 'Ledgerly'])
})

pageTest('without a model the suggestion dialog says so', async (scene) => {
  await addCompetitors(scene)
  const visitor = await scene.visit()
  const route = '/v1/projects/:id/geo/competitors/suggestions'
  await answerWith(visitor.context, route, 503, { error: 'No model is set up.' })
  visitor.faults.expect(refusal(503, route))
  const tab = await visitor.open('/geo/competitors?suggest')
  const dialog = tab.getByRole('dialog')
  await expectSoon(() => dialog.getByLabel('Your website').inputValue(), 'acme.com')
  await dialog.getByRole('button', { name: 'Suggest' }).click()
  await dialog.getByRole('alert').getByText('No model is set up.').waitFor()
})

pageTest('a file is imported, and its errors are listed by line', async (scene) => {
  const project = await addCompetitors(scene)
  const tab = await (await scene.visit()).open('/geo/competitors')
  await tab.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = tab.getByRole('dialog', { name: competitorsStrings.importCompetitors.importCompetitors })
  await dialog
    .getByLabel(importStrings.importDialog.paste)
    .fill('name,domain,kind\nLedgerly,ledgerly.example,direct\nPatchnote,,strange')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await dialog.getByText(/^Line 3: /).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await rowOf(tab, 'Ledgerly').waitFor()
  expect(await namesOf(scene, project.id)).toContain('Ledgerly')
})
