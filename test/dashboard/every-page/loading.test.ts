import { expect } from 'bun:test'
import { pages } from '../pages.ts'
import { hold } from '../support/answers.ts'
import { expectPresentable } from '../support/looks.ts'
import { pageTest } from '../support/scene.ts'
import { withContent } from './support.ts'

// While its data loads, a page shows a skeleton, and then the data.

for (const page of pages) {
  pageTest(page.path, async (scene) => {
    const { visitor, open } = await withContent(scene, page)
    const letGo = await hold(visitor.context, page.reads)
    const tab = await open()
    const bars = tab.getByRole('status', { name: 'Loading' })
    await bars.waitFor()
    await tab.getByRole('heading', { level: 1 }).waitFor()
    expect(await tab.getByText(page.filled).count()).toBe(0)
    await expectPresentable(tab, `${page.path} loading`)
    await letGo()
    await tab.getByText(page.filled).first().waitFor()
    await bars.waitFor({ state: 'detached' })
  })
}
