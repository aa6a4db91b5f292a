import { expect } from 'bun:test'
import { pages } from '../pages.ts'
import { refusal } from '../support/faults.ts'
import { pageTest } from '../support/scene.ts'
import { expectSoon } from '../support/soon.ts'
import { bringStranger, goTo } from './support.ts'

// Who does not belong to an organization sees nothing of it: signed out, or signed in to another one. The lists of
// another organization: `empty.test.ts`.

pageTest('every page asks signed-out visitors to sign in', async ({ admit, herald, team }) => {
  await team.person()
  const { open } = await admit(herald.url, herald.ctx.clock.now)
  const tab = await open('/app/sign-in')
  for (const { path } of pages) {
    const address = `/${team.slug}${path.replace(':id', 'none')}`.replace(/\/$/, '')
    await goTo(tab, `/app${address}`)
    await expectSoon(() => new URL(tab.url()).searchParams.get('next'), address)
    await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
  }
})

pageTest('the records of one organization are not found in another', async (scene) => {
  const stranger = await bringStranger(scene)
  const own = `/app/${scene.team.slug}-other`
  const tab = await stranger.open('/settings')
  for (const [index, page] of pages.entries()) {
    if (!page.path.includes(':')) continue
    const team = await scene.herald.team(`${scene.team.slug}-${index}`)
    const id = (await page.fill({ ...scene, team })) ?? ''
    if (!page.elsewhere) stranger.faults.expect(refusal(404, page.reads))
    // From a page that does not say that anything is missing.
    await goTo(tab, `${own}/settings`)
    await tab.getByRole('heading', { level: 1, name: 'General' }).waitFor()
    await goTo(tab, own + page.path.replace(':id', id))
    await tab
      .getByRole('main')
      .getByText(/not found|There is no such|Not set up yet/i)
      .first()
      .waitFor()
    expect(await tab.getByText(page.filled).count()).toBe(0)
    await stranger.faults.quiet()
  }
})
