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
  expect(marked).toEqual(listed.map(({ path }) => `/app/${scene.team.slug}${path}`))
})
