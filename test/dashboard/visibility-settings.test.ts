import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as dataStrings from '../../src/dashboard/data/strings.ts'
import * as settingsStrings from '../../src/dashboard/visibility/settings/strings.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { hold } from './support/answers.ts'
import { addBrand } from './support/brands.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { addBareProject, addTrackedProject } from './support/projects.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const route = '/v1/projects/:id/geo/settings'

/** The settings of a project as somebody sees them, and as the API has them. */
async function openSettings(scene: Scene, project: { id: string; geo: string }) {
  const visitor = await scene.visit('member')
  const tab = await visitor.open(`/geo/settings?project=${project.id}`)
  await tab.getByLabel('Company name').waitFor()
  const settings = async () => (await visitor.person.call('GET', `${project.geo}/settings`)).body.settings
  return { ...visitor, tab, settings }
}

async function openTracked(scene: Scene) {
  return openSettings(scene, await addTrackedProject(scene))
}

const says = (tab: Page, words: RegExp) => tab.getByRole('status').filter({ hasText: words }).waitFor()
const saved = (tab: Page) => says(tab, /^Saved$/)

describe('before the first save', () => {
  pageTest('Herald proposes the brand in English, and saves it on request', async (scene) => {
    const { tab, settings } = await openSettings(scene, await addBareProject(scene))
    await expectSoon(() => tab.getByLabel('Company name').inputValue(), 'Acme Inc.')
    expect(await settings()).toBeNull()
    await expectPresentable(tab, 'visibility settings proposed')
    await tab.getByRole('button', { name: settingsStrings.visibilitySettingsPage.saveSettings }).click()
    await saved(tab)
    expect(await settings()).toMatchObject({
      companyName: 'Acme Inc.',
      languages: ['en'],
      enabled: false,
      scanIntervalHours: 24,
    })
    await expectSoon(() => tab.getByText('Nothing is tracked yet.').count(), 0)
  })

  pageTest('the first change creates the settings', async (scene) => {
    const { tab, settings } = await openSettings(scene, await addBareProject(scene))
    await tab.getByRole('button', { name: 'Weekly' }).click()
    await saved(tab)
    expect(await settings()).toMatchObject({ companyName: 'Acme Inc.', scanIntervalHours: 168 })
  })
})

describe('a change is saved by itself', () => {
  pageTest('names, domains and paths when the user pauses', async (scene) => {
    const { tab, settings } = await openTracked(scene)
    const letGo = await hold(tab, route)
    await tab.getByLabel('Company name').fill('Acme Works')
    await says(tab, /^Saving$/)
    await letGo()
    await tab.getByLabel('Other names').fill('Acme\n\n AcmeWorks \nAcme')
    await tab.getByLabel(settingsStrings.brandFields.otherDomains).fill('acme.dev')
    await tab.getByLabel(settingsStrings.brandFields.conversionPaths).fill('/sign-up\n/buy')
    await tab.getByLabel('Company name').focus()
    await saved(tab)
    expect(await settings()).toMatchObject({
      companyName: 'Acme Works',
      aliases: ['Acme', 'AcmeWorks'],
      domains: ['acme.dev'],
      conversionPaths: ['/sign-up', '/buy'],
    })
    // What was typed stays as it was typed.
    await expectSoon(() => tab.getByLabel('Other names').inputValue(), 'Acme\n\n AcmeWorks \nAcme')
  })

  pageTest('languages, engines and interval immediately', async (scene) => {
    const { tab, settings } = await openTracked(scene)
    await tab.getByLabel(settingsStrings.languageFields.addLanguage).selectOption('German')
    await tab.getByRole('button', { name: 'Remove German' }).waitFor()
    await tab.getByLabel('GPT-5.5').check()
    await tab.getByRole('button', { name: '3 days' }).click()
    await tab.getByRole('switch', { name: 'Automatic scans: Off' }).check()
    await saved(tab)
    await expectSoon(settings, expect.objectContaining({ enabled: true }))
    expect(await settings()).toMatchObject({
      languages: ['en', 'de'],
      engines: ['openai/gpt-5.6-sol', 'anthropic/claude-sonnet-5', 'openai/gpt-5.5'],
      scanIntervalHours: 72,
      enabled: true,
    })
    await tab.reload()
    await tab.getByRole('button', { name: '3 days', pressed: true }).waitFor()
    await tab.getByLabel(settingsStrings.languageFields.promptLanguage).selectOption('German')
    await tab.getByRole('button', { name: 'Remove English' }).click()
    await expectSoon(async () => (await settings()).languages, ['de'])
  })

  pageTest('a refused value shows its error and does not block the others', async (scene) => {
    const { tab, faults, settings } = await openTracked(scene)
    faults.expect(refusal(400, route))
    await tab.getByLabel(settingsStrings.brandFields.otherDomains).fill('no domain')
    await tab.getByLabel('Company name').focus()
    await says(tab, /^Not saved$/)
    await tab.getByRole('button', { name: 'Weekly' }).click()
    await expectSoon(async () => (await settings()).scanIntervalHours, 168)
    expect((await settings()).domains).toEqual(['docs.acme.com'])
  })
})

