import { pages } from '../pages.ts'
import { expectPresentable } from '../support/looks.ts'
import { pageTest } from '../support/scene.ts'

// An empty page says so and has a next step.

for (const { path, empty } of pages) {
  if (!empty) continue
  pageTest(path, async ({ visit }) => {
    const tab = await (await visit()).open(path)
    await tab.getByText(empty.says).waitFor()
    const action = tab.getByRole('button', { name: empty.leadsTo })
    await action
      .or(tab.getByRole('link', { name: empty.leadsTo }))
      .first()
      .waitFor()
    await expectPresentable(tab, `${path} empty`)
  })
}
