import { describe, expect } from 'bun:test'
import * as importStrings from '../../src/dashboard/kit/import/strings.ts'
import * as promptsStrings from '../../src/dashboard/visibility/prompts/strings.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { addAsked, asked } from './support/prompts.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const listed = [...asked].reverse()

async function openPrompts(scene: Scene, query = '') {
  const { project, geo } = await addAsked(scene)
  const visitor = await scene.visit('member')
  const tab = await visitor.open(`/geo/prompts${query}`)
  await tab.getByRole('heading', { level: 1, name: 'Prompts' }).waitFor()
  const prompts = async (): Promise<{ prompt: string; enabled: boolean; tags: string[]; source: string }[]> =>
    (await visitor.person.call('GET', `${geo}/prompts`)).body.prompts
  const own = async () => (await prompts()).filter(({ source }) => source === 'custom')
  return { ...visitor, tab, geo, project, prompts: own }
}

describe('the list', () => {
  pageTest('shows the intent of each prompt, and how many engines name the brand', async (scene) => {
    const { tab } = await openPrompts(scene)
    const best = tab.getByRole('row').filter({ hasText: 'best changelog tools' })
    await best.getByText('2 of 2').waitFor()
    await best.getByText('List', { exact: true }).waitFor()
    const other = tab.getByRole('row').filter({ hasText: 'alternatives to Beta' })
    await other.getByText('1 of 2').waitFor()
    await other.getByText('Comparison').waitFor()
    await tab
      .getByRole('row')
      .filter({ hasText: 'how to write release notes' })
      .getByText('No answers yet')
      .waitFor()
  })

  pageTest('is filtered by text, intent, tag and source, in the URL', async (scene) => {
    const { tab } = await openPrompts(scene)
    const shown = async () => (await tab.locator('[data-row]').allInnerTexts()).slice(0, 9)
    await tab.getByLabel('Filter by text').waitFor()
    await tab.keyboard.press('/')
    await tab.keyboard.type('release notes')
    await expectSoon(shown, ['how to write release notes'])
    await tab.getByLabel('Filter by text').fill('')
    await tab.getByLabel('Source', { exact: true }).selectOption('Added')
    await tab.getByLabel('Intent').selectOption('Comparison')
    await expectSoon(shown, ['alternatives to Beta'])
    await tab.reload()
    await expectSoon(shown, ['alternatives to Beta'])
    await tab.getByLabel('Intent').selectOption('All intents')
    await tab.getByLabel('Tag', { exact: true }).selectOption('buying')
    await expectSoon(shown, ['best changelog tools'])
    await tab.getByLabel('Intent').selectOption('Comparison')
    await tab.getByText(promptsStrings.promptList.noMatches).waitFor()
    await tab.getByRole('button', { name: 'Clear filters' }).click()
    await tab.getByLabel('Source', { exact: true }).selectOption('Added')
    await expectSoon(
      shown,
      listed.map(({ prompt }) => prompt),
    )
  })

  pageTest('pauses and resumes a prompt', async (scene) => {
    const { tab, prompts } = await openPrompts(scene)
    const pause = tab.getByRole('switch', { name: 'Include alternatives to Beta in scans' })
    await pause.click()
    const isAsked = async () =>
      (await prompts()).find(({ prompt }) => prompt === 'alternatives to Beta')?.enabled
    await expectSoon(isAsked, false)
    await expectSoon(() => pause.isChecked(), false)
    await pause.click()
    await expectSoon(isAsked, true)
    await expectSoon(() => pause.isChecked(), true)
  })

  pageTest('adds a prompt with the shortcut p, and shows why one is refused', async (scene) => {
    const { tab, faults, prompts } = await openPrompts(scene)
    await tab.getByRole('switch', { name: 'Include alternatives to Beta in scans' }).waitFor()
    await tab.keyboard.press('p')
    const dialog = tab.getByRole('dialog')
    await dialog.getByLabel('Prompt').fill('Best changelog tools')
    await dialog.getByLabel('Tags').fill('Hosting, hosting')
    faults.expect(refusal(409, '/v1/projects/:id/geo/prompts'))
    await dialog.getByRole('button', { name: 'Add prompt' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Prompt').fill('which changelog server can I host myself')
    await dialog.getByRole('button', { name: 'Add prompt' }).click()
    await tab.getByRole('button', { name: 'which changelog server can I host myself', exact: true }).waitFor()
    expect((await prompts())[0]).toMatchObject({
      prompt: 'which changelog server can I host myself',
      tags: ['hosting'],
    })
  })

  pageTest('tags and deletes the selected prompts', async (scene) => {
    const { tab, prompts } = await openPrompts(scene)
    await tab.getByLabel('Select alternatives to Beta').check()
    await tab.getByLabel('Select best changelog tools').check()
    await tab.getByText('2 selected').waitFor()
    await expectPresentable(tab, 'prompts selected')
    await tab.getByRole('button', { name: 'Tag' }).click()
    await tab.getByRole('dialog').getByLabel('Tags').fill('2026')
    await tab.getByRole('dialog').getByRole('button', { name: 'Tag' }).click()
    await tab.getByText('2 prompts tagged.').waitFor()
    const tags = async () => Object.fromEntries((await prompts()).map((each) => [each.prompt, each.tags]))
    await expectSoon(tags, {
      'how to write release notes': [],
      'alternatives to Beta': ['2026'],
      'best changelog tools': ['buying', '2026'],
    })
    await tab.getByLabel('Select alternatives to Beta').check()
    await tab.getByRole('button', { name: 'Delete', exact: true }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await tab.getByText('1 prompt deleted.').waitFor()
    expect((await prompts()).map(({ prompt }) => prompt)).toEqual([
      'how to write release notes',
      'best changelog tools',
    ])
  })

  pageTest('deletes one', async (scene) => {
    const { tab, prompts } = await openPrompts(scene)
    await tab.getByRole('button', { name: 'Delete how to write release notes' }).click()
    await tab
      .getByRole('dialog')
      .getByRole('button', { name: promptsStrings.deletePrompt.deletePrompt })
      .click()
    await tab.getByText(promptsStrings.deletePrompt.promptDeleted).waitFor()
    expect((await prompts()).length).toBe(2)
  })

  pageTest('previews a file with its errors by line, and imports it', async (scene) => {
    const { tab, prompts } = await openPrompts(scene)
    await tab.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = tab.getByRole('dialog')
    const csv =
      'prompt,enabled\nbest changelog tools,yes\nself-hosted changelog server,no\nchangelog for apps,perhaps\n'
    await dialog.getByLabel('File').setInputFiles({
      name: 'prompts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    })
    await expectSoon(() => dialog.getByLabel(importStrings.importDialog.paste).inputValue(), csv)
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('Line 4').waitFor()
    await expectPresentable(tab, 'prompts to import')
    expect((await prompts()).length).toBe(3)
    await dialog.getByRole('button', { name: 'Import 1' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await tab.getByRole('button', { name: 'self-hosted changelog server', exact: true }).waitFor()
    expect((await prompts()).find(({ prompt }) => prompt.startsWith('self'))?.enabled).toBe(false)
  })
})
