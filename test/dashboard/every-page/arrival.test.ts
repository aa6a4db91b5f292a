import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { places } from '../../../src/dashboard/shell/places.ts'
import { pages } from '../pages.ts'
import { pageTest, type Scene } from '../support/scene.ts'
import { openFilled } from './support.ts'

// A page says where one has arrived: in its title, its one heading, and where the focus is.

async function expectArrival(tab: Page, heading: string, { team }: Scene) {
  await tab.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  await tab.locator('h1:focus').waitFor()
  expect(await tab.locator('h1').count()).toBe(1)
  expect(await tab.title()).toBe(`${heading} · Team ${team.slug} · Herald`)
}

for (const page of pages) {
  pageTest(`${page.path} by its address`, async (scene) => {
    await expectArrival(await openFilled(scene, page), page.heading, scene)
  })
}

const inNavigation = new Set(places.map(({ path }) => path))

for (const { path, heading } of pages.filter(({ path }) => inNavigation.has(path))) {
  pageTest(`${path} from the navigation`, async (scene) => {
    const visitor = await scene.visit()
    const tab = await visitor.open(path === '/' ? '/posts' : '/')
    const link = tab.locator(`nav[aria-label="Pages"] a[href="/app/${scene.team.slug}${path}"]`)
    await link.click()
    await expectArrival(tab, heading, scene)
    expect(await link.getAttribute('aria-current')).toBe('page')
  })
}
