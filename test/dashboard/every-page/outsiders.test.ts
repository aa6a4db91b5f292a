import { expect } from 'bun:test'
import { pages } from '../pages.ts'
import { refusal } from '../support/faults.ts'
import { pageTest, type Scene } from '../support/scene.ts'
import { expectSoon } from '../support/soon.ts'

// Who does not belong to an organization sees nothing of it: signed out, or signed in to another one.

pageTest('every page asks who is signed out to sign in', async ({ admit, herald, team }) => {
  await team.person()
  const { open } = await admit(herald.url, herald.ctx.clock.now)
  const tab = await open('about:blank')
  for (const { path } of pages) {
    const address = `/${team.slug}${path.replace(':id', 'none')}`.replace(/\/$/, '')
    await tab.goto(`/app${address}`)
    await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expectSoon(() => new URL(tab.url()).searchParams.get('next'), address)
  }
})

/** A page of the scene's organization, and somebody from another one. */
async function bringStranger({ herald, team, visit }: Scene) {
  return visit('owner', await herald.team(`${team.slug}-other`))
}

for (const page of pages.filter(({ path, empty }) => empty && !path.includes(':'))) {
  pageTest(`${page.path} of another organization is empty while this one has content`, async (scene) => {
    await page.fill(scene)
    const tab = await (await bringStranger(scene)).open(page.path)
    await tab.getByText(page.empty?.says ?? '').waitFor()
    expect(await tab.getByText(page.filled).count()).toBe(0)
  })
}

for (const page of pages.filter(({ path }) => path.includes(':'))) {
  pageTest(`${page.path} of this organization is not found in another one`, async (scene) => {
    const id = (await page.fill(scene)) ?? ''
    const { open, faults } = await bringStranger(scene)
    if (!page.elsewhere) faults.expect(refusal(404, page.reads))
    const tab = await open(page.path.replace(':id', id))
    await tab
      .getByRole('main')
      .getByText(/not found|There is no such|Not set up yet/i)
      .first()
      .waitFor()
    expect(await tab.getByText(page.filled).count()).toBe(0)
  })
}
