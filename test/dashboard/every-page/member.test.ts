import { atomically } from '../../../src/db/client.ts'
import { addMember } from '../../../src/features/members/record.ts'
import { pages } from '../pages.ts'
import { expectPresentable } from '../support/looks.ts'
import { pageTest } from '../support/scene.ts'
import { goTo } from './support.ts'

// A member finds every page: with its content, or with the sentence that says who has it. No page asks the server for
// what a member may not have.

pageTest('a member finds every page, and no page asks for what a member may not have', async (scene) => {
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
    await goTo(tab, addresses.get(path) ?? '')
    await tab
      .getByText(forMembers ?? filled)
      .first()
      .waitFor()
    await member.faults.quiet()
    if (forMembers) await expectPresentable(tab, `${path} member`)
  }
})
