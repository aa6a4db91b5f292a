import { expect } from 'bun:test'
import { atomically } from '../../../src/db/client.ts'
import { addMember } from '../../../src/features/members/record.ts'
import { pages } from '../pages.ts'
import { expectPresentable, expectSteady } from '../support/looks.ts'
import { pageTest } from '../support/scene.ts'
import { goTo } from './support.ts'

// A member can open every page: it shows its content, or who may see it. No page moves its content while it loads, or
// sends a request that a member may not send.

pageTest(
  'a member can open every page, none moves its content while it loads or requests what a member may not read',
  async (scene) => {
    const { herald, team } = scene
    const member = await scene.visit('member')
    const addresses = new Map<string, string>()
    for (const [index, page] of pages.entries()) {
      const own = await herald.team(`${team.slug}-${index}`)
      await atomically(herald.ctx.db, [addMember(herald.ctx, member.person.id, own.id, 'member')])
      const id = await page.fill({ ...scene, team: own })
      addresses.set(page.path, `/app/${own.slug}${page.path.replace(':id', id ?? '')}`)
    }
    const tab = await member.open('/settings')
    for (const { path, forMembers, filled } of pages) {
      const opened = await tab.evaluate(() => performance.now())
      await goTo(tab, addresses.get(path) ?? '')
      const text = tab.getByText(forMembers ?? filled).first()
      await text.waitFor()
      await member.faults.quiet()
      expect([path, await text.isVisible()]).toEqual([path, true])
      await expectSteady(tab, opened)
      if (forMembers) await expectPresentable(tab, `${path} member`)
    }
  },
)
