import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as skillsStrings from '../../src/dashboard/content/skills/strings.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const dialog = (tab: Page) => tab.getByRole('dialog')
const field = (tab: Page, name: string) => tab.getByLabel(name, { exact: true })
const button = (tab: Page, name: string) => tab.getByRole('button', { name })
const row = (tab: Page, name: string) => tab.getByRole('row').filter({ hasText: name })
const read = async ({ team }: Scene, name: string) =>
  (await team.call('GET', `/v1/skills/${name}`)).body.skill

const houseStyle = { name: 'house-style', description: 'How we write.', content: '# House style\n' }
const addHouseStyle = ({ team }: Scene) => team.call('POST', '/v1/skills', houseStyle)

async function openSkills(scene: Scene, path = '/skills') {
  const visitor = await scene.visit('member')
  return { visitor, tab: await visitor.open(path) }
}

pageTest('each skill says whether its text is built in', async (scene) => {
  await addHouseStyle(scene)
  await scene.team.call('PATCH', '/v1/skills/twitter', { content: 'Be brief.' })
  const { tab } = await openSkills(scene)
  await row(tab, 'house-style').getByText('Custom').waitFor()
  await row(tab, 'twitter').getByText('Edited').waitFor()
  await row(tab, 'linkedin').getByText('Built in').waitFor()
})

pageTest('an edit of a built-in skill is saved with Ctrl S and can be restored', async (scene) => {
  const before = await read(scene, 'changelog')
  const { tab } = await openSkills(scene, '/skills/changelog')
  await tab.getByText('Built in').waitFor()
  await expectSoon(() => field(tab, 'Instructions').inputValue(), before.content)
  expect(await field(tab, 'Name').count()).toBe(0)
  await expectSoon(() => button(tab, 'Save').isDisabled(), true)
  await field(tab, 'Instructions').fill('# Ours\n\nBe brief.\n')
  await tab.keyboard.press('Control+s')
  await tab.getByText('changelog saved.').waitFor()
  await tab.getByText('Edited').waitFor()
  expect((await read(scene, 'changelog')).content).toBe('# Ours\n\nBe brief.\n')
  await button(tab, 'Restore built-in text').click()
  await dialog(tab).getByText('Your changes to changelog are lost.').waitFor()
  await dialog(tab).getByRole('button', { name: 'Restore' }).click()
  await tab.getByText('Built in').waitFor()
  await expectSoon(() => field(tab, 'Instructions').inputValue(), before.content)
  expect(await read(scene, 'changelog')).toEqual(before)
})

pageTest('a new skill is added, and opened', async (scene) => {
  const { visitor, tab } = await openSkills(scene)
  await row(tab, 'changelog').waitFor()
  await tab.keyboard.press('n')
  visitor.faults.expect(refusal(409, '/v1/skills'))
  await dialog(tab).getByLabel('Name').fill('twitter')
  await dialog(tab).getByLabel('Description').fill('How we write.')
  await dialog(tab).getByLabel('Instructions').fill('# House style\n')
  await dialog(tab).getByRole('button', { name: skillsStrings.newSkill.createSkill }).click()
  await dialog(tab).getByRole('alert').getByText('A skill named "twitter" already exists').waitFor()
  await expectPresentable(tab, 'skills new')
  await dialog(tab).getByLabel('Name').fill('house-style')
  await dialog(tab).getByRole('button', { name: skillsStrings.newSkill.createSkill }).click()
  await tab.getByRole('heading', { level: 1, name: 'house-style' }).waitFor()
  expect(await read(scene, 'house-style')).toMatchObject(houseStyle)
})

pageTest('a custom skill can be renamed and is found by its new name', async (scene) => {
  await addHouseStyle(scene)
  const { visitor, tab } = await openSkills(scene, '/skills/house-style')
  visitor.faults.expect(refusal(400, '/v1/skills/:name'))
  await field(tab, 'Name').fill('House Style')
  await button(tab, 'Save').click()
  await tab.getByRole('alert').getByText('name must contain lowercase letters').waitFor()
  await field(tab, 'Name').fill('our-style')
  await button(tab, 'Save').click()
  await tab.getByRole('heading', { level: 1, name: 'our-style' }).waitFor()
  await expectSoon(() => new URL(tab.url()).pathname, `/app/${scene.team.slug}/skills/our-style`)
  expect(await read(scene, 'our-style')).toMatchObject({ ...houseStyle, name: 'our-style' })
})

pageTest('an unsaved edit is saved when the page is left', async (scene) => {
  await addHouseStyle(scene)
  const { tab } = await openSkills(scene, '/skills/house-style')
  await field(tab, 'Description').fill('How all of us write.')
  await tab.getByRole('link', { name: 'Skills' }).first().click()
  await row(tab, 'How all of us write.').waitFor()
  expect((await read(scene, 'house-style')).description).toBe('How all of us write.')
})

pageTest(
  'a custom skill is deleted after a confirmation; a built-in one cannot be deleted',
  async (scene) => {
    await addHouseStyle(scene)
    const { tab } = await openSkills(scene, '/skills/house-style')
    await button(tab, 'Delete').click()
    await dialog(tab).getByRole('button', { name: skillsStrings.confirms.deleteSkill }).click()
    await tab.getByRole('heading', { level: 1, name: 'Skills' }).waitFor()
    await row(tab, 'changelog').waitFor()
    await expectSoon(() => row(tab, 'house-style').count(), 0)
    await tab.getByRole('link', { name: 'changelog' }).click()
    await field(tab, 'Instructions').waitFor()
    expect(await button(tab, 'Delete').count()).toBe(0)
  },
)
