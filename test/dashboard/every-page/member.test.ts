import { pages } from '../pages.ts'
import { expectPresentable } from '../support/looks.ts'
import { pageTest } from '../support/scene.ts'

// A member finds every page: with its content, or with the sentence that says who has it. No page asks the server for
// what a member may not have.

for (const page of pages) {
  pageTest(page.path, async (scene) => {
    const id = await page.fill(scene)
    const tab = await (await scene.visit('member')).open(page.path.replace(':id', id ?? ''))
    await tab
      .getByText(page.forMembers ?? page.filled)
      .first()
      .waitFor()
    if (page.forMembers) await expectPresentable(tab, `${page.path} member`)
  })
}
