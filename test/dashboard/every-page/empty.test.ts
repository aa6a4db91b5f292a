import { expect } from 'bun:test'
import { pages } from '../pages.ts'
import { expectPresentable } from '../support/looks.ts'
import { pageTest } from '../support/scene.ts'
import { bringStranger } from './support.ts'

// An empty page says so and has a next step; the content of another organization does not fill it.

for (const page of pages) {
  const { path, empty } = page
  if (!empty) continue
  pageTest(`${path} is empty while another organization has content`, async (scene) => {
    await page.fill(scene)
    const tab = await (await bringStranger(scene)).open(path)
    await tab.getByText(empty.says).waitFor()
    expect(await tab.getByText(page.filled).count()).toBe(0)
    const action = tab.getByRole('button', { name: empty.leadsTo })
    await action
      .or(tab.getByRole('link', { name: empty.leadsTo }))
      .first()
      .waitFor()
    await expectPresentable(tab, `${path} empty`)
  })
}
