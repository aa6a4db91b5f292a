import { pages } from '../pages.ts'
import { expectKeyboardReachesAll } from '../support/keyboard.ts'
import { expectPresentable } from '../support/looks.ts'
import { pageTest } from '../support/scene.ts'
import { expectArrival, openFilled } from './support.ts'

// What holds of a page with its content, found in one visit: loading it takes longer than looking at it.

for (const page of pages) {
  pageTest(
    `${page.path} says where one is, is accessible and fits, wide and narrow, light and dark, and is used by keyboard alone`,
    async (scene) => {
      const tab = await openFilled(scene, page)
      await expectArrival(tab, page.heading, scene)
      await expectPresentable(tab, page.path)
      await expectKeyboardReachesAll(tab)
    },
  )
}
