import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as brandStrings from '../../src/dashboard/content/brand/strings.ts'
import { atEnd } from '../support/cleanup.ts'
import { startSite } from '../support/site.ts'
import { acme, addBrand } from './support/brands.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { pageTest, type Scene } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const site = startSite({
  '/gone': new Response('', { status: 410 }),
  '/pricing': '<title>Pricing</title><p>The team plan costs $49 a month.</p>',
})
atEnd(site.stop)

const empty = brandStrings.facts.emptyText
const statement = 'Acme was founded in 2014.'
const dialog = (tab: Page) => tab.getByRole('dialog')
const section = (tab: Page) => tab.getByRole('region', { name: 'Facts' })

async function openFacts(scene: Scene) {
  const id = await addBrand(scene, acme)
  const path = `/v1/brand-identities/${id}/facts`
  const visitor = await scene.visit('member')
  const tab = await visitor.open(`/brand/${id}`)
  await section(tab).getByText(empty).waitFor()
  return { visitor, tab, path, list: async () => (await scene.team.call('GET', path)).body.facts }
}

async function add(tab: Page, value: string) {
  await section(tab).getByRole('button', { name: 'Add fact' }).click()
  await dialog(tab).getByLabel(brandStrings.factDialogs.statementOrUrl).fill(value)
  await dialog(tab).getByRole('button', { name: 'Add', exact: true }).click()
}

async function choose(tab: Page, fact: string, action: string) {
  await section(tab)
    .getByRole('button', { name: `More actions for ${fact}` })
    .click()
  await tab.getByRole('menuitem', { name: action }).click()
}

pageTest('a member adds, edits and deletes a statement', async (scene) => {
  const { tab, list } = await openFacts(scene)
  await add(tab, ` ${statement} `)
  await section(tab).getByRole('cell', { name: statement, exact: true }).waitFor()
  await choose(tab, statement, 'Edit')
  await dialog(tab).getByLabel('Statement').fill('Acme was founded in 2015.')
  await dialog(tab).getByRole('button', { name: 'Save' }).click()
  await section(tab).getByRole('cell', { name: 'Acme was founded in 2015.', exact: true }).waitFor()
  expect((await list()).map(({ text }: { text: string }) => text)).toEqual(['Acme was founded in 2015.'])
  await choose(tab, 'Acme was founded in 2015.', 'Delete')
  await expectPresentable(tab, 'brand fact delete')
  await dialog(tab).getByRole('button', { name: 'Delete', exact: true }).click()
  await section(tab).getByText(empty).waitFor()
  expect(await list()).toEqual([])
})

pageTest('a fact that is already in the library is refused at its field', async (scene) => {
  const { visitor, tab } = await openFacts(scene)
  await add(tab, statement)
  await section(tab).getByRole('cell', { name: statement, exact: true }).waitFor()
  visitor.faults.expect(refusal(409, '/v1/brand-identities/:id/facts'))
  await add(tab, statement)
  await dialog(tab).getByRole('alert').getByText('This fact is already in the library.').waitFor()
})

pageTest('an unreadable URL shows why, and Refresh reads it again', async (scene) => {
  const { tab, path } = await openFacts(scene)
  const url = `${site.url}/gone`
  await add(tab, url)
  const row = section(tab).getByRole('row').nth(1)
  await expectSoon(
    () => row.getByRole('cell').first().textContent(),
    `${url}Failed The page ${url} returned status 410.`,
  )
  const refreshed = tab.waitForResponse(
    (response) => response.url().includes(path) && response.url().endsWith('/refresh'),
  )
  await choose(tab, url, 'Refresh')
  expect((await refreshed).status()).toBe(202)
})

pageTest('markup in a statement is shown as text', async (scene) => {
  const { tab } = await openFacts(scene)
  await add(tab, '<b>Acme</b> has 12 employees.')
  await section(tab).getByText('<b>Acme</b> has 12 employees.').waitFor()
})

pageTest('a page that was read is ready and shows its title', async (scene) => {
  const { tab } = await openFacts(scene)
  await add(tab, `${site.url}/pricing`)
  await section(tab).getByText('In use', { exact: true }).waitFor()
  await section(tab).getByText('Pricing', { exact: true }).waitFor()
})
