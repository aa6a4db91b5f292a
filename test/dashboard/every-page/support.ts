import type { PageCase } from '../pages.ts'
import type { Scene } from '../support/scene.ts'

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
