import { places } from '../../../src/dashboard/app/shell/places.ts'
import { pages } from '../pages.ts'
import { pageTest } from '../support/scene.ts'
import { expectSoon } from '../support/soon.ts'
import { expectArrival } from './support.ts'

// Also on the way through the navigation a page says where one has arrived; by its address: `filled.test.ts`.

const inNavigation = new Set(places.map(({ path }) => path))

pageTest('every page of the navigation says where one is, and is marked there', async (scene) => {
  const tab = await (await scene.visit()).open('/')
  for (const { path, heading } of pages.filter(({ path }) => inNavigation.has(path))) {
    const link = tab.locator(`nav[aria-label="Pages"] a[href="/app/${scene.team.slug}${path}"]`)
    await link.click()
    await expectArrival(tab, heading, scene)
    await expectSoon(() => link.getAttribute('aria-current'), 'page')
  }
})
