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

/** A page that shows its content. */
export async function openFilled(scene: Scene, page: PageCase) {
  const { open } = await withContent(scene, page)
  const tab = await open()
  await tab.getByText(page.filled).first().waitFor()
  return tab
}

/** Fails where a page does not say where one has arrived: in its title, its one heading, and where the focus is. */
export async function expectArrival(tab: Page, heading: string, { team }: Scene) {
  await tab.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  await tab.locator('h1:focus').waitFor()
  await expectSoon(() => tab.locator('h1').count(), 1)
  await expectSoon(() => tab.title(), `${heading} · Team ${team.slug} · Herald`)
}
