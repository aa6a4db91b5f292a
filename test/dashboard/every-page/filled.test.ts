import { expect } from 'bun:test'
import { pages } from '../pages.ts'
import { answerWith, hold } from '../support/answers.ts'
import { refusal } from '../support/faults.ts'
import { expectKeyboardReachesAll } from '../support/keyboard.ts'
import { expectPresentable, looks, navigation } from '../support/looks.ts'
import { pageTest } from '../support/scene.ts'
import { expectSoon } from '../support/soon.ts'
import { expectArrival, withContent } from './support.ts'

// A page with content, in one visit: loading a page takes longer than testing it.

const sentence = 'The disk of this server is full.'
/** All pages load and fail with the same components, in the same navigation: it is pressed and inspected on this page. */
const [inspected] = pages

for (const page of pages) {
  pageTest(
    `${page.path} shows a skeleton, the API's error, then its data, and is used by keyboard alone`,
    async (scene) => {
      const { visitor, open } = await withContent(scene, page)
      const recover = await answerWith(visitor.context, page.reads, 500, { error: sentence })
      visitor.faults.expect(refusal(500, page.reads))
      const letGo = await hold(visitor.context, page.reads)
      const tab = await open()
      const bars = tab.getByRole('status', { name: 'Loading' })
      await bars.first().waitFor()
      await tab.getByRole('heading', { level: 1 }).waitFor()
      expect(await tab.getByText(page.filled).count()).toBe(0)
      if (page === inspected) await expectPresentable(tab, `${page.path} loading`)

      await letGo()
      const alert = tab.getByRole('alert').filter({ hasText: sentence })
      await alert.waitFor()
      if (page.empty) expect(await tab.getByText(page.empty.says).count()).toBe(0)
      if (page === inspected) await expectPresentable(tab, `${page.path} failed`)
      await recover()
      // Unlike a click, this leaves the focus where the page put it.
      await alert.getByRole('button', { name: 'Try again' }).dispatchEvent('click')

      await tab.getByText(page.filled).first().waitFor()
      await alert.waitFor({ state: 'detached' })
      await expectSoon(() => bars.count(), 0)
      await expectArrival(tab, page.heading, scene)
      await expectPresentable(tab, page.path, looks.each, page === inspected ? null : navigation)
      await expectKeyboardReachesAll(tab, page === inspected ? undefined : '#main')
    },
  )
}
