import { pages } from '../pages.ts'
import { expectPresentable } from '../support/looks.ts'
import { pageTest } from '../support/scene.ts'
import { openFilled } from './support.ts'

for (const page of pages) {
  pageTest(`${page.path} is accessible and fits, wide and narrow, light and dark`, async (scene) => {
    await expectPresentable(await openFilled(scene, page), page.path)
  })
}
