import { expect } from 'bun:test'
import { navigationItems } from '../../../src/dashboard/app/shell/navigation-items.ts'
import { pages } from '../pages.ts'
import { pageTest } from '../support/scene.ts'
import { expectSoon } from '../support/soon.ts'
import { expectArrival } from './support.ts'

// The title of a page that is opened by its URL: `filled.test.ts`.

const inNavigation = new Set(navigationItems.map(({ path }) => path))

pageTest('every page of the navigation has its title and is marked in the navigation', async (scene) => {
  const tab = await (await scene.visit()).open('/')
  const listed = pages.filter(({ path }) => inNavigation.has(path))
  const current = tab.locator('nav[aria-label="Pages"] a[aria-current="page"]')
  const marked: (string | null)[] = []
  for (const { path, heading } of listed) {
    const link = tab.locator(`nav[aria-label="Pages"] a[href="/app/${scene.team.slug}${path}"]`)
    await link.click()
    await expectArrival(tab, heading, scene)
    await expectSoon(() => link.getAttribute('aria-current'), 'page')
    marked.push(...(await current.evaluateAll((links) => links.map((each) => each.getAttribute('href')))))
  }
  const addresses = listed.map(({ path }) => `/app/${scene.team.slug}${path}`)
  expect(marked).toEqual(addresses)
  const links = tab.locator('nav[aria-label="Pages"] a')
  const shown = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  // The first is the start page; `server.test.ts` tests that of the server.
  expect(shown.slice(1).toSorted()).toEqual([...addresses, `/app/${scene.team.slug}/server`].toSorted())
  await tab.goBack()
  await expectSoon(() => current.getAttribute('href'), addresses.at(-2))
})
