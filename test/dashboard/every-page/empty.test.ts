import { expect } from 'bun:test'
import { pages } from '../pages.ts'
import { expectPresentable } from '../support/looks.ts'
import { pageTest } from '../support/scene.ts'
import { bringStranger, goTo } from './support.ts'

// An empty page says so and has a next step; the content of another organization does not fill it. In one visit: loading
// a page takes longer than testing it.

pageTest('every list is empty while another organization has content', async (scene) => {
  const { herald, team } = scene
  const tab = await (await bringStranger(scene)).open('/settings')
  for (const [index, page] of pages.entries()) {
    const { path, empty, filled } = page
    if (!empty) continue
    await page.fill({ ...scene, team: await herald.team(`${team.slug}-${index}`) })
    await goTo(tab, `/app/${team.slug}-other${path}`)
    await tab.getByText(empty.says).waitFor()
    expect([path, await tab.getByText(filled).count()]).toEqual([path, 0])
    const action = tab.getByRole('button', { name: empty.leadsTo })
    await action
      .or(tab.getByRole('link', { name: empty.leadsTo }))
      .first()
      .waitFor()
    await expectPresentable(tab, `${path} empty`)
  }
})
