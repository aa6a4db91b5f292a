import type { Page } from 'playwright-core'
import type { PageCase } from '../pages.ts'
import type { Scene } from '../support/scene.ts'
import { expectSoon } from '../support/soon.ts'

/** A visitor before a page for which there is content, and the act that opens it. */
export async function withContent(scene: Scene, { path, fill }: PageCase) {
  const id = await fill(scene)
  const visitor = await scene.visit()
  return { visitor, open: () => visitor.open(path.replace(':id', id ?? '')) }
}

/** A visitor from another organization than the scene's. */
export async function bringStranger({ herald, team, visit }: Scene) {
  return visit('owner', await herald.team(`${team.slug}-other`))
}

/** Goes to another address as a link does, without loading the program again. */
export async function goTo(tab: Page, address: string) {
  await tab.evaluate((to) => history.pushState(null, '', to), address)
}

/** Fails where a page does not say where one has arrived: in its title, its one heading, and where the focus is. */
export async function expectArrival(tab: Page, heading: string, { team }: Scene) {
  await tab.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  await tab.locator('h1:focus').waitFor()
  await expectSoon(() => tab.locator('h1').count(), 1)
  await expectSoon(() => tab.title(), `${heading} · Team ${team.slug} · Herald`)
}