pageTest('nothing is saved without a company name, then everything', async (scene) => {
  const { tab, settings } = await openTracked(scene)
  await tab.getByLabel('Company name').fill('')
  await says(tab, /^Enter a company name$/)
  await tab.getByRole('button', { name: 'Weekly' }).click()
  await tab.getByLabel('Name', { exact: true }).fill('Acme everywhere')
  await tab.getByLabel('Company name').focus()
  // The project has a name of its own, which is saved meanwhile.
  const projectName = async () => (await scene.team.call('GET', '/v1/projects')).body.projects[0].name
  await expectSoon(projectName, 'Acme everywhere')
  expect(await settings()).toMatchObject({ companyName: 'Acme', scanIntervalHours: 24 })
  await tab.getByLabel('Company name').fill('Acme Works')
  await saved(tab)
  expect(await settings()).toMatchObject({ companyName: 'Acme Works', scanIntervalHours: 168 })
})

describe('engines', () => {
  pageTest('are three for each provider and the selected ones, and more on request', async (scene) => {
    const { tab } = await openTracked(scene)
    const openai = tab.getByRole('region', { name: 'OpenAI' })
    await openai.getByText('Set OPENAI_API_KEY').first().waitFor()
    const count = await openai.getByRole('checkbox').count()
    await expectSoon(() => openai.getByRole('checkbox', { checked: true }).count(), 1)
    await openai.getByRole('button', { name: 'more from OpenAI' }).click()
    expect(await openai.getByRole('checkbox').count()).toBeGreaterThan(count)
    expect(await tab.getByRole('region', { name: 'Mistral AI' }).count()).toBe(0)
    await tab.getByRole('button', { name: 'more providers' }).click()
    await tab.getByRole('region', { name: 'Mistral AI' }).waitFor()
  })

  pageTest('are found by their names', async (scene) => {
    const { tab } = await openTracked(scene)
    await tab.getByLabel(settingsStrings.engineFields.findEngine).fill('mistral small')
    await tab.getByLabel('Mistral Small').waitFor()
    await expectSoon(() => tab.getByRole('region', { name: 'OpenAI' }).count(), 0)
    await tab.getByLabel(settingsStrings.engineFields.findEngine).fill('no such engine')
    await tab.getByText(settingsStrings.engineFields.noMatchingEngine).waitFor()
  })

  pageTest('that store data are included only on request', async (scene) => {
    const { tab, settings } = await openTracked(scene)
    await tab.getByLabel(settingsStrings.engineFields.findEngine).fill('perplexity')
    await tab.getByLabel('Perplexity Sonar').check()
    await tab.getByLabel(settingsStrings.engineFields.zeroRetention).check()
    await saved(tab)
    const approval = tab
      .getByRole('region', { name: 'Perplexity' })
      .getByLabel(settingsStrings.engineRow.includeAnyway)
    await approval.check()
    await expectSoon(async () => (await settings()).nonZdrApprovedEngines, ['perplexity/sonar'])
    expect((await settings()).enforceZdr).toBe(true)
    await expectPresentable(tab, 'visibility settings retention')
  })

  pageTest('cannot be limited to zero retention if the operator does not allow it', async (scene) => {
    await setLimits(scene.herald.ctx, scene.team.id, { zeroDataRetention: false })
    const { tab, settings } = await openTracked(scene)
    const box = tab.getByLabel(settingsStrings.engineFields.zeroRetention)
    // It does not stay as it was clicked.
    await box.click()
    await tab.getByText(dataStrings.visibilitySettings.noZeroRetention).waitFor()
    await expectSoon(() => box.isChecked(), false)
    expect((await settings()).enforceZdr).toBe(false)
  })
})

describe('the project', () => {
  pageTest('can get another brand, whose website is tracked', async (scene) => {
    await addBrand(scene, { name: 'Acme Labs', websiteUrl: 'https://labs.acme.com' })
    const { tab } = await openTracked(scene)
    await tab.getByRole('combobox', { name: 'Brand' }).selectOption('Acme Labs')
    await saved(tab)
    await expectSoon(() => tab.getByLabel('Website').inputValue(), 'https://labs.acme.com')
    await expectSoon(() => tab.getByLabel('Website').isEditable(), false)
  })

  pageTest('cannot be deleted if it is the last', async (scene) => {
    const { tab, faults } = await openTracked(scene)
    faults.expect(refusal(409, '/v1/projects/:id'))
    await tab.getByRole('button', { name: settingsStrings.deleteProject.deleteProject }).click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByText('all scans with their answers').waitFor()
    await dialog.getByRole('button', { name: settingsStrings.deleteProject.deleteProject }).click()
    await dialog.getByText('The last project cannot be deleted: create another one first').waitFor()
    await expectPresentable(tab, 'visibility settings last project')
  })

  pageTest('is deleted, and another project is shown', async (scene) => {
    await addTrackedProject(scene)
    const second = await addBareProject(scene, 'Acme in Europe')
    const { tab } = await openSettings(scene, second)
    await tab.getByRole('button', { name: settingsStrings.deleteProject.deleteProject }).click()
    await tab
      .getByRole('dialog')
      .getByRole('button', { name: settingsStrings.deleteProject.deleteProject })
      .click()
    await tab.getByText('Acme in Europe deleted.').waitFor()
    await tab.getByRole('heading', { level: 1, name: 'Visibility' }).waitFor()
    const projects = (await scene.team.call('GET', '/v1/projects')).body.projects
    expect(projects.map(({ name }: { name: string }) => name)).toEqual(['Acme'])
  })
})
