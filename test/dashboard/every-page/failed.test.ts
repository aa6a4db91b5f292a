import { expect } from 'bun:test'
import { pages } from '../pages.ts'
import { answerWith } from '../support/answers.ts'
import { refusal } from '../support/faults.ts'
import { expectPresentable } from '../support/looks.ts'
import { pageTest } from '../support/scene.ts'
import { withContent } from './support.ts'

// A failed read shows the API's own error, not an empty state, and can be retried.

const sentence = 'The disk of this server is full.'

for (const page of pages) {
  pageTest(page.path, async (scene) => {
    const { visitor, open } = await withContent(scene, page)
    const recover = await answerWith(visitor.context, page.reads, 500, { error: sentence })
    visitor.faults.expect(refusal(500, page.reads))
    const tab = await open()
    const alert = tab.getByRole('alert').filter({ hasText: sentence })
    await alert.waitFor()
    if (page.empty) expect(await tab.getByText(page.empty.says).count()).toBe(0)
    await expectPresentable(tab, `${page.path} failed`)
    await recover()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await tab.getByText(page.filled).first().waitFor()
    await alert.waitFor({ state: 'detached' })
  })
}
