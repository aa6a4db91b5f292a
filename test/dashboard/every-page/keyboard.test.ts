import { pages } from '../pages.ts'
import { expectKeyboardReachesAll } from '../support/keyboard.ts'
import { pageTest } from '../support/scene.ts'
import { openFilled } from './support.ts'

for (const page of pages) {
  pageTest(`${page.path} is used by keyboard alone`, async (scene) => {
    await expectKeyboardReachesAll(await openFilled(scene, page))
  })
}
